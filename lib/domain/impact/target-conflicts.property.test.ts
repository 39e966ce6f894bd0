import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import { type Model, modelWith, naivePlacements, policyReaches } from '#lib/domain/testing/naive.ts'
import { targetConflicts } from './target-conflicts.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

/** By pair, the policies that give it targets, where these are several. */
function naiveConflicts(model: Model): Map<string, ReadonlyMap<string, string>> {
  const conflicts = new Map<string, ReadonlyMap<string, string>>()
  for (const [id, clusters] of naivePlacements(model)) {
    const application = model.objects.application.get(id)!
    for (const clusterId of clusters) {
      const cluster = model.objects.cluster.get(clusterId)!
      const giving = [...model.objects['target-policy'].values()].flatMap((policy) =>
        policy.target !== null && policyReaches(model, policy, application, cluster)
          ? [[policy.name, policy.target] as const]
          : [],
      )
      const names = new Set(giving.map(([, target]) => target))
      if (names.size > 1) conflicts.set(`${id} on ${clusterId}`, new Map(giving))
    }
  }
  return conflicts
}

const EVERYTHING = { kind: 'everything' } as const

/** With policies that mostly reach all that there is, as targets seldom meet otherwise. */
function reachingMuch(model: Model): Model {
  const edits = [...model.objects['target-policy']].flatMap(([id, policy]) =>
    id % 4 === 0
      ? []
      : [
          editTo(id, {
            ...policy,
            team: null,
            appSelector: EVERYTHING,
            clusterSelector: EVERYTHING,
            scheduler: null,
            pick: null,
          }),
        ],
  )
  return modelWith(model, edits)
}

/** As it can be stored: policies with one target where several would meet. */
function settled(model: Model): Model {
  const names = new Set([...naiveConflicts(model).values()].flatMap((giving) => [...giving.keys()]))
  const edits = [...model.objects['target-policy']].flatMap(([id, policy]) =>
    names.has(policy.name) ? [editTo(id, { ...policy, target: 'early' })] : [],
  )
  return modelWith(model, edits)
}

/** The other target, of an including policy that isn’t edited yet. */
function retargeting({ objects }: Model, pick: number, edits: readonly Edit[]): Edit[] {
  const open = [...objects['target-policy']].filter(
    ([id, { effect }]) =>
      effect === 'include' &&
      !edits.some((edit) => edit.kind === 'target-policy' && edit.id === id),
  )
  const [id, policy] = open[pick % open.length] ?? []
  return id === undefined
    ? []
    : [editTo(id, { ...policy!, target: 'late', scheduler: null, pick: null })]
}

const reaching = model.map((drawn) => settled(reachingMuch(drawn)))

it('finds the targets that an edit lets meet, as a look at all pairs does, and names two policies that give them', () => {
  const met = { conflicts: 0, none: 0 }
  fc.assert(
    fc.property(reaching, actions, fc.option(fc.nat(9)), (before, actions, pick) => {
      const own = editsOf(before, actions)
      const edits = [...own, ...(pick === null ? [] : retargeting(before, pick, own))]
      const fleet = builtAfresh(before)
      const after = modelWith(before, edits)
      const edited = bitsOf(edits.flatMap((edit) => (edit.kind === 'cluster' ? [edit.id] : [])))
      const fleets = { before: fleet, after: fleet.with(edits) }
      const found = targetConflicts(fleets, edited, Infinity)
      const naive = naiveConflicts(after)
      const pairs = found.reduce((sum, { others }) => sum + 1 + others, 0)
      // There are two names of targets, so they meet on a pair once.
      expect(pairs).toBe(naive.size)
      for (const { application, cluster, giving } of found) {
        const [one, other] = giving
        const all = naive.get(`${application} on ${cluster}`)!
        expect([one, other].map(({ policy }) => all.get(policy))).toEqual([
          one.target,
          other.target,
        ])
        expect(one.target).not.toBe(other.target)
      }
      expect(targetConflicts(fleets, edited, 1)).toEqual(found.slice(0, 1))
      met[found.length > 0 ? 'conflicts' : 'none']++
    }),
    { numRuns: numRuns * 6 },
  )
  expect(met.conflicts).toBeGreaterThan(0)
  expect(met.none).toBeGreaterThan(0)
})
