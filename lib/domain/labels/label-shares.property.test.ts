import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelShares } from './label-shares.ts'

const labelsOfSome = fc.array(
  fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', 'x', 'y'))
    .map((labels) => new Map(Object.entries(labels))),
)

describe('the labels that objects share', () => {
  it('count for each key and value the objects that have it', () => {
    fc.assert(
      fc.property(labelsOfSome, (objects) => {
        const shares = labelShares(objects)
        expect(shares.map(({ key }) => key)).toEqual(
          [...new Set(objects.flatMap((labels) => [...labels.keys()]))].toSorted(),
        )
        for (const { key, objects: have, values } of shares) {
          expect(have).toBe(objects.filter((labels) => labels.has(key)).length)
          for (const { value, objects: equal } of values) {
            expect(equal).toBe(objects.filter((labels) => labels.get(key) === value).length)
            expect(equal).toBeGreaterThan(0)
          }
          expect(values.reduce((sum, { objects }) => sum + objects, 0)).toBe(have)
        }
      }),
    )
  })

  it('name the most common value first, and equal ones by text', () => {
    const objects = ['b', 'c', 'a', 'c'].map((value) => new Map([['ring', value]]))
    expect(labelShares(objects)).toEqual([
      {
        key: 'ring',
        objects: 4,
        values: [
          { value: 'c', objects: 2 },
          { value: 'a', objects: 1 },
          { value: 'b', objects: 1 },
        ],
      },
    ])
  })
})
