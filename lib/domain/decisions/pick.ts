// Picks some of the clusters that a policy may place an application on, and keeps to what was picked before as far as it may.
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { Share } from '#lib/domain/objects/shares.ts'
import type { PickRule, Preference } from '#lib/domain/objects/target-policy/pick-rule.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  idsIn,
  intersect,
  NO_BITS,
  subtract,
  unite,
} from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { lotOf } from '#lib/domain/text/lots.ts'

/** How a cluster stands by a rule, whatever the application. */
export type Standing = {
  readonly name: string
  /** Its value of the label over which clusters are spread; null: it has none, or they aren't spread. */
  readonly spread: string | null
  /** By each preference; what is less comes first. */
  readonly ranks: readonly number[]
}

/** `scoreOf`: the cluster's score of that name; null: it has none. */
export function standingOf(
  { spreadBy, prefer }: PickRule,
  cluster: Cluster,
  scoreOf: (score: string) => number | null,
): Standing {
  const labels = clusterLabels(cluster)
  const rankBy = (preference: Preference) => {
    if ('score' in preference) return -(scoreOf(preference.score) ?? -Infinity)
    const value = labels.get(preference.label)
    const place = value === undefined ? -1 : preference.values.indexOf(value)
    return place === -1 ? Infinity : place
  }
  return {
    name: cluster.name,
    spread: spreadBy === null ? null : (labels.get(spreadBy) ?? null),
    ranks: prefer.map(rankBy),
  }
}

type Picking = {
  readonly rule: PickRule
  /** Of the application, as `namespace/name`: each gets other clusters of those that are alike. */
  readonly application: string
  /** The ids of the clusters that may be picked. */
  readonly candidates: Bits
  /** What was picked before; those that are no candidates any more don't count. */
  readonly current: Bits
  readonly standingOf: (clusterId: number) => Standing
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
  if (keeps > wanted) return firstOf(kept, NO_BITS, wanted, picking)
  const others = firstOf(subtract(candidates, kept), kept, wanted - keeps, picking)
  return unite(kept, others)
}

/** How many a rule picks of so many candidates: percents round up, and there are never more than there are. */
export function countWanted(share: Share, candidates: number): number {
  if ('count' in share) return Math.min(share.count, candidates)
  return Math.ceil((candidates * share.percent) / 100)
}

type Drawn = Standing & { readonly id: number; readonly lot: number }

/** `count` of a pool, beside those that are picked already. */
function firstOf(
  pool: Bits,
  picked: Bits,
  count: number,
  { application, standingOf }: Pick<Picking, 'application' | 'standingOf'>,
): Bits {
  const drawn = idsIn(pool).map((id): Drawn => {
    const standing = standingOf(id)
    return { ...standing, id, lot: lotOf(`${application} ${standing.name}`) }
  })
  const places = new Map<string | null, number>()
  for (const id of idsIn(picked)) takePlace(places, standingOf(id).spread)
  const inTurn = drawn
    .sort(compareDrawn)
    .map((each) => ({ id: each.id, place: takePlace(places, each.spread) }))
  // Sorting is stable, so those in the same place of their values stay in the order above.
  inTurn.sort((a, b) => a.place - b.place)
  return bitsOf(inTurn.slice(0, count).map(({ id }) => id))
}

/** The next place among those with a value. */
function takePlace(places: Map<string | null, number>, value: string | null): number {
  const place = places.get(value) ?? 0
  places.set(value, place + 1)
  return place
}

function compareDrawn(a: Drawn, b: Drawn): number {
  for (const [nth, rank] of a.ranks.entries()) {
    const other = b.ranks[nth]!
    if (rank !== other) return rank < other ? -1 : 1
  }
  return a.lot - b.lot || compareText(a.name, b.name)
}
