// How clusters stand by the rule of a pick: all about a choice that doesn't depend on the application.
import { clusterLabel } from '#lib/domain/objects/cluster/cluster.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { PickRule, Preference } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

type Standing = {
  readonly id: number
  readonly name: string
  /** Its value of the label over which clusters are spread; null: it has none, or they aren't spread. */
  readonly spread: string | null
  /** By each preference; what is less comes first. */
  readonly ranks: readonly number[]
}

/** Clusters with the same value that no preference tells apart, by name. */
export type Alike = {
  /** The same for those that stand alike by all preferences, with whatever value; what is less comes first. */
  readonly place: number
  readonly ids: readonly number[]
  readonly names: readonly string[]
}

/** Clusters by the value over which they are spread, in no order, and of each value by preference. */
export type Lineup = readonly (readonly Alike[])[]

/** `scoreOf`: the score of that name of a cluster, by its id; null: it has none. */
export function lineUp(
  rule: PickRule,
  clusters: Iterable<readonly [id: number, cluster: Cluster]>,
  scoreOf: (clusterId: number, score: string) => number | null,
): Lineup {
  const standings = Array.from(clusters, ([id, cluster]) =>
    standingOf(rule, id, cluster, (score) => scoreOf(id, score)),
  )
  standings.sort((a, b) => compareRanks(a.ranks, b.ranks) || compareText(a.name, b.name))
  const places = placesOf(standings)
  const values = Map.groupBy(standings.keys(), (nth) => standings[nth]!.spread)
  return [...values.values()].map((ofValue) =>
    [...Map.groupBy(ofValue, (nth) => places[nth]!)].map(([place, alike]) => ({
      place,
      ids: alike.map((nth) => standings[nth]!.id),
      names: alike.map((nth) => standings[nth]!.name),
    })),
  )
}

function standingOf(
  { spreadBy, prefer }: PickRule,
  id: number,
  cluster: Cluster,
  scoreOf: (score: string) => number | null,
): Standing {
  const rankBy = (preference: Preference) => {
    if ('score' in preference) return -(scoreOf(preference.score) ?? -Infinity)
    const value = clusterLabel(cluster, preference.label)
    const place = value === undefined ? -1 : preference.values.indexOf(value)
    return place === -1 ? Infinity : place
  }
  return {
    id,
    name: cluster.name,
    spread: spreadBy === null ? null : (clusterLabel(cluster, spreadBy) ?? null),
    ranks: prefer.map(rankBy),
  }
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [nth, rank] of a.entries()) {
    const other = b[nth]!
    if (rank !== other) return rank < other ? -1 : 1
  }
  return 0
}

/** Numbers what is sorted by preference, and gives those that are alike the same number. */
function placesOf(sorted: readonly Standing[]): readonly number[] {
  let place = 0
  return sorted.map(({ ranks }, nth) => {
    if (nth > 0 && compareRanks(sorted[nth - 1]!.ranks, ranks) !== 0) place++
    return place
  })
}
