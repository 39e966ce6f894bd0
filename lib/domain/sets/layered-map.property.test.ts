import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_MAP, lookUp, mapWith, valuesIn } from './layered-map.ts'
import type { LayeredMap } from './layered-map.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const key = fc.integer({ min: 0, max: 60 }).map((number) => `k${number}`)
const values = fc
  .array(fc.tuple(key, fc.option(fc.nat(9), { freq: 3 })), { maxLength: 20 })
  .map((entries) => new Map(entries))

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

it('says what a plain map says after any edits, and so do the maps that were edited', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 20 }), (steps) => {
      let map: LayeredMap<number> = EMPTY_MAP
      const plain = new Map<string, number>()
      const past: { map: LayeredMap<number>; values: number[] }[] = []
      for (const step of steps) {
        map = mapWith(map, step)
        for (const [key, value] of step) {
          if (value === null) plain.delete(key)
          else plain.set(key, value)
        }
        for (let i = 0; i <= 60; i++) expect(lookUp(map, `k${i}`)).toBe(plain.get(`k${i}`))
        expect(ascending(valuesIn(map))).toEqual(ascending([...plain.values()]))
        past.push({ map, values: valuesIn(map) })
      }
      for (const { map, values } of past) expect(valuesIn(map)).toEqual(values)
    }),
    { numRuns },
  )
})

it('shares the large part of a large map with its successor', () => {
  const large = mapWith(EMPTY_MAP, new Map(Array.from({ length: 100 }, (_, i) => [`k${i}`, i])))
  expect(
    mapWith(
      large,
      new Map([
        ['k1', 2],
        ['new', 3],
      ]),
    ).base,
  ).toBe(large.base)
})
