import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  CHUNK_IDS,
  NO_BITS,
  bitsOf,
  bitsOfAll,
  boundOf,
  countBits,
  countCommon,
  differ,
  hasBit,
  idsIn,
  intersect,
  isEmpty,
  isSameSet,
  meet,
  subtract,
  unite,
  uniteAll,
  withBits,
} from './bits.ts'
import type { Bits } from './bits.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3
/** At both ends of chunks and words, and few enough for ids to repeat often. */
const id = fc
  .tuple(fc.nat(4), fc.constantFrom(0, 1, 31, 32, 33, 4000, CHUNK_IDS - 32, CHUNK_IDS - 1))
  .map(([chunk, rest]) => chunk * CHUNK_IDS + rest)
const ids = fc.array(id, { maxLength: 30 })

/** A set and its expected members. */
type Held = { readonly bits: Bits; readonly members: ReadonlySet<number> }

function heldOf(members: readonly number[]): Held {
  return { bits: bitsOf(members), members: new Set(members) }
}

/** Where nothing was edited, the second shares chunks with the first. */
const pair = fc.tuple(ids, ids, ids, fc.boolean()).map(([one, leaving, coming, isSuccessor]) => {
  const a = heldOf(one)
  if (!isSuccessor) return { a, b: heldOf(coming) }
  const gone = withBits(a.bits, leaving, () => false)
  const members = new Set([...a.members].filter((id) => !leaving.includes(id)).concat(coming))
  return { a, b: { bits: withBits(gone, coming, () => true), members } }
})

function isSameMembers(a: Held, b: Held): boolean {
  return a.members.size === b.members.size && [...a.members].every((id) => b.members.has(id))
}

function expectHeld(bits: Bits, members: ReadonlySet<number>) {
  const sorted = [...members].sort((a, b) => a - b)
  expect(idsIn(bits)).toEqual(sorted)
  expect(countBits(bits)).toBe(members.size)
  expect(isEmpty(bits)).toBe(members.size === 0)
  // No zeros at the end of a chunk or a set: `isEmpty` and `isSameSet` rely on the length.
  expect(isSameSet(bits, bitsOf(sorted))).toBe(true)
  const last = sorted.at(-1)
  expect(boundOf(bits)).toBe(last === undefined ? 0 : Math.floor(last / 32) * 32 + 32)
}

it('holds what the same steps on plain sets hold, across chunks and between successors', () => {
  fc.assert(
    fc.property(pair, fc.array(pair, { maxLength: 3 }), id, ({ a, b }, others, asked) => {
      expectHeld(a.bits, a.members)
      expectHeld(b.bits, b.members)
      expectHeld(
        intersect(a.bits, b.bits),
        new Set([...a.members].filter((id) => b.members.has(id))),
      )
      expect(meet(a.bits, b.bits)).toBe([...a.members].some((id) => b.members.has(id)))
      expectHeld(
        subtract(a.bits, b.bits),
        new Set([...a.members].filter((id) => !b.members.has(id))),
      )
      expectHeld(
        differ(a.bits, b.bits),
        new Set(
          [...a.members, ...b.members].filter((id) => a.members.has(id) !== b.members.has(id)),
        ),
      )
      expect(countCommon(a.bits, b.bits)).toBe(
        [...a.members].filter((id) => b.members.has(id)).length,
      )
      expectHeld(unite(a.bits, b.bits), new Set([...a.members, ...b.members]))
      const all = [a, b, ...others.flatMap((each) => [each.a, each.b])]
      const members = new Set(all.flatMap((each) => [...each.members]))
      expectHeld(uniteAll(all.map((each) => each.bits)), members)
      const bound = CHUNK_IDS * 5
      const lists = all.map((each) => [...each.members])
      expectHeld(bitsOfAll(lists, bound), members)
      expect(isSameSet(a.bits, b.bits)).toBe(isSameMembers(a, b))
      expect(hasBit(a.bits, asked)).toBe(a.members.has(asked))
    }),
    { numRuns },
  )
})

/** Words that fail the test when they are read. */
function sealedWords(): Bits[number] {
  return new Proxy(new Uint32Array(4).fill(1), {
    get(words, property) {
      if (property === 'length') return words.length
      throw new Error(`read ${String(property)} of a chunk that is shared`)
    },
  })
}

it('reads no word of a chunk that two sets share', () => {
  const sealed = [sealedWords(), sealedWords(), sealedWords()]
  const [edited] = bitsOf([3])
  const before: Bits = [sealed[0]!, edited!, sealed[1]!, sealed[2]!]
  const after = withBits(before, [CHUNK_IDS + 3, CHUNK_IDS + 7], (nth) => nth === 1)
  expect(idsIn(subtract(after, before))).toEqual([CHUNK_IDS + 7])
  expect(idsIn(subtract(before, after))).toEqual([CHUNK_IDS + 3])
  expect(isSameSet(before, after)).toBe(false)
  for (const bits of [after, intersect(before, after), unite(before, after)]) {
    expect([bits[0], bits[2], bits[3]].map((words, at) => words === sealed[at])).toEqual([
      true,
      true,
      true,
    ])
  }
  expect(idsIn(intersect(after, bitsOf([CHUNK_IDS + 7])))).toEqual([CHUNK_IDS + 7])
  expect(() => intersect(after, bitsOf([5]))).toThrow('read 0 of a chunk')
  expect(withBits(NO_BITS, [], () => true)).toBe(NO_BITS)
})
