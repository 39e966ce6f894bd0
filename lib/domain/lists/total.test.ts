import { describe, expect, it } from 'vitest'
import { countedTotal, exactly } from './total.ts'

describe('a total', () => {
  it.each([
    [0, { total: 0, totalIsExact: true }],
    [9_999, { total: 9_999, totalIsExact: true }],
    [10_000, { total: 10_000, totalIsExact: true }],
    [10_001, { total: 10_000, totalIsExact: false }],
    [5_000_000, { total: 10_000, totalIsExact: false }],
  ])('that was counted to %i is exact up to 10,000 and a lower bound above', (counted, total) => {
    expect(countedTotal(counted)).toEqual(total)
  })

  it('that is known is exact at any size', () => {
    expect(exactly(5_000_000)).toEqual({ total: 5_000_000, totalIsExact: true })
  })
})
