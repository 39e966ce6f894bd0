// The lists behind groups of placements.
import type { ComplianceAsked } from '#lib/http/portal/compliance-page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

/** The placements of a group; null: no list has them. */
export function placementsOfGroup({ by }: ComplianceAsked, key: string | null): string | null {
  if (by.by !== 'label') return withQuery(pagePaths.placements, filterOf(by.by, key ?? ''))
  if (key === null) return withQuery(pagePaths.placements, { clusterSelector: `!${by.key}` })
  return withQuery(pagePaths.placements, { clusterSelector: `${by.key}=${key}` })
}

/** What a change moved of a group. */
export function historyOfGroup(
  asked: ComplianceAsked,
  change: number,
  key: string | null,
): string | null {
  const { by } = asked
  if (by.by === 'label') return placementsOfGroup(asked, key)
  return withQuery(pagePaths.history, { change, ...filterOf(by.by, key ?? '') })
}

function filterOf(by: 'cluster' | 'application' | 'team', key: string) {
  if (by === 'cluster') return { cluster: key }
  if (by === 'team') return { namespace: key }
  const [namespace, application] = key.split('/')
  return { namespace, application }
}
