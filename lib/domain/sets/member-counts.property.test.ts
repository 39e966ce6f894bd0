import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { bitsOf, CHUNK_IDS } from './bits.ts'
import { countMembers, countOf, sumAmong } from './member-counts.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
const IDS = [0, 1, 31, 32, 4000, CHUNK_IDS - 1, CHUNK_IDS, 3 * CHUNK_IDS + 5]
const ids = fc.subarray(IDS)

it('counts in how many sets each id is, and adds up the counts of some', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 20 }), ids, (sets, asked) => {
      const naive = (id: number) => sets.filter((set) => set.includes(id)).length
      const counts = countMembers(sets.map((set) => bitsOf(set)))
      expect(IDS.map((id) => countOf(counts, id))).toEqual(IDS.map(naive))
      expect(sumAmong(counts, bitsOf(asked))).toBe(asked.reduce((sum, id) => sum + naive(id), 0))
    }),
    { numRuns },
  )
})
