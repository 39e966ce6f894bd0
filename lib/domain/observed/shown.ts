// The state in which people see a placement: what its cluster said last, as far as that still says anything of what is
// wanted now.
import { type Freshness, isSilentWhen } from './freshness.ts'
import type { Judgement } from './judge.ts'
import type { State, StateCounts } from './states.ts'

/** What is kept of a cluster's words about an application of ours. */
export type StoredState = {
  readonly state: State
  readonly later: Judgement['later']
  /** Since when its cluster knows that it isn't wanted; null: it was judged as wanted, or the cluster doesn't know yet. */
  readonly unwantedSince: Date | null
}

/** What is wanted, in changes of the tenant. */
export type Placed = {
  /** The change since which it has a manifest: the one that began the placement, or its first release there. */
  readonly began: number
  /**
   * The newest change that its manifest depends on: the placement's own, or one of its source; null: it has no manifest, because
   * it waits for a release.
   */
  readonly wanted: number | null
}

/**
 * The state shown of a pair. `stored` null: its cluster never spoke of it; `placed` null: it isn't placed; `pulled`: the newest
 * change that the cluster has applied; null: none. The answer is null for what is neither placed nor there.
 */
export function shownState(
  freshness: Freshness,
  stored: StoredState | null,
  placed: Placed | null,
  pulled: number | null,
  now: Date,
): State | null {
  if (stored === null && placed === null) return null
  if (isSilentWhen(freshness)) return 'unknown'
  if (stored === null) return 'waiting'
  const base = stateBy(stored, now)
  const isJudgedUnwanted = stored.unwantedSince !== null
  if (placed === null) return isJudgedUnwanted ? base : 'leaving'
  if (isJudgedUnwanted || placed.wanted === null) return 'waiting'
  return hasPulled(pulled, placed.wanted) || countsBeforePulled(base, placed, pulled)
    ? base
    : 'waiting'
}

/** In which states what is there without being placed can be: the removal of some fails. */
export const LEFT_STATES = [
  'failed',
  'orphaned',
  'unknown',
  'leaving',
] as const satisfies readonly State[]

export function isLeftState(state: State): boolean {
  return LEFT_STATES.some((each) => each === state)
}

/** What the cluster has is in trouble whatever is on its way to it. */
function countsBeforePulled(base: State, { began }: Placed, pulled: number | null): boolean {
  return base === 'degraded' || (base === 'missing' && hasPulled(pulled, began))
}

function stateBy({ state, later }: StoredState, now: Date): State {
  return later !== null && later.at <= now ? later.state : state
}

function hasPulled(pulled: number | null, change: number): boolean {
  return pulled !== null && pulled >= change
}

/** How many there are of each state. */
export function counts(states: Iterable<State>): StateCounts {
  const counted: Partial<Record<State, number>> = {}
  for (const state of states) counted[state] = (counted[state] ?? 0) + 1
  return counted
}
