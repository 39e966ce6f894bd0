import { describe, expect, it } from 'vitest'
import { NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { HOUR_MS } from '#lib/domain/observed/time-zone.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
import { aHealthRule, aRollout, aRule, aWave, theFacts } from '#lib/domain/testing/rollouts.ts'
import { type FollowerFacts, followersOf } from './followers.ts'
import type { Rollout, Wave } from './rollout.ts'

const NOW = Date.UTC(2026, 10, 23, 12, 30)
const placed = bitsOf([0, 1, 2, 3])
const hour = { after: { ...NOTHING_AFTER, soakMs: HOUR_MS } }
const facts = { ...theFacts({ placed }), reporting: placed }

/** Four waves of a cluster each; the first is in Git and soaks. */
function soaking(...over: readonly Partial<Wave>[]): Rollout {
  const out = { state: 'published', released: bitsOf([0]), publishedAt: NOW - 1 } as const
  const waves = [
    { ...aWave(aRule(hour), bitsOf([0])), ...out },
    aWave(aRule({}), bitsOf([1])),
    aWave(aRule({}), bitsOf([2])),
    aWave(REST, null),
  ]
  return aRollout({ confirmed: 4, waves: waves.map((wave, at) => ({ ...wave, ...over[at] })) })
}

const rule = (given: Parameters<typeof aRule>[0]) => ({ rule: aRule(given) })
const passed = { overridden: ['soak'] } as const
const followers = (rollout: Rollout, more: Partial<FollowerFacts> = {}, index = 0) =>
  followersOf(rollout, index, { ...facts, ...more }, NOW)

describe('the waves that follow one', () => {
  it('are all that wait for nothing, once it doesn’t either', () => {
    expect(followers(soaking())).toEqual([])
    expect(followers(soaking(passed))).toEqual([1, 2, 3])
  })

  const approvals = { count: 1, groups: [{ id: 'managers', name: null }], self: false }
  const after = (given: Partial<typeof NOTHING_AFTER>) =>
    rule({ after: { ...NOTHING_AFTER, ...given } })
  it.each<[string, Partial<Wave>, readonly number[]]>([
    ['its soak', rule(hour), [1]],
    ['a soak that was passed', { ...rule(hour), overridden: ['soak'] }, [1, 2, 3]],
    ['what its clusters report', after({ health: aHealthRule({}) }), [1]],
    ['checks', after({ checks: ['e2e'] }), [1]],
    ['approvals before it', rule({ before: { approvals } }), []],
  ])('go as far as the first that waits for %s', (_, second, expected) => {
    expect(followers(soaking(passed, second))).toEqual(expected)
  })

  it('don’t wait for clusters of which none ever reported, where time alone decides then', () => {
    const [time, people] = [aHealthRule({ unobserved: 'time' }), aHealthRule({})]
    const reporting = bitsOf([2])
    expect(followers(soaking(passed, after({ health: time })), { reporting })).toEqual([1, 2, 3])
    expect(followers(soaking(passed, after({ health: people })), { reporting })).toEqual([1])
    expect(followers(soaking(passed, {}, after({ health: time })), { reporting })).toEqual([1, 2])
  })

  it('are none in a freeze, or out of hours, but for those for which that was overridden', () => {
    const freezes = [aFreeze({})]
    expect(followers(soaking(passed), { freezes })).toEqual([])
    const frozen = { overridden: ['frozen'] } as const
    expect(followers(soaking(passed, frozen, frozen), { freezes })).toEqual([1, 2])
    const hours = { timeZone: 'UTC', weekly: [{ days: WEEKDAYS, from: '13:30', to: '14:30' }] }
    expect(followers(soaking(passed), { hours })).toEqual([])
  })

  it('are counted as if its turn had come, although it waits, isn’t in Git yet, or is in a pause', () => {
    const paused = { ...soaking(passed), state: 'paused', cause: 'person' } as const
    expect(followers(paused)).toEqual([1, 2, 3])
    const out = { ...passed, state: 'released', publishedAt: null } as const
    expect(followers(soaking(out))).toEqual([1, 2, 3])
    expect(followers(soaking({}, passed), {}, 1)).toEqual([2, 3])
    expect(followers(soaking({}, rule(hour)), {}, 1)).toEqual([])
    expect(followers(soaking(), {}, 3)).toEqual([])
  })

  it('are none of those of which something is missing on all clusters', () => {
    expect(followers(soaking(passed), { blocked: bitsOf([2]) })).toEqual([1])
  })
})
