// The order of a cluster's words, and what its clock says. Words come late, doubled and out of order; only the newest
// counts.

/** A word's place among those of its cluster. */
export type WordOrder = {
  /** When the cluster looked, corrected by what is known of its clock, and never after it was received. */
  readonly at: Date
  /** What the sender counts; null: it doesn't. */
  readonly sequence: number | null
}

/** A clock that is ahead by more is said to be. */
export const CLOCK_AHEAD_MS = 5 * 60_000

/** Whether one word is newer than another: by the sender's count where both have one, else by the clock. */
export function isNewer(word: WordOrder, than: WordOrder): boolean {
  return word.sequence !== null && than.sequence !== null
    ? word.sequence > than.sequence
    : word.at > than.at
}

/** By how many milliseconds a cluster's clock is ahead of ours; negative: behind. */
export type ClockOffset = number

/**
 * What a word tells of its cluster's clock. `sentAt` is when its clock says that it was sent, which is exact; without that, only
 * a clock that is ahead shows, as nothing is observed after it was received. Null: nothing is known.
 */
export function clockOffset(
  observedAt: Date,
  sentAt: Date | null,
  receivedAt: Date,
  known: ClockOffset | null,
): ClockOffset | null {
  if (sentAt !== null) return sentAt.getTime() - receivedAt.getTime()
  const ahead = observedAt.getTime() - receivedAt.getTime()
  return ahead > Math.max(0, known ?? 0) ? ahead : known
}

/** An instant of the cluster's clock in ours. */
export function corrected(at: Date, offset: ClockOffset | null, receivedAt: Date): Date {
  return new Date(Math.min(at.getTime() - (offset ?? 0), receivedAt.getTime()))
}
