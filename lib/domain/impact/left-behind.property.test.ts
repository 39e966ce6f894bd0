import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { waitingClusters } from '#lib/domain/dependencies/waiting.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn, releaseEdits } from '#lib/domain/testing/fleets.ts'
import { modelWith } from '#lib/domain/testing/naive.ts'
import { leftBehind } from './left-behind.ts'
import { releaseEditsOf } from './release-edits.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

function behindOf(fleet: Fleet, id: number): readonly number[] {
  return waitingClusters(fleet, id).flatMap(({ clusters }) => idsIn(clusters))
}

it('finds each application that an edit leaves behind on a cluster where it was not, and none that is behind nowhere', () => {
  let found = 0
  let others = 0
  fc.assert(
    fc.property(model, actions, (before, actions) => {
      const edits = editsOf(before, actions)
      const fleet = builtAfresh(before)
      const own = releaseEditsOf(fleet, fleet.with(edits), new Set())
      const all = [...edits, ...releaseEdits(modelWith(before, edits), own)]
      const { impact } = impactOn(fleet, all)
      const left = leftBehind(impact, all)
      for (const id of impact.after.applications.ordered) {
        const was = new Set(behindOf(fleet, id))
        const is = behindOf(impact.after, id)
        if (is.some((cluster) => !was.has(cluster))) {
          expect(left).toContain(id)
          found++
        } else if (is.length > 0 && !left.includes(id)) others++
        if (left.includes(id)) expect(is).not.toEqual([])
      }
    }),
    { numRuns: numRuns * 5 },
  )
  expect(found).toBeGreaterThan(0)
  expect(others).toBeGreaterThan(0)
})
