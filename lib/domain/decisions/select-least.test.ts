import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { selectLeast } from './select-least.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3

it('puts a number where sorting puts it, after all that are less', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 300 }),
      fc.nat(299),
      (numbers, at) => {
        const nth = at % numbers.length
        const moved = Float64Array.from(numbers)
        selectLeast(moved, nth)
        const sorted = numbers.toSorted((a, b) => a - b)
        expect([...moved.subarray(0, nth)].sort((a, b) => a - b)).toEqual(sorted.slice(0, nth))
        expect(moved[nth]).toBe(sorted[nth])
        expect([...moved].sort((a, b) => a - b)).toEqual(sorted)
      },
    ),
    { numRuns },
  )
})
