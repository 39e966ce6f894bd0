// The pairs of an impact one by one, a page at a time: by effect in the order of LISTED_EFFECTS, each by namespace,
// application and cluster. A page costs as much as it holds, however many pairs come before it.
import type { SaidReasons } from '#lib/domain/fleet/choices.ts'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { placementsOf, policyReach } from '#lib/domain/fleet/targeting.ts'
import { targetOn } from '#lib/domain/fleet/targets.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import { countBits, hasBit } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { pairReason } from './impact-reasons.ts'
import type { ImpactReach } from './impact-reasons.ts'
import { applicationOf } from './impact.ts'
import { fleetOf, LISTED_EFFECTS } from './listed-pairs.ts'
import type { ApplicationPairs, ListedEffect, ListedPairs } from './listed-pairs.ts'

export type ImpactItem = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly effect: ListedEffect
  /** The names of the policies that include the pair, sorted: afterwards, and for a removed pair before. */
  readonly policies: readonly string[]
  /** Why this happens: one plain sentence without a capital and a full stop. */
  readonly reason: string
  /** The names of the targets that the pair has, where it has one before or after. */
  readonly target?: { readonly before: string | null; readonly after: string | null }
  /** Of an added or changed pair of an application that is managed, before or after. */
  readonly version?: { readonly before: DeliveredVersion; readonly after: DeliveredVersion }
}

/** What is delivered to a pair: the number of a version, or null for what a branch holds. Null: nothing is. */
type DeliveredVersion = { readonly number: number | null; readonly revision: string } | null

/** The items from `offset` on, `limit` at most. `saidReasons`: of the decisions that the edit makes. */
export function impactItems(
  listed: ListedPairs,
  offset: number,
  limit: number,
  saidReasons: SaidReasons = () => null,
): ImpactItem[] {
  const pairs = pairsOf(listed, offset, limit)
  const [before, after] = [policyReach(listed.before), policyReach(listed.after)]
  const reach = { before, after, saidReasons }
  return pairs.map((pair) => itemOf(listed, reach, pair))
}

type Pair = {
  readonly application: ApplicationPairs
  readonly clusterId: number
  readonly effect: ListedEffect
}

function pairsOf(listed: ListedPairs, offset: number, limit: number): Pair[] {
  const pairs: Pair[] = []
  let passed = 0
  for (const effect of LISTED_EFFECTS) {
    for (const application of listed.applications) {
      if (pairs.length === limit) return pairs
      const count = countBits(application.pairs[effect])
      const from = Math.max(0, offset - passed)
      passed += count
      if (from >= count) continue
      const clusterIds = clustersByName(listed, effect, application.pairs[effect])
      const page = clusterIds.slice(from, from + limit - pairs.length)
      pairs.push(...page.map((clusterId) => ({ application, clusterId, effect })))
    }
  }
  return pairs
}

function clustersByName(
  listed: ListedPairs,
  effect: ListedEffect,
  clusters: Bits,
): readonly number[] {
  return idsByName(fleetOf(listed, effect).clusters, clusters)
}

function itemOf(
  listed: ListedPairs,
  reach: ImpactReach,
  { application, clusterId, effect }: Pair,
): ImpactItem {
  const { team, name } = applicationOf(application)
  const { giving } = effect === 'removed' ? reach.before : reach.after
  return {
    namespace: team,
    application: name,
    cluster: fleetOf(listed, effect).clusters.slots[clusterId]!.name,
    effect,
    policies: giving(application.id, clusterId),
    reason: pairReason(listed, reach, application, clusterId, effect),
    ...targetOf(listed, application, clusterId),
    ...(hasVersion(application, effect) && { version: versionOf(listed, application, clusterId) }),
  }
}

function targetOf(
  { before, after }: ListedPairs,
  { id }: ApplicationPairs,
  clusterId: number,
): Pick<ImpactItem, 'target'> {
  const [was, is] = [targetIn(before, id, clusterId), targetIn(after, id, clusterId)]
  return was === null && is === null ? {} : { target: { before: was, after: is } }
}

function targetIn(fleet: Fleet, id: number, clusterId: number): string | null {
  if (!hasBit(placementsOf(fleet, id), clusterId)) return null
  return targetOn(fleet, id, clusterId)?.name ?? null
}

function hasVersion({ before, after }: ApplicationPairs, effect: ListedEffect): boolean {
  if (effect !== 'added' && effect !== 'changed') return false
  return [before, after].some((each) => each !== null && isManaged(each))
}

function versionOf({ before, after }: ListedPairs, { id }: ApplicationPairs, clusterId: number) {
  return { before: deliveredIn(before, id, clusterId), after: deliveredIn(after, id, clusterId) }
}

function deliveredIn(fleet: Fleet, id: number, clusterId: number): DeliveredVersion {
  if (!hasBit(placementsOf(fleet, id), clusterId)) return null
  const delivered = deliveryOn(fleet, id, clusterId)
  if (delivered === null) return null
  return { number: delivered.release?.version ?? null, revision: delivered.application.repoBranch }
}
