import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { waveRules } from '#lib/domain/testing/arbitraries.ts'
import { editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { type Model, naiveRelease, naiveTarget } from '#lib/domain/testing/naive.ts'
import { aCluster, anApplication, aPolicy } from '#lib/domain/testing/objects.ts'
import { aRule } from '#lib/domain/testing/rollouts.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { lotOf } from '#lib/domain/text/lots.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { planWaves } from './plan-waves.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3

const ofSize = (count: number) => [aRule({ size: { count } }), REST]

describe('the waves of a rollout', () => {
  it('are disjoint, leave nothing out that is placed and holds nothing, and each has as many of its own as it may, by lot', () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(model, waveRules, fc.constantFrom('prod', ''), (model, rules, environment) => {
        const fleet = builtAfresh(model)
        for (const [application, clusters] of fleet.placements.entries()) {
          const placed = new Set(
            idsIn(clusters ?? []).filter(
              (id) =>
                model.objects.cluster.get(id)!.environment === environment &&
                !naiveRelease(model, application, id)?.hold,
            ),
          )
          const left = new Set(placed)
          const targetOf = (cluster: number) =>
            naiveTarget(
              model,
              model.objects.application.get(application)!,
              model.objects.cluster.get(cluster)!,
            )?.name
          const waves = planWaves(fleet, application, environment, rules)
          expect(waves.map(({ rule }) => rule)).toEqual(rules)
          for (const { rule, planned, state } of waves.slice(0, -1)) {
            const candidates = [...left].filter(
              (id) =>
                (rule.clusters === null ||
                  selectorMatches(rule.clusters, clusterLabels(model.objects.cluster.get(id)!))) &&
                (rule.target === null || rule.target === targetOf(id)),
            )
            const ids = idsIn(planned!)
            const first = byLot(model, application, candidates).slice(
              0,
              most(rule.size, placed.size),
            )
            expect(ids).toEqual(first.sort((a, b) => a - b))
            if (first.length < candidates.length) met.add('chosen')
            expect(state).toBe(ids.length === 0 ? 'skipped' : 'pending')
            for (const id of ids) left.delete(id)
            met.add(state)
            if (rule.target !== null && ids.length > 0) met.add('of a target')
          }
          expect(waves.at(-1)).toMatchObject({ planned: null, state: 'pending' })
        }
      }),
      { numRuns },
    )
    expect([...met].sort()).toEqual(['chosen', 'of a target', 'pending', 'skipped'])
  })

  const clusters = Array.from({ length: 200 }, (_, id) =>
    editTo(id, aCluster({ name: `c${id}`, environment: 'prod' })),
  )
  const fleet = emptyFleet().with([
    ...clusters,
    editTo(0, anApplication({ name: 'one' })),
    editTo(1, anApplication({ name: 'two' })),
    editTo(0, aPolicy({})),
  ])
  const canaries = (application: number, count: number, of = fleet) =>
    idsIn(planWaves(of, application, 'prod', ofSize(count))[0]!.planned!).map(
      (id) => of.clusters.slots[id]!.name,
    )

  it('are the same in a fleet of the same names', () => {
    const reversed = emptyFleet().with([
      ...clusters.map(({ id, after }) => ({ kind: 'cluster' as const, id: 199 - id, after })),
      editTo(0, anApplication({ name: 'one' })),
      editTo(0, aPolicy({})),
    ] as Parameters<typeof fleet.with>[0])
    expect(canaries(0, 20, reversed).sort()).toEqual(canaries(0, 20).sort())
  })

  it('don’t begin with the same clusters for every application', () => {
    const both = canaries(0, 20).filter((name) => canaries(1, 20).includes(name))
    // By chance 2 of 20 are the same.
    expect(both.length).toBeLessThan(8)
  })

  it('only grow when a size grows', () => {
    const more = new Set(canaries(0, 40))
    expect(canaries(0, 20).filter((name) => !more.has(name))).toEqual([])
  })
})

/** Clusters in the order in which an application comes to them. */
function byLot({ objects }: Model, application: number, clusters: readonly number[]): number[] {
  const { team, name } = objects.application.get(application)!
  const nameOf = (id: number) => objects.cluster.get(id)!.name
  const drawOf = (id: number) => lotOf(`${team}/${name} ${nameOf(id)}`)
  return clusters.toSorted((a, b) => drawOf(a) - drawOf(b) || compareText(nameOf(a), nameOf(b)))
}

function most(size: (typeof REST)['size'], total: number): number {
  if (size === null) return Infinity
  if ('count' in size) return size.count
  return Math.floor((total * size.percent + 99) / 100)
}
