import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_INDEX, indexWith } from '#lib/domain/labels/label-index.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { countKeys, countValues, groupingKeys } from './label-counts.ts'

const LIMIT = 3
const objectLabels = fc.dictionary(
  fc.constantFrom('region', 'ring', 'rack'),
  fc.constantFrom('a', 'b', 'ba'),
)

const mapOf = (labels: Record<string, string>) => new Map(Object.entries(labels))

/** Every text and how many there are, the most first. */
function counted(texts: readonly string[]) {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, all]) => ({ text, count: all.length }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, LIMIT)
}

it('counts keys and values as they are after edits, the most used first, of some objects or of all', () => {
  fc.assert(
    fc.property(
      fc.array(objectLabels, { maxLength: 12 }),
      fc.array(fc.option(objectLabels), { maxLength: 12 }),
      fc.option(fc.array(fc.nat(11))),
      fc.constantFrom('', 'r', 'ra', 'b'),
      (first, then, ids, prefix) => {
        const loaded = indexWith(
          EMPTY_INDEX,
          first.map((labels, id) => ({ id, before: null, after: mapOf(labels) })),
        )
        const edits = first.flatMap((before, id) => {
          const after = then[id]
          if (after === undefined) return []
          return [{ id, before: mapOf(before), after: after && mapOf(after) }]
        })
        const index = indexWith(loaded, edits)
        const among = ids && bitsOf(ids)
        const objects = first
          .map((labels, id) => (then[id] === undefined ? labels : then[id]))
          .filter((labels, id) => labels !== null && (ids === null || ids.includes(id)))
        const question = { prefix, among, limit: LIMIT }
        const keys = objects.flatMap((labels) => Object.keys(labels!))
        expect(countKeys(index, question)).toEqual(
          counted(keys.filter((key) => key.startsWith(prefix))),
        )
        const values = objects.flatMap((labels) => labels!['ring'] ?? [])
        expect(countValues(index, 'ring', question)).toEqual(
          counted(values.filter((value) => value.startsWith(prefix))),
        )
      },
    ),
  )
})

it('finds the first of very many values of a key', () => {
  const index = indexWith(
    EMPTY_INDEX,
    Array.from({ length: 500 }, (_, id) => ({
      id,
      before: null,
      after: new Map([
        ['name', id % 100 === 99 ? 'often' : `c${String(499 - id).padStart(3, '0')}`],
      ]),
    })),
  )
  expect(countValues(index, 'name', { prefix: '', among: null, limit: 3 })).toEqual([
    { text: 'often', count: 5 },
    { text: 'c001', count: 1 },
    { text: 'c002', count: 1 },
  ])
})

it('offers keys to group by that have several values, and few: the most used first, then those with more values', () => {
  const objects = Array.from({ length: 20 }, (_, id) => ({
    id,
    before: null,
    after: mapOf({
      name: `c${id}`,
      country: 'au',
      edge: String(id % 2),
      region: String(id % 4),
      ...(id > 5 && { tier: String(id % 3) }),
    }),
  }))
  const index = indexWith(EMPTY_INDEX, objects)
  expect(groupingKeys(index, null, 3)).toEqual(['region', 'edge', 'tier'])
  expect(groupingKeys(index, bitsOf([0, 2, 4]), 3)).toEqual(['region'])
})
