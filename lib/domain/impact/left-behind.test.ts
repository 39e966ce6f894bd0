import { expect, it } from 'vitest'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aRelease, fleetWith, NEEDS } from '#lib/domain/testing/releases.ts'
import { leftBehind } from './left-behind.ts'

it('a cluster is left behind where a release ends that kept it from what all are to have, though it keeps its files', () => {
  const fleet = fleetWith(
    { follow: 'versions', dependsOn: NEEDS },
    [1, 2],
    [
      aRelease('v1', { on: [1], rollout: 2 }),
      aRelease('v2', { on: [2], current: true, rollout: 5 }),
      aRelease('v1', { on: [1], rollout: 6 }),
    ],
  )
  const edits = [{ kind: 'release', id: 2, after: null }] as const
  const { impact } = impactOn(fleet, edits)
  expect(impact.counts.placements.changed).toBe(0)
  expect(leftBehind(impact, edits)).toEqual([0])
})
