import { expect, it } from 'vitest'
import { Failures } from './failures.ts'

it('what failed rests, longer each time, until it succeeds', () => {
  const failures = new Failures<{ readonly id: number }>()
  expect(failures.resting(0)).toEqual([])
  failures.add({ id: 7 }, 0)
  expect(failures.resting(400)).toEqual([{ id: 7 }])
  expect(failures.resting(1_001)).toEqual([])
  for (let time = 0; time < 5; time++) failures.add({ id: 7 }, 1_001)
  expect(failures.resting(10_000)).toEqual([{ id: 7 }])
  failures.forget({ id: 7 })
  expect(failures.resting(10_000)).toEqual([])
})
