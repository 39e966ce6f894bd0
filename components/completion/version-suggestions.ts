import { ask } from '#components/api.ts'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import type { VersionJson } from '#lib/schemas/version.ts'
import type { SuggestionSource } from './use-suggestions.ts'

const SHOWN = 20
const DIGITS_SHOWN = 7

/** The names of an application's versions, the newest first. */
export function versionSuggestions(namespace: string, name: string): SuggestionSource {
  return {
    key: `versions ${namespace}/${name}`,
    suggest: async (text, signal) => {
      const path = withQuery(apiPaths.versions(namespace, name), { q: text, limit: SHOWN })
      const { answer } = await ask<{ readonly items: readonly VersionJson[] }>(path, { signal })
      return answer.items.flatMap((version) =>
        version.name === null
          ? []
          : [{ text: version.name, note: version.commit.slice(0, DIGITS_SHOWN) }],
      )
    },
  }
}
