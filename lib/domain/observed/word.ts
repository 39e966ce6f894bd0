// The order of a cluster's words, and when they were said. Words come late, doubled and out of order; only the newest
// counts.
import type { ReceivedReport } from './reported.ts'

/** A word's place among those of its cluster. */
export type WordOrder = {
  /**
   * When the cluster looked, by its own clock and never corrected: what is learnt of a clock later must not put words in
   * another order.
   */
  readonly at: Date
  /** What the sender counts; null: it doesn't. */
  readonly sequence: number | null
}

/**
 * No clock is believed to be ahead by more. Where one was and is put right, its words look old for as long as it was ahead,
 * and at most for so long.
 */
const AHEAD_MAX_MS = 24 * 3_600_000

/** A clock that differs by less is right: a word takes as long to come. */
const RIGHT_WITHIN_MS = 30_000

/** Whether one word is newer than another: by the sender's count where both have one, else by the cluster's clock. */
export function isNewer(word: WordOrder, than: WordOrder): boolean {
  return word.sequence !== null && than.sequence !== null
    ? word.sequence > than.sequence
    : word.at > than.at
}

/** By how many milliseconds a cluster's clock is ahead of ours; negative: behind. */
export type ClockOffset = number

/** A word in time: its place among the others, when that was by our clock, and what is known of the cluster's clock by now. */
export type Heard = {
  readonly order: WordOrder
  readonly at: Date
  readonly offset: ClockOffset | null
}

/** When a word was said. `known` is what earlier words told of the cluster's clock; null: nothing. */
export function heard(
  word: Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence'>,
  receivedAt: Date,
  known: ClockOffset | null,
): Heard {
  const { observedAt, sentAt, sequence } = word
  const offset = observedAt === null ? known : clockOffset(observedAt, sentAt, receivedAt, known)
  const said = observedAt ?? shifted(receivedAt, offset ?? 0)
  return {
    order: { at: earlier(said, shifted(receivedAt, AHEAD_MAX_MS)), sequence },
    at: corrected(said, offset, receivedAt),
    offset,
  }
}

/**
 * What a word tells of its cluster's clock. `sentAt` is when its clock says that it was sent; without that, only a clock that
 * is ahead shows, as nothing is observed after it was received.
 *
 * A word may have been under way for long, and so makes a clock look behind: what is known is only raised, unless the clock
 * turns out to be right.
 */
export function clockOffset(
  observedAt: Date,
  sentAt: Date | null,
  receivedAt: Date,
  known: ClockOffset | null,
): ClockOffset | null {
  const ahead = (sentAt ?? observedAt).getTime() - receivedAt.getTime()
  if (known === null) return sentAt !== null || ahead > 0 ? ahead : null
  if (ahead >= known) return ahead
  return isRight(ahead) && !isRight(known) ? ahead : known
}

function isRight(offset: ClockOffset): boolean {
  return Math.abs(offset) <= RIGHT_WITHIN_MS
}

/** An instant of the cluster's clock in ours, and never after it was received, nor before 1970. */
export function corrected(at: Date, offset: ClockOffset | null, receivedAt: Date): Date {
  const ours = at.getTime() - (offset ?? 0)
  return new Date(Math.max(0, Math.min(ours, receivedAt.getTime())))
}

function shifted(at: Date, byMs: number): Date {
  return new Date(at.getTime() + byMs)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
