import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { fleetAfter } from './fleet-after.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const steps = fc.array(actions, { maxLength: 4 })

/** Everything that later edits and queries depend on. */
function contentsOf(fleet: Fleet) {
  const { teams, clusters, applications, policies, indexes, placements } = fleet
  return {
    shelves: [teams, clusters, applications, policies].map(({ slots, ordered }) =>
      ordered.map((id) => [id, slots[id]]),
    ),
    all: [idsIn(indexes.clusters.all), idsIn(indexes.applications.all)],
    variants: fleet.variants,
    environments: fleet.clustersByEnvironment,
    releases: fleet.releases,
    rules: fleet.rules.map((rule) => rule && [idsIn(rule.applications), idsIn(rule.clusters)]),
    boundaries: teams.ordered.map((id) => fleet.boundaries[id] && idsIn(fleet.boundaries[id])),
    placements: applications.ordered.map((id) => [id, idsIn(placements[id] ?? [])]),
  }
}

it('is the same in slices of any size as at once', async () => {
  await fc.assert(
    fc.asyncProperty(model, steps, fc.integer({ min: 1, max: 3 }), async (model, steps, size) => {
      const fleet = builtAfresh(model)
      const edits = editsOf(model, steps.flat())
      const sliced = await fleetAfter(fleet, edits, size)
      expect(contentsOf(sliced)).toEqual(contentsOf(fleet.with(edits)))
    }),
    { numRuns },
  )
})

it('lets others have their turn after each slice', async () => {
  const [sample] = fc.sample(
    model.filter(({ objects }) => objects.cluster.size > 2),
    { numRuns: 1, seed: 1 },
  )
  const edits = [...sample!.objects.cluster].map(
    ([id, cluster]) =>
      ({ kind: 'cluster', id, after: { ...cluster, description: 'new' } }) as const,
  )
  let turns = 0
  let isOver = false
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  await fleetAfter(builtAfresh(sample!), edits, 1)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(edits.length)
})
