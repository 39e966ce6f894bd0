// When a branch is tried again: later and later after failures, and never all branches at the same moment.

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
/** More repetitions mean that it isn't getting anywhere, although each one learned something new. */
const REPEATS_MAX = 5

export type Patience = {
  readonly failures: number
  readonly repeats: number
  readonly notBefore: number
}

export const FRESH: Patience = { failures: 0, repeats: 0, notBefore: 0 }

/** After a failure: 1 s, doubled up to 60 s, minus up to half by chance. `chance` is from 0 to 1. */
export function afterFailure({ failures }: Patience, now: number, chance: number): Patience {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)
  return { failures: failures + 1, repeats: 0, notBefore: now + delay * (1 - chance / 2) }
}

/** At once, the first few times. */
export function afterRepeat(patience: Patience, now: number, chance: number): Patience {
  if (patience.repeats >= REPEATS_MAX) return afterFailure(patience, now, chance)
  return { ...patience, repeats: patience.repeats + 1, notBefore: 0 }
}

/** After another process had its turn. */
export function afterTurn(patience: Patience, now: number): Patience {
  return { ...patience, notBefore: now + FIRST_DELAY_MS }
}
