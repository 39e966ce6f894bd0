import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fnv1a } from './fnv1a.ts'
import { lotOf, lotsAfter } from './lots.ts'

// From the test vectors of https://datatracker.ietf.org/doc/draft-eastlake-fnv/
it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('hashes %j as published', (text, hash) => {
  expect(fnv1a(text)).toBe(hash)
})

it('hashes a text as its bytes in UTF-8, one after the other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let hash = 0x811c9dc5
      for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
      expect(fnv1a(text)).toBe(hash >>> 0)
    }),
  )
})

it.each([
  ['ieb/app1 cluster-00001', 2622690268],
  ['ops/größe c1', 1543418969],
])('gives %j the lot that it always had', (text, lot) => {
  expect(lotOf(text)).toBe(lot)
})

it('gives the same lot however a text is cut in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(lotsAfter(one)(other)).toBe(lotOf(one + other))
    }),
  )
})
