// Picks some of the clusters that a policy may place an application on, and keeps to what was picked before as far as it may.
import type { PickRule } from '#lib/domain/objects/target-policy/pick-rule.ts'
import type { Share } from '#lib/domain/objects/shares.ts'
import { type Bits, countBits, intersect, NO_BITS, subtract, unite } from '#lib/domain/sets/bits.ts'
import { chooseOf } from './choose.ts'
import type { Lineup } from './lineup.ts'

type Picking = {
  readonly rule: PickRule
  /** Of the application, as `namespace/name`: each gets other clusters of those that are alike. */
  readonly application: string
  /** The ids of the clusters that may be picked. */
  readonly candidates: Bits
  /** What was picked before; those that are no candidates any more don't count. */
  readonly current: Bits
  /** All candidates, and maybe others; only asked for if there is anything to choose. */
  readonly lineup: () => Lineup
}

/**
 * The clusters that a rule picks: as many of those before as it may keep and, if these are fewer than it wants, others. Of those
 * among which it has a choice it takes one after the other from the value of `spreadBy` of which it has the fewest, then by
 * preference, then by a lot that depends on the names of the application and the cluster. With as many as it wants it keeps to
 * them, whatever labels and scores they have by now.
 */
export function pickClusters({ rule, candidates, current, ...picking }: Picking): Bits {
  const wanted = countWanted(rule.count, countBits(candidates))
  const kept = intersect(current, candidates)
  const keeps = countBits(kept)
  if (keeps === wanted) return kept
  if (wanted === countBits(candidates)) return candidates
  const { application, lineup } = picking
  if (keeps > wanted) return chooseOf(kept, NO_BITS, wanted, lineup(), application)
  const others = subtract(candidates, kept)
  return unite(kept, chooseOf(others, kept, wanted - keeps, lineup(), application))
}

/** How many a rule picks of so many candidates: percents round up, and there are never more than there are. */
export function countWanted(share: Share, candidates: number): number {
  if ('count' in share) return Math.min(share.count, candidates)
  return Math.ceil((candidates * share.percent) / 100)
}
