import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { type Model, modelWith, naivePlacements, naiveTarget } from '#lib/domain/testing/naive.ts'
import type { Fleet } from './fleet.ts'
import { targetOn, targetsOf } from './targets.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

function expectRight(fleet: Fleet, model: Model): number {
  let targeted = 0
  for (const [id, clusters] of naivePlacements(model)) {
    const application = model.objects.application.get(id)!
    const expected = clusters.flatMap((cluster) => {
      const target = naiveTarget(model, application, model.objects.cluster.get(cluster)!)
      expect(targetOn(fleet, id, cluster)).toBe(target)
      return target ? [{ cluster, target }] : []
    })
    const found = [...targetsOf(fleet, id)].flatMap(([target, members]) => {
      const ids = idsIn(members)
      expect(ids).not.toEqual([])
      return ids.map((cluster) => ({ cluster, target }))
    })
    expect(found.sort((one, other) => one.cluster - other.cluster)).toEqual(expected)
    targeted += expected.length
  }
  return targeted
}

it('are those that a look at all placements one by one finds, also after edits', () => {
  let targeted = 0
  fc.assert(
    fc.property(model, fc.array(actions, { maxLength: 4 }), (model, steps) => {
      let state = model
      let fleet = builtAfresh(model)
      targeted += expectRight(fleet, state)
      for (const step of steps) {
        const edits = editsOf(state, step)
        state = modelWith(state, edits)
        fleet = fleet.with(edits)
        targeted += expectRight(fleet, state)
      }
    }),
    { numRuns },
  )
  expect(targeted).toBeGreaterThan(0)
})
