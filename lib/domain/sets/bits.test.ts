import { expect, it } from 'vitest'
import {
  NO_BITS,
  bitsOf,
  countBits,
  hasBit,
  idsIn,
  intersect,
  isEmpty,
  subtract,
  unite,
  uniteAll,
  withBits,
} from './bits.ts'

const EDGES = [0, 1, 30, 31, 32, 33, 63, 64, 95, 1000]

it('holds the ids at both ends of every word', () => {
  const bits = bitsOf(EDGES.toReversed())
  expect(idsIn(bits)).toEqual(EDGES)
  expect(countBits(bits)).toBe(EDGES.length)
  expect(EDGES.every((id) => hasBit(bits, id))).toBe(true)
  expect([2, 29, 34, 999, 1001, 100_000].some((id) => hasBit(bits, id))).toBe(false)
})

it('counts and lists full words', () => {
  const all = Array.from({ length: 96 }, (_, id) => id)
  expect(countBits(bitsOf(all))).toBe(96)
  expect(idsIn(bitsOf(all))).toEqual(all)
})

it('takes sets of different lengths together', () => {
  const long = bitsOf([1, 40, 200])
  const short = bitsOf([1, 2])
  expect(idsIn(unite(long, short))).toEqual([1, 2, 40, 200])
  expect(idsIn(unite(short, long))).toEqual([1, 2, 40, 200])
  expect(idsIn(uniteAll([short, NO_BITS, long]))).toEqual([1, 2, 40, 200])
  expect(idsIn(intersect(long, short))).toEqual([1])
  expect(idsIn(intersect(short, long))).toEqual([1])
  expect(idsIn(subtract(long, short))).toEqual([40, 200])
  expect(idsIn(subtract(short, long))).toEqual([2])
})

it('is empty without members, whatever its length', () => {
  const emptied = withBits(bitsOf([1, 200]), [200], () => false)
  expect(isEmpty(emptied)).toBe(false)
  expect(isEmpty(withBits(emptied, [1], () => false))).toBe(true)
})

it('gives a new set for an edit and leaves the old one alone', () => {
  const before = bitsOf([1, 2])
  const after = withBits(before, [2, 3, 90], (nth) => nth > 0)
  expect(idsIn(before)).toEqual([1, 2])
  expect(idsIn(after)).toEqual([1, 3, 90])
})

it('gives the same set where an edit changes nothing', () => {
  const bits = bitsOf([1, 2])
  expect(withBits(bits, [1, 5], (nth) => nth === 0)).toBe(bits)
})
