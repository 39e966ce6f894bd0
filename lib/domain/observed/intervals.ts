// What a pair was, and when, as its cluster told of it.
import type { State } from './states.ts'

/** What a pair became, and what it was before. */
export type ToldTurn = {
  readonly at: Date
  readonly receivedAt: Date
  /** Null: it isn't there any more. */
  readonly state: State | null
  readonly revision: string | null
  /** False: nothing was known of it before. */
  readonly isKnownBefore: boolean
  readonly stateBefore: State | null
  readonly revisionBefore: string | null
}

export type StateInterval = {
  /** Null: it wasn't there. */
  readonly state: State | null
  readonly revision: string | null
  /** Null: since before what is kept. */
  readonly from: Date | null
  /** Null: it is so at the end of the time that is asked about. */
  readonly to: Date | null
  /** When Berth heard that it began; null: that isn't kept. */
  readonly toldAt: Date | null
}

/**
 * The intervals between turns, newest first as the turns are. `isWhole`: there are no older turns, so that the oldest one says
 * what was before everything that is kept.
 */
export function intervalsOf(turns: readonly ToldTurn[], isWhole: boolean): StateInterval[] {
  const intervals = turns.map(({ state, revision, at, receivedAt }, index): StateInterval => ({
    state,
    revision,
    from: at,
    to: turns[index - 1]?.at ?? null,
    toldAt: receivedAt,
  }))
  const oldest = turns.at(-1)
  if (!isWhole || oldest === undefined || !oldest.isKnownBefore) return intervals
  const { stateBefore: state, revisionBefore: revision, at: to } = oldest
  return [...intervals, { state, revision, from: null, to, toldAt: null }]
}
