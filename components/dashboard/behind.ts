// The list behind a point of a chart, with the same filter.
import type { MetricName } from '#lib/domain/observed/series-metrics.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { View } from './view.ts'

export type ChartPoint = {
  readonly t: string
  /** When its step ends. */
  readonly until: string
  /** The group; null: what has no such label. */
  readonly key: string | null
  /** The series of the metric; null: all of them. */
  readonly name: string | null
}

const LABEL = 'label:'
const UNWELL = 'failed,degraded,missing,drifted,behind'

/** The address of the list behind a point. Placements are listed as of its instant, deployments of its step. */
export function behind(
  metric: MetricName,
  view: Pick<View, 'by' | 'team' | 'environment'>,
  { t, until, name, ...point }: ChartPoint,
): string {
  const { team, environment } = view
  const [by, key] = environment === null ? [view.by, point.key] : ['environment', environment]
  const placements = (state: string | null) =>
    withQuery(pagePaths.placements, {
      namespace: team,
      ...filterOf(by, key),
      state,
      at: t,
    })
  const deployments = (filter: Readonly<Record<string, string | null>>) =>
    withQuery(pagePaths.history, {
      namespace: team,
      ...filterOf(by, key),
      ...filter,
      from: t,
      to: until,
    })
  switch (metric) {
    case 'states':
      return placements(name ?? UNWELL)
    case 'drift':
      return placements(name ?? 'drifted')
    case 'silent_clusters':
      return silentClusters({ by, team }, key, t)
    case 'placements':
      return placements(null)
    case 'changes':
      return withQuery(pagePaths.changes, { environment, from: t, to: until })
    case 'deployments':
      return deployments({ outcome: name, begun: 'true' })
    case 'save_to_commit':
    case 'commit_to_pulled':
    case 'pulled_to_healthy':
      return deployments({ begun: 'true' })
    default:
      return deployments({})
  }
}

/** Clusters by what they have in common; else the placements there, as the list of clusters doesn't know where teams run. */
function silentClusters(
  { by, team }: Pick<View, 'by' | 'team'>,
  key: string | null,
  at: string,
): string {
  const silent = { freshness: 'stale,none', silence: 'unplanned', at }
  const label = labelOf(by)
  if (team !== null || (by !== null && label === null)) {
    return withQuery(pagePaths.placements, { namespace: team, ...filterOf(by, key), ...silent })
  }
  const labelSelector = label && (key === null ? `!${label}` : `${label}=${key}`)
  return withQuery(pagePaths.clusters, { labelSelector, ...silent })
}

/** The label by which is grouped; null: by none. */
function labelOf(by: string | null): string | null {
  if (by === 'environment') return by
  return by?.startsWith(LABEL) ? by.slice(LABEL.length) : null
}

/** What the list of placements calls a group. */
function filterOf(by: string | null, key: string | null): Readonly<Record<string, string>> {
  if (by === 'environment' && key !== null) return { environment: key }
  const label = labelOf(by)
  if (label !== null) {
    return { clusterSelector: key === null ? `!${label}` : `${label}=${key}` }
  }
  return pairFilterOf(by, key)
}

function pairFilterOf(by: string | null, key: string | null): Readonly<Record<string, string>> {
  if (key === null) return {}
  if (by === 'team') return { namespace: key }
  if (by === 'cluster') return { cluster: key }
  if (by !== 'application') return {}
  const [namespace = '', application = ''] = key.split('/')
  return { namespace, application }
}
