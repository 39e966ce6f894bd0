import { array, assert, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEYOND, BOUNDS_S, bucketOf, type DurationCounts, quantileOf } from './durations.ts'

const DAY_S = 86_400
const seconds = double({ min: 0, max: 2 * DAY_S, noNaN: true })
const share = double({ min: 0, max: 1, noNaN: true })

function countsOf(durations: readonly number[]): DurationCounts {
  const counts: Record<string, number> = {}
  for (const each of durations) counts[bucketOf(each)] = (counts[bucketOf(each)] ?? 0) + 1
  return counts
}

describe('the bucket of a duration', () => {
  it.each([
    [0, '1'],
    [1, '1'],
    [1.001, '2'],
    [60, '60'],
    [61, '120'],
    [DAY_S, '86400'],
    [DAY_S + 1, BEYOND],
  ])('of %s s is %s', (duration, bucket) => {
    expect(bucketOf(duration)).toBe(bucket)
  })
})

describe('a share of durations took at most', () => {
  it.each<[string, DurationCounts, number, number | null]>([
    ['nothing is known of none', {}, 0.5, null],
    ['nothing is known of none in a bucket', { 60: 0 }, 0.5, null],
    ['half of a bucket', { 60: 2 }, 0.5, 45],
    ['half of the first bucket', { 1: 4 }, 0.5, 0.5],
    ['all of a bucket', { 60: 2 }, 1, 60],
    ['the bucket in the middle', { 10: 1, 60: 2, 300: 1 }, 0.5, 45],
    ['an even split', { 10: 1, 60: 1 }, 0.5, 10],
    ['the shortest', { 60: 1, 300: 1 }, 0, 30],
    ['what takes longer than can be told', { 60: 1, [BEYOND]: 9 }, 0.95, DAY_S],
    ['no more than all', { 60: 2 }, 7, 60],
  ])('%s', (_, counts, q, expected) => {
    expect(quantileOf(counts, q)).toBe(expected)
  })

  it('a time in the bucket of the duration that it is, and the more for the more', () => {
    assert(
      property(array(seconds, { minLength: 1, maxLength: 50 }), share, share, (durations, a, b) => {
        const sorted = durations.toSorted((one, other) => one - other)
        const counts = countsOf(durations)
        const told = quantileOf(counts, a)!
        const exact = sorted[Math.max(0, Math.ceil(a * sorted.length) - 1)]!
        const bucket = BOUNDS_S.findIndex((bound) => exact <= bound)
        const [lower, upper] =
          bucket === -1 ? [DAY_S, DAY_S] : [BOUNDS_S[bucket - 1] ?? 0, BOUNDS_S[bucket]!]
        expect(told).toBeGreaterThanOrEqual(lower)
        expect(told).toBeLessThanOrEqual(upper)
        if (a <= b) expect(told).toBeLessThanOrEqual(quantileOf(counts, b)!)
      }),
    )
  })
})
