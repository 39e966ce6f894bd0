import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { fleetNeeding } from '#lib/domain/testing/needing.ts'
import { aDependency } from '#lib/domain/testing/objects.ts'
import { lackingOf, lacksOn } from './lacking.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const CLUSTERS = [0, 1, 2, 3]

const release = fc.record({
  environment: fc.constantFrom('prod', 'qa', ''),
  version: fc.constantFrom(null, 1, 2),
  clusters: fc.subarray(CLUSTERS).map(bitsOf),
  current: fc.boolean(),
  rollout: fc.constantFrom(null, 1, 2),
})

const application = fc.record({
  name: fc.constant('app'),
  follow: fc.constantFrom('branch', 'versions'),
  dependsOn: fc.constantFrom([], [aDependency({})]),
  on: fc.subarray(CLUSTERS),
  releases: fc.array(release, { maxLength: 4 }),
})

it('is the same of one cluster as of all, and nothing of an application that needs no other', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(application, (drawn) => {
      const fleet = fleetNeeding(['prod', 'prod', 'qa', ''], [drawn])
      const lacking = idsIn(lackingOf(fleet, 0))
      expect(CLUSTERS.filter((cluster) => lacksOn(fleet, 0, cluster))).toEqual(lacking)
      if (drawn.dependsOn.length === 0) expect(lacking).toEqual([])
      met.add(`${lacking.length > 0} ${lacking.length < drawn.on.length}`)
    }),
    { numRuns: numRuns * 5 },
  )
  expect(met.size).toBe(4)
})
