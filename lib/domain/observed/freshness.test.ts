import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Freshness, freshnessLastsMs, freshnessOf } from './freshness.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

describe('how fresh a cluster is', () => {
  it.each<[string, number | null, number, Freshness]>([
    // case | seconds since it was seen | its interval | freshness
    ['it never reported', null, 60, 'none'],
    ['it was seen just now', 0, 60, 'fresh'],
    ['it was seen three intervals ago', 180, 60, 'fresh'],
    ['it missed three intervals', 181, 60, 'late'],
    ['it was seen ten intervals ago', 600, 60, 'late'],
    ['it missed ten intervals', 601, 60, 'stale'],
    ['a short interval leaves it three minutes', 180, 10, 'fresh'],
    ['a short interval: it is stale as soon as it isn’t fresh', 181, 10, 'stale'],
    ['a long interval', 10_000, 3600, 'fresh'],
    ['its clock is ahead', -100, 60, 'fresh'],
  ])('%s', (_, age, intervalS, wanted) => {
    expect(freshnessOf(age === null ? null : { at: ago(age), intervalS }, NOW)).toBe(wanted)
  })

  it('lasts until the instant that is said, and not longer', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: -600, max: 20_000 }), { nil: null }),
        fc.integer({ min: 10, max: 3600 }),
        (age, intervalS) => {
          const seen = age === null ? null : { at: ago(age), intervalS }
          const lasts = freshnessLastsMs(seen, NOW)
          const at = (ms: number) => freshnessOf(seen, new Date(NOW.getTime() + ms))
          const now = at(0)
          if (lasts === null) {
            expect(['stale', 'none']).toContain(now)
            expect(at(1e12)).toBe(now)
          } else {
            expect(at(lasts)).toBe(now)
            expect(at(lasts + 1)).not.toBe(now)
          }
        },
      ),
    )
  })
})
