import { expect, it } from 'vitest'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { aRollout, aRule, aWave } from '#lib/domain/testing/rollouts.ts'
import { leftOutOf } from './left-out.ts'
import type { Wave } from './rollout.ts'

const PLACED = bitsOf([0, 1, 2, 3, 4])

/** Of waves for 0 and 1, for 2, and for the rest. */
function leftOut(...given: readonly Partial<Wave>[]): readonly number[] {
  const planned = [bitsOf([0, 1, 9]), bitsOf([2]), null]
  const waves = planned.map((clusters, index) => ({
    ...aWave(aRule({}), clusters),
    ...given[index],
  }))
  return idsIn(leftOutOf(aRollout({ waves }), PLACED))
}

const released = (...clusters: readonly number[]) =>
  ({ state: 'released', released: bitsOf(clusters) }) as const

it('are the clusters of the next wave, and those that earlier ones left', () => {
  expect(leftOut()).toEqual([0, 1])
  expect(leftOut(released(0))).toEqual([1, 2])
  expect(leftOut(released(0), { state: 'skipped' })).toEqual([1, 2, 3, 4])
  expect(leftOut(released(0), released(2), released(3, 4))).toEqual([1])
  expect(leftOut(released(0), released(2), released(1, 3, 4))).toEqual([])
})

it('are none of those that needn’t wait', () => {
  expect(leftOut({ freed: bitsOf([1]) })).toEqual([0])
  expect(leftOut({ overridden: ['depends'] })).toEqual([])
  expect(leftOut(released(0), { overridden: ['depends'] })).toEqual([1])
  expect(leftOut(released(0), released(2), { overridden: ['depends'] })).toEqual([])
})
