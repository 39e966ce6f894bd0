// In which state a placement is, as its cluster says; and what a group of them is called.

/** Worst first: this order says what a group is. */
export const STATES = [
  'failed',
  'degraded',
  'missing',
  'drifted',
  'orphaned',
  'behind',
  'unknown',
  'waiting',
  'progressing',
  'leaving',
  'suspended',
  'healthy',
] as const
export type State = (typeof STATES)[number]

/** What colours stand for. `unknown` is never shown as good. */
export type Tone = 'bad' | 'warn' | 'progress' | 'good' | 'unknown'

export const TONES: Readonly<Record<State, Tone>> = {
  failed: 'bad',
  degraded: 'bad',
  missing: 'bad',
  drifted: 'warn',
  orphaned: 'warn',
  behind: 'warn',
  unknown: 'unknown',
  waiting: 'progress',
  progressing: 'progress',
  leaving: 'progress',
  suspended: 'unknown',
  healthy: 'good',
}

/** Those in which nothing is wrong with what was asked for. */
export const OK_STATES: readonly State[] = ['suspended', 'healthy']

/** How many placements of a group are in each state; states without any may be left out. */
export type StateCounts = Readonly<Partial<Record<State, number>>>

/** The worst state that a group has; null: the group is empty. */
export function worstOf(counts: StateCounts): State | null {
  return STATES.find((state) => (counts[state] ?? 0) > 0) ?? null
}
