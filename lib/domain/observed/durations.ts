// How long things take, as counts of buckets: they can be added over time and groups, and still tell a median.

/** Up to how many seconds each bucket reaches; what takes longer than the last is in one of its own. */
export const BOUNDS_S = [
  1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21_600, 43_200, 86_400,
] as const

/** The bucket without an upper bound. */
export const BEYOND = 'inf'

/** By bucket, which is called by its upper bound. */
export type DurationCounts = Readonly<Record<string, number>>

/** The bucket of a duration: the first whose bound isn't less. */
export function bucketOf(seconds: number): string {
  const bound = BOUNDS_S.find((each) => seconds <= each)
  return bound === undefined ? BEYOND : String(bound)
}

/**
 * For how many seconds at most a share `q` (0 to 1) of the durations took, as if those of a bucket were spread evenly over
 * it; `bounds` are those of the buckets. Null: there are none. Beyond the last bound that bound is all that can be told. As Prometheus' `histogram_quantile`:
 * https://github.com/prometheus/prometheus/blob/v3.5.0/promql/quantile.go
 */
export function quantileOf(
  counts: DurationCounts,
  q: number,
  bounds: readonly number[] = BOUNDS_S,
): number | null {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.min(1, Math.max(0, q)) * total
  let below = 0
  let lower = 0
  for (const upper of bounds) {
    const count = counts[upper] ?? 0
    if (count > 0 && below + count >= rank)
      return lower + ((upper - lower) * (rank - below)) / count
    below += count
    lower = upper
  }
  return lower
}
