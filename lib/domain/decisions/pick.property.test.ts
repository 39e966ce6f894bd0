import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { PickRule } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { cluster, pickRule } from '#lib/domain/testing/arbitraries.ts'
import { naivePick } from '#lib/domain/testing/naive-pick.ts'
import { lineUp } from './lineup.ts'
import { countWanted, pickClusters } from './pick.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3

const score = fc.constantFrom(null, -100, -1, 0, 37, 100)

/** Clusters of different names, each candidate or not, current or not, with two scores. */
const clusters = fc.uniqueArray(
  fc.record({
    cluster,
    isCandidate: fc.constantFrom(true, true, true, false),
    isCurrent: fc.boolean(),
    scores: fc.record({ 'free-gpu': score, load: score }),
  }),
  { selector: (each) => each.cluster.name, maxLength: 30 },
)

type Member = typeof clusters extends fc.Arbitrary<readonly (infer One)[]> ? One : never

const application = fc.constantFrom('ieb/a', 'ieb/b', 'ops/a')

const idsWhere = (members: readonly Member[], holds: (member: Member) => boolean) =>
  [...members.keys()].filter((id) => holds(members[id]!))

const scoreIn = (members: readonly Member[]) => (id: number, name: string) =>
  new Map(Object.entries(members[id]!.scores)).get(name) ?? null

function picked(
  rule: PickRule,
  application: string,
  members: readonly Member[],
  current = idsWhere(members, ({ isCurrent }) => isCurrent),
): number[] {
  const scoreOf = scoreIn(members)
  return idsIn(
    pickClusters({
      rule,
      application,
      candidates: bitsOf(idsWhere(members, ({ isCandidate }) => isCandidate)),
      current: bitsOf(current),
      lineup: () => lineUp(rule, members.map(({ cluster }) => cluster).entries(), scoreOf),
    }),
  )
}

it('picks what one who takes the best cluster again and again picks', () => {
  fc.assert(
    fc.property(pickRule, application, clusters, (rule, application, members) => {
      const candidates = new Map(
        idsWhere(members, ({ isCandidate }) => isCandidate).map((id): [number, Cluster] => [
          id,
          members[id]!.cluster,
        ]),
      )
      const current = idsWhere(members, ({ isCurrent }) => isCurrent)
      const scoreOf = scoreIn(members)
      expect(picked(rule, application, members)).toEqual(
        naivePick({ rule, application, candidates, current, scoreOf }),
      )
    }),
    { numRuns },
  )
})

it('moves as little as it can: it takes nothing new while it has enough, and drops nothing while it has not too much', () => {
  fc.assert(
    fc.property(pickRule, application, clusters, (rule, application, members) => {
      const candidates = idsWhere(members, ({ isCandidate }) => isCandidate)
      const kept = idsWhere(members, ({ isCandidate, isCurrent }) => isCandidate && isCurrent)
      const wanted = countWanted(rule.count, candidates.length)
      const now = picked(rule, application, members)
      expect(now).toHaveLength(wanted)
      expect(now.every((id) => candidates.includes(id))).toBe(true)
      const stayed = kept.filter((id) => now.includes(id))
      expect(stayed).toHaveLength(Math.min(kept.length, wanted))
    }),
    { numRuns },
  )
})

it('keeps to what it picked while that may stay, whatever labels, scores and preferences become', () => {
  fc.assert(
    fc.property(
      pickRule,
      pickRule,
      application,
      clusters,
      fc.array(fc.record({ cluster, scores: fc.record({ 'free-gpu': score, load: score }) })),
      (rule, other, application, members, news) => {
        const now = picked(rule, application, members)
        const altered = members.map((member, id) => {
          const { cluster, scores } = news[id] ?? member
          return { ...member, scores, cluster: { ...cluster, name: member.cluster.name } }
        })
        const then = picked({ ...other, count: rule.count }, application, altered, now)
        expect(then).toEqual(now)
      },
    ),
    { numRuns },
  )
})

it('fills evenly: no value has two more than another of which some are left', () => {
  let uneven = 0
  fc.assert(
    fc.property(pickRule, application, clusters, (rule, application, members) => {
      const { spreadBy } = rule
      if (spreadBy === null) return
      const now = picked(rule, application, members, [])
      const candidates = idsWhere(members, ({ isCandidate }) => isCandidate)
      const valueOf = (id: number) => clusterLabels(members[id]!.cluster).get(spreadBy)
      const values = [...new Set(candidates.map(valueOf))]
      const countOf = (ids: readonly number[], value: string | undefined) =>
        ids.filter((id) => valueOf(id) === value).length
      for (const value of values) {
        const isLeft = countOf(candidates, value) > countOf(now, value)
        const most = Math.max(...values.map((each) => countOf(now, each)))
        if (isLeft) expect(most - countOf(now, value)).toBeLessThanOrEqual(1)
        else if (most - countOf(now, value) > 1) uneven++
      }
    }),
    { numRuns },
  )
  expect(uneven).toBeGreaterThan(0)
})

const names = (ids: readonly number[], of: readonly Member[]) =>
  ids.map((id) => of[id]!.cluster.name).sort()

it('depends on no id', () => {
  fc.assert(
    fc.property(pickRule, application, clusters, (rule, application, members) => {
      const reversed = members.toReversed()
      expect(names(picked(rule, application, reversed), reversed)).toEqual(
        names(picked(rule, application, members), members),
      )
    }),
    { numRuns },
  )
})
