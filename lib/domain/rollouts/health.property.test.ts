// Whether a wave passes, over shares of silent, failing and healthy clusters, against sums that are done in another way.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import {
  aHealthRule,
  anAfterRule,
  aRollout,
  aRule,
  aWave,
  theFacts,
  theReports,
} from '#lib/domain/testing/rollouts.ts'
import { advance } from './advance.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 20
const NOW = Date.UTC(2026, 10, 23)

/** What a cluster said of the version: `well` may be silent or failing by now. */
const cluster = fc.record({
  hasReported: fc.boolean(),
  isSilent: fc.boolean(),
  isFailing: fc.boolean(),
  wasWell: fc.boolean(),
  hasLeft: fc.constantFrom(false, false, false, true),
})
const rule = fc.record({
  healthyPercent: fc.integer({ min: 1, max: 100 }),
  failing: fc.oneof(
    fc.record({ count: fc.nat(4) }),
    fc.record({ percent: fc.integer({ min: 0, max: 100 }) }),
  ),
  silentPercent: fc.integer({ min: 0, max: 100 }),
  unobserved: fc.constantFrom('approve' as const, 'time' as const),
})
const fleet = fc.oneof(
  fc.array(cluster, { minLength: 1, maxLength: 12 }),
  // Of which enough are well for it to pass.
  fc.array(
    fc.record({
      hasReported: fc.constant(true),
      isSilent: fc.constantFrom(false, false, true),
      isFailing: fc.constantFrom(false, false, false, true),
      wasWell: fc.constantFrom(true, true, true, false),
      hasLeft: fc.constant(false),
    }),
    { minLength: 1, maxLength: 12 },
  ),
)

type Cluster = typeof cluster extends fc.Arbitrary<infer C> ? C : never
type Rule = typeof rule extends fc.Arbitrary<infer R> ? R : never

/** Each row that applies first decides. Shares are compared as whole numbers, without rounding. */
function expected(clusters: readonly Cluster[], asked: Rule, isApproved: boolean): string {
  const there = clusters.filter(({ hasLeft }) => !hasLeft)
  const heard = there.filter(({ hasReported, isSilent }) => hasReported && !isSilent)
  const failing = heard.filter(({ isFailing }) => isFailing).length
  const well = heard.filter(({ isFailing, wasWell }) => wasWell && !isFailing).length
  const silent = there.length - heard.length
  const isUnobserved = there.every(({ hasReported }) => !hasReported)
  const mayFail =
    'count' in asked.failing
      ? failing <= asked.failing.count
      : failing * 100 <= asked.failing.percent * there.length
  const table: readonly (readonly [boolean, string])[] = [
    [there.length === 0, 'passes'],
    [isUnobserved && asked.unobserved === 'time', 'passes'],
    [isUnobserved, isApproved ? 'passes' : 'waits'],
    [!mayFail, 'fails'],
    [silent * 100 > asked.silentPercent * there.length, 'waits'],
    [well === 0, 'waits'],
    [well * 100 < asked.healthyPercent * heard.length, 'waits'],
  ]
  return table.find(([holds]) => holds)?.[1] ?? 'passes'
}

const ids = (clusters: readonly Cluster[], is: (each: Cluster) => boolean) =>
  bitsOf(clusters.flatMap((each, id) => (is(each) ? [id] : [])))

it('passes when enough are healthy, and few enough fail and are silent, and a silent one is never healthy', () => {
  const met = new Map<string, number>()
  fc.assert(
    fc.property(fleet, rule, fc.boolean(), (clusters, asked, isApproved) => {
      const all = ids(clusters, () => true)
      const wave = {
        ...aWave(aRule({ after: anAfterRule({ health: aHealthRule(asked) }) }), all),
        state: 'published' as const,
        change: 7,
        released: all,
        publishedAt: NOW,
      }
      const rollout = aRollout({ waves: [wave, aWave(REST, null)], confirmed: 12 })
      const approval = { wave: 0, by: 'person:ann', name: 'Ann', group: '', at: NOW, digest: 'it' }
      const facts = theFacts({
        placed: ids(clusters, ({ hasLeft }) => !hasLeft),
        digests: ['it', null],
        approvals: isApproved ? [{ ...approval, decision: 'approve' as const }] : [],
        reports: theReports({
          ok: ids(clusters, ({ wasWell, hasReported }) => wasWell && hasReported),
          failing: ids(clusters, ({ isFailing }) => isFailing),
          silent: ids(clusters, ({ isSilent, hasReported }) => isSilent && hasReported),
          reporting: ids(clusters, ({ hasReported }) => hasReported),
        }),
      })
      const said = advance(rollout, facts, NOW)
      const { state, health } = said.rollout.waves[0]!
      const outcome = said.rollout.state === 'paused' ? 'fails' : 'waits'
      const told = expected(clusters, asked, isApproved)
      expect(state === 'passed' ? 'passes' : outcome).toBe(told)
      expect(advance(said.rollout, facts, NOW)).toEqual(said)
      const heard = clusters.filter((each) => each.hasReported && !each.isSilent && !each.hasLeft)
      const there = clusters.filter(({ hasLeft }) => !hasLeft).length
      const { ok, progressing, failing, silent } = health!
      expect(ok + progressing + failing).toBe(heard.length)
      expect(ok + progressing + failing + silent).toBe(there)
      expect(ok).toBeLessThanOrEqual(heard.filter(({ wasWell }) => wasWell).length)
      met.set(told, (met.get(told) ?? 0) + 1)
    }),
    { numRuns },
  )
  expect([...met.keys()].sort()).toEqual(['fails', 'passes', 'waits'])
})
