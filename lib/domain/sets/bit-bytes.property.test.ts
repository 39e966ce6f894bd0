import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsIn, bytesOf } from './bit-bytes.ts'
import { bitsOf, idsIn } from './bits.ts'

describe('the bytes of a set', () => {
  it('have a bit for each member, and lead back to the set', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40_000)), (ids) => {
        const sorted = ids.toSorted((a, b) => a - b)
        const bytes = bytesOf(bitsOf(ids))
        const set = sorted.filter((id) => (bytes[id >>> 3]! >>> (id & 7)) & 1)
        expect(set).toEqual(sorted)
        expect(bytes.length).toBe(Math.ceil(((sorted.at(-1) ?? -1) + 1) / 8))
        expect(idsIn(bitsIn(bytes))).toEqual(sorted)
      }),
    )
  })

  it('of 10,000 members take 1,250', () => {
    expect(bytesOf(bitsOf(Array.from({ length: 10_000 }, (_, id) => id)))).toHaveLength(1250)
  })
})
