// Which pairs stay only because other policies give them, too: a policy that gave them gives them up. They are no removals,
// and whoever edits the policy wonders why.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { clustersReached, reachesAll } from '#lib/domain/fleet/reaching.ts'
import { isActive } from '#lib/domain/fleet/rules.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import {
  NO_BITS,
  countBits,
  hasBit,
  idsIn,
  intersect,
  isEmpty,
  subtract,
  unite,
} from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Impact } from './impact.ts'

/**
 * The clusters on which an application is placed before and after, although at least one policy that gave the pair no longer
 * does: by the id of the application, none without such clusters.
 */
export function keptByOthers({ before, after }: Impact): ReadonlyMap<number, Bits> {
  const kept = new Map<number, Bits>()
  for (const { applicationId, clusters } of givenUp(before, after)) {
    const placed = intersect(
      placementsOf(before, applicationId),
      placementsOf(after, applicationId),
    )
    const staying = intersect(placed, clusters)
    if (isEmpty(staying)) continue
    kept.set(applicationId, unite(kept.get(applicationId) ?? NO_BITS, staying))
  }
  return kept
}

/** How many pairs that are. */
export function countKeptByOthers(impact: Impact): number {
  return [...keptByOthers(impact).values()].reduce((sum, clusters) => sum + countBits(clusters), 0)
}

type GivenUp = { readonly applicationId: number; readonly clusters: Bits }

/** What the policies give up that the edit concerns. The rule of any other policy is the same value in both fleets. */
function givenUp(before: Fleet, after: Fleet): GivenUp[] {
  return before.rules.flatMap((rule, id) => {
    if (rule === undefined || !gives(rule)) return []
    const then = after.rules[id]
    const next = then !== undefined && gives(then) ? then : null
    if (!reachesAll(rule) || (next !== null && !reachesAll(next)))
      return givenUpOfSome(before, after, rule, next)
    return rule === next ? [] : givenUpBy(rule, next)
  })
}

/** Of a policy that reaches other clusters for each application: that depends on environments and decisions, too. */
function givenUpOfSome(before: Fleet, after: Fleet, rule: Rule, next: Rule | null): GivenUp[] {
  const isAlike =
    rule === next &&
    before.clustersByEnvironment === after.clustersByEnvironment &&
    before.decisions[rule.id] === after.decisions[rule.id]
  return idsIn(rule.applications).flatMap((applicationId) => {
    const was = before.applications.slots[applicationId]!
    const is = after.applications.slots[applicationId]
    if (is === undefined || (isAlike && was === is)) return []
    const isSelected = next !== null && hasBit(next.applications, applicationId)
    const has = isSelected ? clustersReached(after, next, applicationId) : NO_BITS
    return [
      { applicationId, clusters: subtract(clustersReached(before, rule, applicationId), has) },
    ]
  })
}

function givenUpBy(rule: Rule, next: Rule | null): GivenUp[] {
  const lost = next === null ? rule.clusters : subtract(rule.clusters, next.clusters)
  const applications =
    next !== null && isEmpty(lost)
      ? subtract(rule.applications, next.applications)
      : rule.applications
  return idsIn(applications).map((applicationId) => ({
    applicationId,
    clusters: next !== null && hasBit(next.applications, applicationId) ? lost : rule.clusters,
  }))
}

function gives({ policy }: Rule): boolean {
  return isActive(policy) && policy.effect === 'include'
}
