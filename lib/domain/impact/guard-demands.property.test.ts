import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { GuardRule } from '#lib/domain/objects/objects.ts'
import { guardRule } from '#lib/domain/testing/arbitraries.ts'
import { actions, editsOf, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, impactOn } from '#lib/domain/testing/fleets.ts'
import { type Model, modelWith } from '#lib/domain/testing/naive.ts'
import { isRetyped, naivePairs } from '#lib/domain/testing/naive-pairs.ts'
import { ASKED, demandsByRule, strictestDemands } from './guard-demands.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3
vi.setConfig({ testTimeout: 600_000 })

const edited = fc
  .tuple(model, actions)
  .map(([before, actions]) => ({ before, edits: editsOf(before, actions) }))
const rules = fc.array(guardRule, { minLength: 1, maxLength: 4 })
const recent = fc.nat(4)

function asked({ before, edits }: Edited, rules: readonly GuardRule[], recentUnconfirmed: number) {
  const { impact } = impactOn(builtAfresh(before), edits)
  return [...demandsByRule(impact, rules, recentUnconfirmed)]
}

type Edited = { readonly before: Model; readonly edits: readonly Edit[] }

/** What one rule asks, pair by pair. */
function naiveDemands({ before, edits }: Edited, rule: GuardRule, recentUnconfirmed: number) {
  const after = modelWith(before, edits)
  const isGuarded = (clusterId: number) =>
    [before, after].some(({ objects }) => {
      const cluster = objects.cluster.get(clusterId)
      return cluster !== undefined && selectorMatches(rule.clusterSelector, clusterLabels(cluster))
    })
  const moved = naivePairs(before, edits).filter(({ clusterId }) => isGuarded(clusterId))
  const retyped = [...after.objects.cluster.keys()].filter(
    (id) =>
      before.objects.cluster.has(id) &&
      isGuarded(id) &&
      !edits.some((edit) => edit.kind === 'cluster' && edit.id === id) &&
      isRetyped(before, after, id),
  )
  const changes = retyped.map((clusterId) => ({ clusterId, effect: 'changed' }))
  const demand = (asks: string, effects: readonly string[], limit: number, recent = 0) => {
    const pairs = [...moved, ...changes].filter(({ effect }) => effects.includes(effect))
    const clusters = new Set(pairs.map(({ clusterId }) => clusterId)).size
    return pairs.length > 0 && pairs.length + recent > limit
      ? [{ asks, rule: rule.name, placements: pairs.length, clusters, limit }]
      : []
  }
  return [
    ...(rule.reasonRequired ? demand('reason', ['removed', 'changed'], 0) : []),
    ...(rule.removals === null
      ? []
      : demand('removals', ['removed'], rule.removals, recentUnconfirmed)),
    ...(rule.changes === null ? [] : demand('changes', ['changed'], rule.changes)),
  ]
}

it('asks what a count of every pair, one by one, says', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(edited, rules, recent, (edit, rules, recent) => {
      const demands = asked(edit, rules, recent)
      expect(demands).toEqual(rules.map((rule) => naiveDemands(edit, rule, recent)))
      for (const { asks } of demands.flat()) met.add(asks)
    }),
    { numRuns },
  )
  expect([...met].sort()).toEqual([...ASKED].sort())
})

it('asks no less with another rule, with a stricter one, or after more removals', () => {
  fc.assert(
    fc.property(edited, rules, guardRule, recent, (edit, rules, other, recent) => {
      const what = (rules: readonly GuardRule[], recent: number) =>
        asked(edit, rules, recent)
          .flat()
          .map(({ asks }) => asks)
      const stricter = rules.map((rule) => ({
        ...rule,
        reasonRequired: true,
        removals: 0,
        changes: 0,
      }))
      for (const more of [
        what([...rules, other], recent),
        what(stricter, recent),
        what(rules, recent + 1),
      ]) {
        expect(more).toEqual(expect.arrayContaining(what(rules, recent)))
      }
    }),
    { numRuns },
  )
})

it('keeps of what is asked the demand that lets the fewest pass', () => {
  fc.assert(
    fc.property(edited, rules, recent, (edit, rules, recent) => {
      const demands = asked(edit, rules, recent).flat()
      const strictest = strictestDemands(demands)
      expect(new Set(strictest.map(({ asks }) => asks))).toEqual(
        new Set(demands.map(({ asks }) => asks)),
      )
      for (const { asks, limit } of demands) {
        expect(strictest.find((each) => each.asks === asks)!.limit).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns },
  )
})
