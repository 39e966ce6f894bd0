import {
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  property,
  uniqueArray,
  tuple,
} from 'fast-check'
import { expect, it } from 'vitest'
import { addedBy, addedCounts, type GroupedCounts } from './counted.ts'
import { keptCounts } from './testing/kept-counts.ts'

const KEYS = [null, 'prod', 'dev']
/** Such as buckets are called, and what isn't a number. */
const NAMES = ['5', '86400', '60', 'inf', 'healthy']

const named = dictionary(constantFrom(...NAMES), integer({ min: 0, max: 1000 }))
const counts = uniqueArray(tuple(constantFrom(...KEYS), named), { selector: ([key]) => key }).map(
  (groups): GroupedCounts => new Map(groups),
)

/** The sum of a name in a group, of those that have it; undefined: none does. */
function sumOf(all: readonly GroupedCounts[], keys: readonly (string | null)[], name: string) {
  const each = all.flatMap((one) => keys.flatMap((key) => one.get(key)?.[name] ?? []))
  return each.length === 0 ? undefined : each.reduce((sum, count) => sum + count, 0)
}

it('the counts of several together are, by group and name, the sum of what each has of them', () => {
  assert(
    property(array(counts, { maxLength: 5 }), (all) => {
      const sums = addedCounts(all.map((each) => keptCounts([...each])))
      for (const key of KEYS) {
        expect(sums.has(key)).toBe(all.some((one) => one.has(key)))
        for (const name of NAMES) expect(sums.get(key)?.[name]).toBe(sumOf(all, [key], name))
      }
    }),
  )
})

it('groups that come to have one key are added up', () => {
  assert(
    property(counts, (one) => {
      const sums = addedBy(one, () => 'all')
      for (const name of NAMES) expect(sums.get('all')?.[name]).toBe(sumOf([one], KEYS, name))
    }),
  )
})
