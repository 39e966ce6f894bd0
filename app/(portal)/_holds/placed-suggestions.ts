import { ask } from '#components/api.ts'
import type { SuggestionSource } from '#components/completion/use-suggestions.ts'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'

const SHOWN = 20

type Placed = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
}

/** Where an application is placed, in some environments. */
export function placedClusters({
  environments,
  ...of
}: {
  readonly namespace: string
  readonly application: string
  readonly environments: readonly string[]
}): SuggestionSource {
  const clusterSelector = `environment in (${environments.join(',')})`
  return placements({ ...of, clusterSelector }, ({ cluster }) => cluster)
}

/** What is placed on a cluster, as `team/name`. */
export function placedApplications(cluster: string): SuggestionSource {
  return placements({ cluster }, ({ namespace, application }) => `${namespace}/${application}`)
}

function placements(
  of: Readonly<Record<string, string>>,
  textOf: (placement: Placed) => string,
): SuggestionSource {
  return {
    key: `placements ${JSON.stringify(of)}`,
    suggest: async (text, signal) => {
      const path = withQuery(apiPaths.placements, { ...of, q: text, limit: SHOWN })
      const { answer } = await ask<{ readonly items: readonly Placed[] }>(path, { signal })
      return answer.items.map((placement) => ({ text: textOf(placement), note: '' }))
    },
  }
}
