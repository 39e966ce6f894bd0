// What is kept of the series that a cluster's reconciler shows of itself to Prometheus.
import { BEYOND } from './durations.ts'

/** Counted by clusters themselves; of each, how much more it was is added up by the hour. */
export const RATES = ['reconcile_duration', 'syncs_by_phase', 'git_requests'] as const
export type Rate = (typeof RATES)[number]

/** How something is now: the newest says. */
export type Reading = 'application' | 'connection' | 'queue'

/** Of which a series tells, and of what it is one. */
export type KeptSeries = {
  readonly of: Rate | Reading
  /** What makes it another series than the others of its kind, besides `name`: such as an application. */
  readonly subject: string
  /** What it counts: a bucket, a phase; of a reading what it is of, such as a queue. */
  readonly name: string
  /** What it says by being there, for a series whose labels say it; null: its value says it. */
  readonly says: string | null
}

/** What one message holds at most; a Prometheus sends a hundredth of that at once unless it is told otherwise. */
export const METRIC_SERIES_MAX = 200_000

/** The labels of a series by their names; its own name is `__name__`. */
export type Labels = Pick<ReadonlyMap<string, string>, 'get'>

/** The instants (milliseconds) and values of a series, one after the other; NaN where it ended. */
export type KeptSamples = Omit<KeptSeries, 'subject'> & {
  /** Whose series it is: processes that were started anew or stand side by side count each for themselves. */
  readonly target: string
  readonly key: string
  readonly samples: readonly number[]
}

/** Up to how many seconds each bucket of reconciliations reaches. */
export const RECONCILE_BOUNDS_S = [0.25, 0.5, 1, 2, 4, 8, 16] as const

/** The bucket that reaches up to so many seconds; null: none does. */
export function reconcileBucket(seconds: number): string | null {
  if (seconds === Infinity) return BEYOND
  const bound = RECONCILE_BOUNDS_S.find((each) => each === seconds)
  return bound === undefined ? null : String(bound)
}

/** The next longer bucket; null: there is none. */
export function bucketAbove(bucket: string): string | null {
  if (bucket === BEYOND) return null
  const above = RECONCILE_BOUNDS_S.find((each) => each > Number(bucket))
  return above === undefined ? BEYOND : String(above)
}

export function isRate(of: Rate | Reading): of is Rate {
  return (RATES as readonly string[]).includes(of)
}

/**
 * A short text for a long one, of 53 bits, so that what is kept of a label is bounded and tells nothing that may be secret.
 * Who makes two of the same harms the counts of their own cluster alone. https://github.com/bryc/code/blob/1.x/jshash/experimental/cyrb53.js
 */
export function shortOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  // To other bases than ten, Node writes numbers many times more slowly.
  return String(4294967296 * (2097151 & low) + (high >>> 0))
}
