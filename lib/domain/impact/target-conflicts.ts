// Pairs to which policies give two targets: they can't be saved, because a placement has one directory.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { clustersReached } from '#lib/domain/fleet/reaching.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { retargetable, rulesWithTargets } from '#lib/domain/fleet/targets.ts'
import {
  type Bits,
  countBits,
  hasBit,
  intersect,
  isEmpty,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

/** A policy and the target that it gives. */
type Giving = { readonly policy: string; readonly target: string }

/** Two targets on placements of one application. */
export type TargetConflict = {
  readonly application: number
  /** The first cluster by name, and two policies that give different targets there, by the targets' names. */
  readonly cluster: number
  readonly giving: readonly [Giving, Giving]
  /** On how many other clusters these two targets meet. */
  readonly others: number
}

/**
 * The targets that meet on pairs which an edit places, or whose targets it may change, by the application's name: the first
 * `limit` of them. `edited`: the clusters that it creates or replaces. Applications without targets cost nothing.
 */
export function targetConflicts(
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  edited: Bits,
  limit: number,
): readonly TargetConflict[] {
  const found: TargetConflict[] = []
  for (const application of after.applications.ordered) {
    if (after.applications.slots[application]!.targets.length === 0) continue
    const touched = pairsTouched(before, after, application, edited)
    if (isEmpty(touched)) continue
    found.push(...conflictsOf(after, application, touched))
    if (found.length >= limit) return found.slice(0, limit)
  }
  return found
}

function pairsTouched(before: Fleet, after: Fleet, id: number, edited: Bits): Bits {
  const placed = placementsOf(after, id)
  return uniteAll([
    subtract(placed, placementsOf(before, id)),
    intersect(placed, edited),
    retargetable(before, after, id, placed),
  ])
}

type GivingTo = Giving & { readonly clusters: Bits }

function conflictsOf(fleet: Fleet, id: number, touched: Bits): TargetConflict[] {
  const byTarget = [...Map.groupBy(givingTo(fleet, id, touched), ({ target }) => target).values()]
  return byTarget.flatMap((one, place) =>
    byTarget.slice(place + 1).flatMap((other) => {
      const both = intersect(clustersOf(one), clustersOf(other))
      if (isEmpty(both)) return []
      const cluster = idsByName(fleet.clusters, both)[0]!
      const giving = [firstOn(one, cluster), firstOn(other, cluster)] as const
      return [{ application: id, cluster, giving, others: countBits(both) - 1 }]
    }),
  )
}

/** Those that reach some of the clusters, by target, then by policy. */
function givingTo(fleet: Fleet, id: number, clusters: Bits): readonly GivingTo[] {
  return rulesWithTargets(fleet, id)
    .map((rule) => ({
      policy: rule.policy.name,
      target: rule.policy.target!,
      clusters: intersect(clusters, clustersReached(fleet, rule, id)),
    }))
    .filter((each) => !isEmpty(each.clusters))
    .sort((a, b) => compareText(a.target, b.target) || compareText(a.policy, b.policy))
}

function clustersOf(giving: readonly GivingTo[]): Bits {
  return uniteAll(giving.map(({ clusters }) => clusters))
}

function firstOn(giving: readonly GivingTo[], cluster: number): Giving {
  const { policy, target } = giving.find(({ clusters }) => hasBit(clusters, cluster))!
  return { policy, target }
}
