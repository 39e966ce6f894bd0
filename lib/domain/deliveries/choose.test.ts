import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextDeliveries } from './choose.ts'

const candidates = fc
  .array(fc.record({ failures: fc.nat(3), dueAt: fc.date({ noInvalidDate: true }) }), {
    maxLength: 30,
  })
  .map((each) => each.map((candidate, subscription) => ({ ...candidate, subscription })))
const inFlight = fc
  .nat(8)
  .chain((all) => fc.record({ all: fc.constant(all), failing: fc.nat(all) }))

it('eight of a tenant are sent at a time, four of them to receivers that failed, and those that are well come first', () => {
  fc.assert(
    fc.property(candidates, inFlight, (given, sending) => {
      const chosen = nextDeliveries(given, sending)
      const failing = chosen.filter(({ failures }) => failures > 0)
      const well = given.filter(({ failures }) => failures === 0)
      expect(chosen.length).toBeLessThanOrEqual(8 - sending.all)
      expect(failing.length).toBeLessThanOrEqual(Math.max(0, 4 - sending.failing))
      expect(new Set(chosen).size).toBe(chosen.length)
      // Whoever is well waits only for others that are.
      expect(chosen.length - failing.length).toBe(Math.min(well.length, 8 - sending.all))
      // No place stays empty for which there is somebody.
      const could = Math.min(
        8 - sending.all - (chosen.length - failing.length),
        given.length - well.length,
      )
      expect(failing.length).toBe(Math.max(0, Math.min(could, 4 - sending.failing)))
    }),
  )
})

const at = (second: number) => new Date(second * 1000)

it('of those that are alike, what has waited longest comes first', () => {
  const given = [3, 1, 2].map((second) => ({
    subscription: second,
    failures: 0,
    dueAt: at(second),
  }))
  const order = nextDeliveries(given, { all: 6, failing: 0 }).map(
    ({ subscription }) => subscription,
  )
  expect(order).toEqual([1, 2])
})
