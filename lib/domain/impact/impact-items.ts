// The pairs of an impact one by one, a page at a time: removals first, then additions, then changes, each by namespace,
// application and cluster. A page costs as much as it holds, however many pairs come before it.
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { policyReach } from '#lib/domain/fleet/targeting.ts'
import { countBits } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { pairReason } from './impact-reasons.ts'
import type { ImpactReach } from './impact-reasons.ts'
import { PAIR_EFFECTS, applicationOf } from './impact.ts'
import type { ApplicationImpact, Impact, PairEffect } from './impact.ts'

export type ImpactItem = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly effect: PairEffect
  /** The names of the policies that include the pair, sorted: afterwards, and for a removed pair before. */
  readonly policies: readonly string[]
  /** Why this happens: one plain sentence without a capital and a full stop. */
  readonly reason: string
}

/** The items from `offset` on, `limit` at most. */
export function impactItems(impact: Impact, offset: number, limit: number): ImpactItem[] {
  const pairs = pairsOf(impact, offset, limit)
  const reach = { before: policyReach(impact.before), after: policyReach(impact.after) }
  return pairs.map((pair) => itemOf(impact, reach, pair))
}

type Pair = {
  readonly application: ApplicationImpact
  readonly clusterId: number
  readonly effect: PairEffect
}

function pairsOf(impact: Impact, offset: number, limit: number): Pair[] {
  const pairs: Pair[] = []
  let passed = 0
  for (const effect of PAIR_EFFECTS) {
    for (const application of impact.applications) {
      if (pairs.length === limit) return pairs
      const count = countBits(application[effect])
      const from = Math.max(0, offset - passed)
      passed += count
      if (from >= count) continue
      const clusterIds = clustersByName(impact, effect, application[effect])
      const page = clusterIds.slice(from, from + limit - pairs.length)
      pairs.push(...page.map((clusterId) => ({ application, clusterId, effect })))
    }
  }
  return pairs
}

/** The fleet that has the pair's cluster: that of a removed pair may be gone afterwards, that of any other may be new. */
function fleetOf(impact: Impact, effect: PairEffect) {
  return effect === 'removed' ? impact.before : impact.after
}

function clustersByName(impact: Impact, effect: PairEffect, clusters: Bits): readonly number[] {
  return idsByName(fleetOf(impact, effect).clusters, clusters)
}

function itemOf(
  impact: Impact,
  reach: ImpactReach,
  { application, clusterId, effect }: Pair,
): ImpactItem {
  const { team, name } = applicationOf(application)
  const { giving } = effect === 'removed' ? reach.before : reach.after
  return {
    namespace: team,
    application: name,
    cluster: fleetOf(impact, effect).clusters.slots[clusterId]!.name,
    effect,
    policies: giving(application.id, clusterId),
    reason: pairReason(impact, reach, application, clusterId, effect),
  }
}
