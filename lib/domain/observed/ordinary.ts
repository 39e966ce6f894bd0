// The states of placements by the few that are not as most are.
import { type State, type StateCounts } from './states.ts'

/** How many placements there are, by whether their clusters are heard of. */
export type Placed = { readonly heard: number; readonly silent: number }

/** Pairs of which it is known by looking at them in which state they are. */
export type Exception = {
  readonly isSilent: boolean
  readonly state: State
  readonly count: number
  /** How many of them are placed: the others are left over. */
  readonly placed: number
}

/**
 * The states of all placements and of what is left over, by the exceptions among them: the others are unknown where their
 * clusters are silent, and healthy elsewhere.
 */
export function withOrdinary(
  { heard, silent }: Placed,
  exceptions: readonly Exception[],
): StateCounts {
  const counts: Partial<Record<State, number>> = {}
  const add = (state: State, count: number) => {
    if (count > 0) counts[state] = (counts[state] ?? 0) + count
  }
  const known = { heard: 0, silent: 0 }
  for (const { isSilent, state, count, placed } of exceptions) {
    add(state, count)
    known[isSilent ? 'silent' : 'heard'] += placed
  }
  add('healthy', heard - known.heard)
  add('unknown', silent - known.silent)
  return counts
}
