import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { clusterSelector } from '#lib/domain/testing/arbitraries.ts'
import { actions, editsOf, editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import {
  modelWith,
  naivePlacements,
  naivePolicies,
  policyReaches,
} from '#lib/domain/testing/naive.ts'
import type { Model } from '#lib/domain/testing/naive.ts'
import { aPolicy } from '#lib/domain/testing/objects.ts'
import { impactGroups } from './impact-groups.ts'
import { impactItems, type ImpactItem } from './impact-items.ts'
import { countKeptByOthers } from './kept-by-others.ts'
import {
  countPairs,
  LISTED_EFFECTS,
  type ListedEffect,
  listedPairs,
  NO_FILTER,
  type PairFilter,
} from './listed-pairs.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const edited = fc
  .tuple(model, actions)
  .map(([before, actions]) => ({ before, edits: editsOf(before, actions) }))

const grouping = fc.constantFrom<Grouping>(
  { by: 'cluster' },
  { by: 'application' },
  { by: 'team' },
  { by: 'label', key: 'environment' },
  { by: 'label', key: 'region' },
  { by: 'label', key: 'nobody-has-it' },
)

const filter: fc.Arbitrary<PairFilter> = fc.record({
  applications: fc.constantFrom(null, {
    kind: 'terms' as const,
    terms: [{ key: 'namespace', operator: '=' as const, values: ['ieb'] }],
  }),
  clusters: fc.option(clusterSelector),
  text: fc.constantFrom(null, 'c1', 'A-B', 'ieb/', 'nowhere'),
  effect: fc.constantFrom(null, ...LISTED_EFFECTS),
})

const impactOfEdit = ({ before, edits }: { before: Model; edits: readonly Edit[] }) =>
  impactOn(builtAfresh(before), edits).impact

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

it('counts every pair in exactly one group, whatever the groups have in common', () => {
  fc.assert(
    fc.property(edited, grouping, filter, (edit, grouping, filter) => {
      const listed = listedPairs(impactOfEdit(edit), filter)
      const groups = impactGroups(listed, grouping)
      const counts = countPairs(listed)
      for (const effect of LISTED_EFFECTS) {
        expect(sum(groups.map((group) => group[effect]))).toBe(counts[effect])
      }
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
      expect(groups.map(({ removed }) => removed)).toEqual(
        groups.map(({ removed }) => removed).toSorted((a, b) => b - a),
      )
    }),
    { numRuns: numRuns * 3 },
  )
})

it('groups everything that moves as the impact counts it', () => {
  fc.assert(
    fc.property(edited, grouping, (edit, grouping) => {
      const impact = impactOfEdit(edit)
      const groups = impactGroups(listedPairs(impact, NO_FILTER), grouping)
      const count = (effect: ListedEffect) => sum(groups.map((group) => group[effect]))
      const { added, removed, changed } = impact.counts.placements
      expect([count('added'), count('removed'), count('changed'), count('kept')]).toEqual([
        added,
        removed,
        changed,
        0,
      ])
    }),
    { numRuns: numRuns * 2 },
  )
})

it('lists those of the pairs that are looked for, in the same order', () => {
  fc.assert(
    fc.property(edited, filter, ({ before, edits }, filter) => {
      const impact = impactOfEdit({ before, edits })
      const after = modelWith(before, edits)
      const isWanted = (item: ImpactItem) =>
        isFound(item.effect === 'removed' ? before : after, item, filter)
      const everything = listedPairs(impact, { ...NO_FILTER, effect: filter.effect })
      expect(impactItems(listedPairs(impact, filter), 0, 10_000)).toEqual(
        impactItems(everything, 0, 10_000).filter(isWanted),
      )
    }),
    { numRuns: numRuns * 3 },
  )
})

function isFound({ objects }: Model, item: ImpactItem, filter: PairFilter): boolean {
  const cluster = [...objects.cluster.values()].find(({ name }) => name === item.cluster)!
  const isOfCluster =
    filter.clusters === null || selectorMatches(filter.clusters, clusterLabels(cluster))
  // The only selector of applications here is of their team.
  const isOfApplication = filter.applications === null || item.namespace === 'ieb'
  const names = [item.cluster, `${item.namespace}/${item.application}`]
  const text = filter.text?.toLowerCase() ?? ''
  return isOfCluster && isOfApplication && names.some((name) => name.includes(text))
}

/** Placed before and after, and given up by a policy; one that is made anew under the same name is another. */
function naivelyKept({ before, edits }: { before: Model; edits: readonly Edit[] }) {
  const after = modelWith(before, edits)
  const placedAfter = naivePlacements(after)
  return [...naivePlacements(before)].flatMap(([id, clusterIds]) =>
    clusterIds
      .filter((clusterId) => placedAfter.get(id)?.includes(clusterId))
      .filter((clusterId) => {
        const giving = givingIds(after, id, clusterId)
        return givingIds(before, id, clusterId).some((policy) => !giving.includes(policy))
      })
      .map((clusterId) => {
        const application = after.objects.application.get(id)!
        const cluster = after.objects.cluster.get(clusterId)!
        const policies = naivePolicies(after, 'include', application, cluster)
        return `${application.team}/${application.name} ${cluster.name} ${policies.join()}`
      }),
  )
}

function givingIds(model: Model, applicationId: number, clusterId: number): number[] {
  const { objects } = model
  const application = objects.application.get(applicationId)!
  const cluster = objects.cluster.get(clusterId)!
  return [...objects['target-policy']]
    .filter(([, policy]) => policy.effect === 'include')
    .filter(([, policy]) => policyReaches(model, policy, application, cluster))
    .map(([id]) => id)
}

/** Of two policies that include everything, one gives up a part, which random edits seldom do. */
const givenUp = fc.tuple(model, clusterSelector).map(([before, clusterSelector]) => {
  const id = before.nextIds['target-policy']
  const both = [0, 1].map((nth) => editTo(id + nth, aPolicy({ name: `all-${nth}` })))
  return {
    before: modelWith(before, both),
    edits: [editTo(id, aPolicy({ name: 'all-0', clusterSelector }))],
  }
})

it('lists the pairs that a policy gives up and others keep, with these and a reason', () => {
  let seen = 0
  fc.assert(
    fc.property(fc.oneof(edited, givenUp), (edit) => {
      const impact = impactOfEdit(edit)
      const items = impactItems(listedPairs(impact, { ...NO_FILTER, effect: 'kept' }), 0, 10_000)
      const listed = items.map(
        ({ namespace, application, cluster, policies }) =>
          `${namespace}/${application} ${cluster} ${policies.join()}`,
      )
      expect(listed.toSorted()).toEqual(naivelyKept(edit).toSorted())
      expect(items.every(({ reason }) => / keeps? it$/.test(reason))).toBe(true)
      expect(countKeptByOthers(impact)).toBe(items.length)
      seen += items.length
    }),
    { numRuns: numRuns * 3 },
  )
  expect(seen).toBeGreaterThan(0)
})
