import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import {
  PLACEMENT_STATES,
  ROLLOUT_FAILING,
  STALE,
} from '#lib/domain/objects/alert-rule/alert-states.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

/** The page with what a rule is about: the placements, else the clusters, the rollouts, or what is published. */
export function alertPath({ states, clusterSelector, appSelector, team }: AlertRule): string {
  const clusters = clusterSelector && formatSelector(clusterSelector)
  const placed = PLACEMENT_STATES.filter((state) => states.includes(state))
  if (placed.length > 0) {
    return withQuery(pagePaths.placements, {
      namespace: team,
      state: placed.join(','),
      clusterSelector: clusters,
      appSelector: appSelector && formatSelector(appSelector),
    })
  }
  if (!states.includes(STALE)) {
    if (!states.includes(ROLLOUT_FAILING)) return pagePaths.changes
    return withQuery(pagePaths.rollouts, { namespace: team, state: 'completed' })
  }
  return withQuery(pagePaths.clusters, {
    freshness: STALE,
    silence: 'unplanned',
    labelSelector: clusters,
  })
}
