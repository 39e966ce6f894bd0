import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisText, axisValues, figureText, valueText } from './value-text.ts'

describe('a value', () => {
  it.each([
    [0, 'seconds', '0 s'],
    [0.4, 'seconds', '0.4 s'],
    [42, 'seconds', '42 s'],
    [60, 'seconds', '1 min'],
    [89, 'seconds', '89 s'],
    [90, 'seconds', '1.5 min'],
    [5400, 'seconds', '1.5 h'],
    [86_400, 'seconds', '1 d'],
    [900_000, 'seconds', '10 d'],
    [1, 'placements', '1 placement'],
    [1240, 'placements', '1,240 placements'],
    [0, 'syncs', '0 syncs'],
  ] as const)('%d %s is %s', (value, unit, text) => {
    expect(valueText(value, unit)).toBe(text)
  })

  it('that isn’t known is a dash, not nought', () => {
    expect(figureText(null, 'clusters')).toBe('–')
    expect(figureText(0, 'clusters')).toBe('0')
  })

  it('is short on an axis', () => {
    expect(axisText(1500, 'placements')).toBe('1.5K')
    expect(axisText(1800, 'seconds')).toBe('30 min')
  })
})

describe('the values of an axis', () => {
  it.each([
    [0, 'placements', [0, 1]],
    [1, 'placements', [0, 1]],
    [3, 'placements', [0, 1, 2, 3]],
    [940, 'placements', [0, 500, 1000]],
    [150, 'seconds', [0, 60, 120, 180]],
  ] as const)('up to %d %s', (largest, unit, values) => {
    expect(axisValues(largest, unit)).toEqual(values)
  })

  it('are round, reach the largest one, and are at most five', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e7, noNaN: true }),
        fc.constantFrom('placements' as const, 'seconds' as const),
        (largest, unit) => {
          const values = axisValues(largest, unit)
          expect(values.length).toBeLessThanOrEqual(5)
          expect(values.at(-1)).toBeGreaterThanOrEqual(largest)
          expect(values.every(Number.isInteger)).toBe(true)
        },
      ),
    )
  })
})
