import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedPause, ATTEMPTS_MAX, pauseAfter, restAfter } from './retry.ts'

const HOUR_MS = 3_600_000
const middle = { random: 0.5, asked: null }

describe('what was not delivered', () => {
  it('is tried for about a day, ever more rarely', () => {
    const pauses = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, index) =>
      pauseAfter(index + 1, middle),
    )
    expect(pauses.slice(0, 4)).toEqual([5_000, 15_000, 45_000, 135_000])
    expect(pauseAfter(ATTEMPTS_MAX, middle)).toBeNull()
    const day = pauses.reduce<number>((sum, pause) => sum + pause!, 0)
    expect(day).toBeGreaterThan(20 * HOUR_MS)
    expect(day).toBeLessThan(24 * HOUR_MS)
  })

  it('waits for as long as it is asked, but never for a day, and never all at one time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.nat(48 * HOUR_MS)),
        (attempts, random, asked) => {
          const pause = pauseAfter(attempts, { random, asked })!
          const plain = pauseAfter(attempts, middle)!
          expect(pause).toBeGreaterThanOrEqual(Math.min(asked ?? 0, 6 * HOUR_MS))
          expect(pause).toBeGreaterThanOrEqual(Math.floor(plain * 0.8))
          expect(pause).toBeLessThanOrEqual(7.2 * HOUR_MS)
        },
      ),
    )
  })

  it('lets its receiver rest for ten minutes at most, unless it asks for more', () => {
    expect([1, 2, 3, 20].map((failures) => restAfter(failures, null))).toEqual([
      5_000, 15_000, 45_000, 600_000,
    ])
    expect(restAfter(1, HOUR_MS)).toBe(HOUR_MS)
    expect(restAfter(1, 100 * HOUR_MS)).toBe(6 * HOUR_MS)
  })
})

describe('Retry-After', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['-1', null],
    ['120', 120_000],
    ['Sun, 22 Nov 2026 10:01:00 GMT', 60_000],
    ['Sun, 22 Nov 2026 09:01:00 GMT', 0],
  ])('%j is %j', (header, pause) => {
    expect(askedPause(header, now)).toBe(pause)
  })
})
