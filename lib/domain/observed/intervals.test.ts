import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intervalsOf, type ToldTurn } from './intervals.ts'
import { STATES } from './states.ts'

const at = (minute: number) => new Date(minute * 60_000)
const turn = (minute: number, given: Partial<ToldTurn> = {}): ToldTurn => ({
  at: at(minute),
  receivedAt: at(minute + 1),
  state: 'healthy',
  revision: 'a',
  isKnownBefore: true,
  stateBefore: 'degraded',
  revisionBefore: 'b',
  ...given,
})

describe('the intervals of a history', () => {
  it('are none where nothing is kept', () => {
    expect(intervalsOf([], true)).toEqual([])
  })

  it('end with what was before everything that is kept, if that was known', () => {
    const first = { state: 'healthy', revision: 'a', from: at(5), to: null, toldAt: at(6) }
    const before = { state: 'degraded', revision: 'b', from: null, to: at(5), toldAt: null }
    expect(intervalsOf([turn(5)], true)).toEqual([first, before])
    expect(intervalsOf([turn(5)], false)).toEqual([first])
    expect(intervalsOf([turn(5, { isKnownBefore: false })], true)).toEqual([first])
  })

  it('follow one another without a gap, newest first', () => {
    const turns = fc.uniqueArray(
      fc.record({ minute: fc.nat(500), state: fc.option(fc.constantFrom(...STATES)) }),
      { selector: ({ minute }) => minute, minLength: 1 },
    )
    fc.assert(
      fc.property(turns, fc.boolean(), (told, isWhole) => {
        const newestFirst = told.toSorted((a, b) => b.minute - a.minute)
        const rows = newestFirst.map(({ minute, state }) => turn(minute, { state }))
        const intervals = intervalsOf(rows, isWhole)
        expect(intervals).toHaveLength(rows.length + (isWhole ? 1 : 0))
        expect(intervals[0]?.to).toBeNull()
        for (const [index, { from }] of intervals.slice(0, -1).entries()) {
          expect(intervals[index + 1]?.to).toEqual(from)
        }
      }),
    )
  })
})
