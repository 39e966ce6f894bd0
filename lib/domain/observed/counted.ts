// What is counted each hour.
import type { Rate } from './metric-series.ts'

/** Of clusters that are silent by plan: what is counted instead of how fresh they are. */
export const PLANNED = 'planned'

/** How it is at the full hour. */
export type Gauge = 'states' | 'freshness'

/** What happened in the hour that ends then. Of a deployment, everything counts for the hour in which it began. */
export type Sum =
  | 'deployments'
  | 'save_to_commit'
  | 'commit_to_pulled'
  | 'pulled_to_healthy'
  | 'sync_duration'
  | 'sync_outcomes'
  | 'changes'
  | Rate

/**
 * | metric              | what is counted, by name                                                                       |
 * |---------------------|------------------------------------------------------------------------------------------------|
 * | `states`            | placements, by state                                                                           |
 * | `freshness`         | clusters, by freshness, or `planned`: silent, but by plan; of a team or an application those on which it is placed |
 * | `deployments`       | deployments, by outcome                                                                        |
 * | `save_to_commit`    | deployments, by the time from the save to the commit of the cluster's branch                   |
 * | `commit_to_pulled`  | deployments, by the time from the commit until the cluster has pulled it                       |
 * | `pulled_to_healthy` | deployments, by the time from there until it is healthy                                        |
 * | `sync_duration`     | syncs that succeeded, by how long they took                                                    |
 * | `sync_outcomes`     | `succeeded`: syncs that did; `failed`: how often a placement came to fail, or failed otherwise |
 * | `changes`           | `changes`: accepted edits, of everything and everybody alone                                   |
 *
 * and what clusters count themselves, by cluster and by what clusters have in common, for everybody alone:
 *
 * | metric               | what is counted, by name                                              |
 * |----------------------|-----------------------------------------------------------------------|
 * | `reconcile_duration` | reconciliations, by how long they took, in buckets of metric-series.ts |
 * | `syncs_by_phase`     | syncs that ended, by the reconciler's own word for how                |
 * | `git_requests`       | requests to repositories, by kind                                     |
 *
 * Times are otherwise the buckets of durations.ts.
 */
export type CountedMetric = Gauge | Sum

/** By label, of the clusters. */
export type CountedBy = '' | 'application' | 'cluster' | `label:${string}`

/** How many of a group, by name: a state, an outcome, a bucket. */
type NamedCounts = Readonly<Record<string, number>>
/** By what the groups have in common; null: the clusters without such a label. `''`: everything, where nothing divides it. */
export type GroupedCounts = ReadonlyMap<string | null, NamedCounts>

/**
 * Counts as they are kept: the groups of which the same is counted, with its names once, in whose order each has its counts. A
 * year by a hundred groups is 600,000 counts; with the names beside each of them it would be three times as long, and take
 * three times as long to read.
 */
export type KeptCounts = readonly (readonly [
  names: readonly string[],
  groups: readonly (readonly [key: string | null, counts: readonly number[]])[],
])[]

/** The counts of several together. */
export function addedCounts(all: Iterable<KeptCounts>): GroupedCounts {
  const sums = new Sums()
  for (const kept of all) {
    for (const [names, groups] of kept) {
      const places = names.map((name) => sums.placeOf(name))
      for (const [key, counts] of groups) sums.add(key, places, counts)
    }
  }
  return sums.counts()
}

/** The same counts by other keys; groups that come to have one key are added up. */
export function addedBy(
  counts: GroupedCounts,
  keyOf: (key: string | null) => string | null,
): GroupedCounts {
  const sums = new Sums()
  for (const [key, named] of counts) {
    const places = Object.keys(named).map((name) => sums.placeOf(name))
    sums.add(keyOf(key), places, Object.values(named))
  }
  return sums.counts()
}

/** Adds up in arrays, which takes a third of the time. */
class Sums {
  readonly #places = new Map<string, number>()
  /** Of each group, by the places of the names. */
  readonly #groups = new Map<string | null, (number | undefined)[]>()

  placeOf(name: string): number {
    const place = this.#places.get(name) ?? this.#places.size
    this.#places.set(name, place)
    return place
  }

  add(key: string | null, places: readonly number[], counts: readonly number[]): void {
    const sums = this.#groups.get(key) ?? []
    this.#groups.set(key, sums)
    for (const [index, place] of places.entries()) {
      sums[place] = (sums[place] ?? 0) + counts[index]!
    }
  }

  counts(): GroupedCounts {
    // Buckets are called by numbers: from the least to the greatest, each object would grow like an array as long as that.
    const names = [...this.#places].toReversed()
    return new Map([...this.#groups].map(([key, sums]) => [key, namedSums(names, sums)]))
  }
}

function namedSums(
  names: readonly (readonly [string, number])[],
  sums: readonly (number | undefined)[],
): NamedCounts {
  const named: Record<string, number> = {}
  for (const [name, place] of names) {
    const sum = sums[place]
    if (sum !== undefined) named[name] = sum
  }
  return named
}
