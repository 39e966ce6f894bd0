import { ask } from '#components/api.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { apiCollection, withQuery } from '#lib/schemas/paths.ts'
import type { Suggestion, SuggestionSource } from './use-suggestions.ts'

const SHOWN = 20

type Found = { readonly name: string; readonly namespace?: string; readonly description: string }

async function find(
  kind: Kind,
  query: { readonly q: string; readonly labelSelector?: string },
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const path = withQuery(apiCollection(kind), { ...query, limit: SHOWN })
  const { answer } = await ask<{ readonly items: readonly Found[] }>(path, { signal })
  return answer.items
}

/** The names of a kind's objects, each once: applications of several teams may share one. */
export function nameSuggestions(kind: Kind): SuggestionSource {
  return {
    key: `names ${kind}`,
    suggest: async (text, signal) => {
      const byName = new Map<string, Suggestion>()
      for (const { name, description } of await find(kind, { q: text }, signal)) {
        if (!byName.has(name)) byName.set(name, { text: name, note: description })
      }
      return [...byName.values()]
    },
  }
}

/** Applications as `team/name`. A text with a `/` searches that team's applications only. */
export const applicationSuggestions: SuggestionSource = {
  key: 'applications with their teams',
  suggest: async (text, signal) => {
    const slash = text.indexOf('/')
    const query =
      slash === -1
        ? { q: text }
        : { q: text.slice(slash + 1), labelSelector: `namespace=${text.slice(0, slash)}` }
    const found = await find('application', query, signal)
    return found.map(({ namespace, name, description }) => ({
      text: `${namespace}/${name}`,
      note: description,
    }))
  },
}
