import { describe, expect, it } from 'vitest'
import { NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { DAY_MS, HOUR_MS } from '#lib/domain/observed/time-zone.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { aRollout, aRule, aWave, theFacts } from '#lib/domain/testing/rollouts.ts'
import { APPROVAL_MS } from './approvals.ts'
import { askedApproval } from './asked.ts'
import type { Approval, Facts } from './rollout.ts'
import { ended, overridden, paused, withReleased } from './steps.ts'

/** A Monday, at 12:00 in UTC. */
const NOW = Date.UTC(2026, 10, 23, 12)

const asking = (given: { count?: number; self?: boolean } = {}) =>
  aRule({
    before: {
      approvals: { count: 2, groups: [{ id: 'qa' }, { id: 'managers' }], self: false, ...given },
    },
  })

const rollout = aRollout({ waves: [aWave(asking(), bitsOf([0, 1])), aWave(REST, null)] })

const approvedBy = (name: string, at = NOW): Approval => ({
  wave: 0,
  by: `person:${name}`,
  name,
  group: 'qa',
  decision: 'approve',
  at,
  digest: 'seen',
})

const facts = (given: Partial<Facts> = {}) =>
  theFacts({ placed: bitsOf([0, 1, 2]), digests: ['seen', null], ...given })

describe('whose approval a rollout waits for', () => {
  it('is that of the groups that the wave names, but not of whoever started it', () => {
    expect(askedApproval(rollout, facts(), NOW)).toEqual({
      wave: 0,
      clusters: 2,
      groups: ['managers', 'qa'],
      unasked: ['person:starter'],
    })
  })

  it('is that of whoever started it, too, where the wave lets them', () => {
    const waves = [aWave(asking({ self: true }), bitsOf([0]))]
    expect(askedApproval(aRollout({ waves }), facts(), NOW)?.unasked).toEqual([])
  })

  it('is not that of those whose approval counts, as long as it does', () => {
    const approved = facts({ approvals: [approvedBy('ann')] })
    const unasked = (now: number) => askedApproval(rollout, approved, now)?.unasked
    expect(unasked(NOW)).toEqual(['person:ann', 'person:starter'])
    expect(unasked(NOW + APPROVAL_MS)).toEqual(['person:starter'])
    const other = { ...approved, digests: ['other', null] }
    expect(askedApproval(rollout, other, NOW)?.unasked).toEqual(['person:starter'])
  })

  it('is nobody’s once there are enough, or the gate is overridden, or the rollout doesn’t go on', () => {
    const enough = facts({ approvals: [approvedBy('ann'), approvedBy('ben')] })
    expect(askedApproval(rollout, enough, NOW)).toBe(null)
    const stopped = [
      overridden(rollout, 0, ['approval']),
      paused(rollout, 'person'),
      ended(rollout, 'aborted', NOW),
    ]
    for (const each of stopped) expect(askedApproval(each, facts(), NOW)).toBe(null)
  })

  it('is nobody’s before one of its clusters has all that the application needs, and is for those', () => {
    expect(askedApproval(rollout, facts({ blocked: bitsOf([0, 1]) }), NOW)).toBe(null)
    expect(askedApproval(rollout, facts({ blocked: bitsOf([0]) }), NOW)).toMatchObject({
      clusters: 1,
    })
  })

  it('is asked as soon as the wave before is released', () => {
    const canary = aWave(
      aRule({ name: 'canary', after: { ...NOTHING_AFTER, soakMs: HOUR_MS } }),
      bitsOf([2]),
    )
    const waves = [canary, aWave(asking(), bitsOf([0, 1])), aWave(REST, null)]
    const released = withReleased(aRollout({ waves }), 0, 7, bitsOf([2]))
    const then = theFacts({ placed: bitsOf([0, 1, 2]), publishedAt: NOW - DAY_MS })
    expect(askedApproval(released, then, NOW)).toMatchObject({ wave: 1, clusters: 2 })
  })
})
