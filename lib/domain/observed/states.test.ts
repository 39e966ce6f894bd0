import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshnessOf, freshForS, staleAfterS } from './freshness.ts'
import { counts } from './shown.ts'
import { STATES, TONES, worstOf } from './states.ts'

describe('the states', () => {
  it('stand worst first, with their colours', () => {
    expect(STATES.map((state) => `${state}: ${TONES[state]}`)).toEqual([
      'failed: bad',
      'degraded: bad',
      'missing: bad',
      'drifted: warn',
      'orphaned: warn',
      'behind: warn',
      'unknown: unknown',
      'waiting: progress',
      'progressing: progress',
      'leaving: progress',
      'suspended: unknown',
      'healthy: good',
    ])
  })
})

describe('a group', () => {
  const states = fc.array(fc.constantFrom(...STATES))

  it('counts each of its states', () => {
    expect(counts([])).toEqual({})
    expect(counts(['healthy', 'failed', 'healthy'])).toEqual({ healthy: 2, failed: 1 })
  })

  it('is called after its worst, and is never plain green with one that is unknown', () => {
    expect(worstOf({})).toBeNull()
    expect(worstOf({ healthy: 3, failed: 0 })).toBe('healthy')
    fc.assert(
      fc.property(states, (group) => {
        const worst = worstOf(counts(group))
        expect(worst).toBe(STATES.find((state) => group.includes(state)) ?? null)
        if (worst !== null && TONES[worst] === 'good') expect(new Set(group).size).toBe(1)
      }),
    )
  })
})

describe('freshness', () => {
  const NOW = new Date('2026-03-01T12:00:00Z')
  it.each([
    [60, 180, 600],
    [10, 180, 180],
    [30, 180, 300],
    [300, 900, 3000],
  ])(
    'of a cluster that reports each %i s is lost after %i s, and all of it after %i s',
    (interval, late, stale) => {
      expect([freshForS(interval), staleAfterS(interval)]).toEqual([late, stale])
      const seen = (ageS: number) =>
        freshnessOf({ at: new Date(NOW.getTime() - ageS * 1000), intervalS: interval }, NOW)
      expect([seen(0), seen(late), seen(stale + 1)]).toEqual(['fresh', 'fresh', 'stale'])
      if (late < stale) expect([seen(late + 1), seen(stale)]).toEqual(['late', 'late'])
    },
  )

  it('is none of a cluster that never reported', () => {
    expect(freshnessOf(null, NOW)).toBe('none')
  })
})
