import { describe, expect, it } from 'vitest'
import { afterFailure, afterRepeat, afterTurn, FRESH, type Patience } from './patience.ts'

const NOW = 1_000_000
/** The extremes of chance, and a value in between. */
const LONGEST = 0
const SHORTEST = 1

/** The wait after so many failures in a row, in seconds. */
function delayAfter(failures: number, chance: number): number {
  let patience: Patience = FRESH
  for (let failure = 0; failure < failures; failure++)
    patience = afterFailure(patience, NOW, chance)
  return (patience.notBefore - NOW) / 1_000
}

describe('a branch that failed', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 16],
    [6, 32],
    [7, 60],
    [8, 60],
    [2_000, 60],
  ])('%d times waits %d s, of which chance takes off up to half', (failures, seconds) => {
    expect(delayAfter(failures, LONGEST)).toBe(seconds)
    expect(delayAfter(failures, SHORTEST)).toBe(seconds / 2)
    expect(delayAfter(failures, 0.5)).toBe(seconds * 0.75)
  })

  it('waits no less because others had their turn in the meantime, and goes on counting', () => {
    const failed = afterFailure(afterFailure(FRESH, NOW, LONGEST), NOW, LONGEST)
    const later = afterFailure(afterTurn(failed, NOW), NOW, LONGEST)
    expect(later.notBefore - NOW).toBe(4_000)
  })
})

describe('a branch where something new was learned', () => {
  it('is tried again at once, five times, and then as after a failure', () => {
    let patience: Patience = FRESH
    for (let repeat = 1; repeat <= 5; repeat++) {
      patience = afterRepeat(patience, NOW, LONGEST)
      expect(patience).toEqual({ failures: 0, repeats: repeat, notBefore: 0 })
    }
    patience = afterRepeat(patience, NOW, LONGEST)
    expect(patience).toEqual({ failures: 1, repeats: 0, notBefore: NOW + 1_000 })
    // Learning something after the wait allows five more attempts.
    expect(afterRepeat(patience, NOW, LONGEST).notBefore).toBe(0)
  })
})

describe('a branch that somebody else works on', () => {
  it('is looked at again a second later, as often as it takes', () => {
    let patience: Patience = FRESH
    for (let turn = 0; turn < 100; turn++) patience = afterTurn(patience, NOW)
    expect(patience).toEqual({ ...FRESH, notBefore: NOW + 1_000 })
  })
})
