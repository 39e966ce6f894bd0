import { describe, expect, it } from 'vitest'
import type { AfterRule, HealthRule } from '#lib/domain/objects/environment/wave-rule.ts'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
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
import type { Approval, Check, Facts, Reports, Rollout } from './rollout.ts'
import { overridden, resumed, withWave } from './steps.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const placed = bitsOf([0, 1, 2, 3, 4])
const FOUR = bitsOf([0, 1, 2, 3])

/** Of clusters 0 to 3, in Git, and of the rest. */
function published(after: Partial<AfterRule>): Rollout {
  const first = aWave(aRule({ name: 'canary', after: anAfterRule(after) }), FOUR)
  const canary = {
    ...first,
    state: 'published' as const,
    change: 7,
    released: FOUR,
    publishedAt: NOW,
  }
  return aRollout({ waves: [canary, aWave(REST, null)], confirmed: 5 })
}

const withRule = (health: Partial<HealthRule>) => published({ health: aHealthRule(health) })

const facts = (reports: Partial<Reports>, given: Partial<Facts> = {}) =>
  theFacts({
    placed,
    digests: ['wave', null],
    reports: theReports({ reporting: FOUR, ...reports }),
    ...given,
  })

const well = (...ids: number[]) => ({ ok: bitsOf(ids) })
const failing = (...ids: number[]) => ({ ok: FOUR, failing: bitsOf(ids) })

const frozen = (allowRollback: boolean) =>
  facts(failing(3), { freezes: [aFreeze({ allowRollback })] })

const check = (name: string, state: Check['state'], wave = 0) => ({ wave, name, state, at: NOW })

/** None ever reported. */
const unobserved = (given: Partial<Facts> = {}) => facts({ reporting: bitsOf([]) }, given)

/** What it waits for, why it stopped, or which wave it releases. */
function outcome(rollout: Rollout, known: Facts, now = NOW): string {
  const { rollout: after, release, failure, waiting } = advance(rollout, known, now)
  if (failure !== null) return `back: ${failure}`
  if (after.state === 'paused') return `paused: ${after.cause}`
  return release === null ? waiting.map(({ code }) => code).join(' ') : `release ${release}`
}

describe('a wave in Git', () => {
  it('passes once enough of its clusters are healthy', () => {
    expect(outcome(published({}), facts(well(0, 1, 2)))).toBe('health')
    expect(advance(published({}), facts(well(0, 1, 2)), NOW).waiting).toMatchObject([
      { text: '3 of 4 clusters are healthy; 4 must be.' },
    ])
    expect(outcome(published({}), facts(well(0, 1, 2, 3)))).toBe('release 1')
  })

  it.each([
    [[0], FOUR, '1 of 4 clusters is healthy; 4 must be.'],
    [[], FOUR, '0 of 4 clusters are healthy; 4 must be.'],
    [[], bitsOf([2]), '0 of 1 cluster is healthy; 1 must be.'],
  ])('says so in grammar: of %j', (ok, placed, text) => {
    const rollout = published({})
    expect(advance(rollout, facts(well(...ok), { placed }), NOW).waiting).toMatchObject([{ text }])
  })

  it('keeps what was healthy once, also where that is no longer so when enough others are', () => {
    const first = advance(published({}), facts(well(0, 1)), NOW).rollout
    expect(idsIn(first.waves[0]!.ok)).toEqual([0, 1])
    expect(outcome(first, facts(well(2, 3)), NOW + 1)).toBe('release 1')
  })

  it('soaks from when enough were healthy, and anew when they weren’t', () => {
    const soaking = published({ soakMs: 30 * MINUTE_MS })
    const at = NOW + 3 * HOUR_MS
    const said = advance(soaking, facts(well(0, 1, 2, 3)), at)
    expect(said).toMatchObject({
      release: null,
      due: at + 30 * MINUTE_MS,
      waiting: [{ code: 'soak', until: at + 30 * MINUTE_MS, text: 'Must stay healthy for 30m.' }],
    })
    const silent = facts({ ok: FOUR, silent: bitsOf([0, 1, 2]) })
    const lost = advance(said.rollout, silent, at + 20 * MINUTE_MS)
    expect(lost.waiting.map(({ code }) => code)).toEqual(['silent'])
    expect(lost.rollout.waves[0]!.quorumAt).toBe(null)
    const again = advance(lost.rollout, facts(well()), at + 29 * MINUTE_MS)
    expect(again.due).toBe(at + 59 * MINUTE_MS)
    expect(outcome(again.rollout, facts(well()), at + 59 * MINUTE_MS)).toBe('release 1')
  })

  it('lets as many be silent as its rule does, and asks the others', () => {
    const two = { ok: bitsOf([2, 3]), silent: bitsOf([0, 1]) }
    expect(outcome(published({}), facts(two))).toBe('release 1')
    const three = { ok: FOUR, silent: bitsOf([0, 1, 2]) }
    expect(outcome(published({}), facts(three))).toBe('silent')
    const all = { ok: FOUR, silent: FOUR }
    expect(outcome(withRule({ silentPercent: 100 }), facts(all))).toBe('health')
  })

  it('is looked at when time alone makes a cluster silent, and by its deadline', () => {
    const until = NOW + 2 * MINUTE_MS
    const known = facts({ ...well(0), until })
    expect(advance(published({}), known, NOW).due).toBe(until)
    expect(advance(published({ deadlineMs: MINUTE_MS }), known, NOW).due).toBe(NOW + MINUTE_MS)
  })

  it('asks none of its clusters that left', () => {
    const left = { placed: bitsOf([0, 4]) }
    expect(outcome(published({}), facts(well(0), left))).toBe('release 1')
    const none = { placed: bitsOf([4]) }
    const soaking = published({ soakMs: HOUR_MS })
    expect(outcome(soaking, facts({}, none))).toBe('soak')
    expect(outcome(soaking, facts({}, none), NOW + HOUR_MS)).toBe('release 1')
  })
})

describe('too many that fail', () => {
  it('pause the rollout at once, whether it soaked or not', () => {
    const soaking = published({ soakMs: HOUR_MS })
    expect(outcome(soaking, facts(failing(3)))).toBe('paused: failing')
    const { rollout } = advance(soaking, facts(failing(3)), NOW)
    expect(rollout.waves[0]).toMatchObject({
      state: 'published',
      health: { ok: 3, progressing: 0, failing: 1, silent: 0 },
    })
  })

  it('don’t, as long as its rule allows them', () => {
    const rule = { failing: { count: 1 }, healthyPercent: 75 }
    expect(outcome(withRule(rule), facts(failing(3)))).toBe('release 1')
    expect(outcome(withRule(rule), facts(failing(2, 3)))).toBe('paused: failing')
  })

  it('take it back where its rule says so, and not where it takes another back itself', () => {
    const back = published({ onFailure: 'rollback' })
    expect(outcome(back, facts(failing(3)))).toBe('back: failing')
    expect(outcome({ ...back, origin: 'rollback' }, facts(failing(3)))).toBe('paused: failing')
  })

  it('pause it in a freeze that doesn’t let it go back', () => {
    const back = published({ onFailure: 'rollback' })
    expect(outcome(back, frozen(true))).toBe('back: failing')
    expect(outcome(back, frozen(false))).toBe('paused: failing')
  })

  it('pause it again when it is resumed, as long as they do', () => {
    const halted = advance(published({}), facts(failing(3)), NOW).rollout
    const goesOn = resumed(halted, NOW + HOUR_MS, 5)
    expect(outcome(goesOn, facts(failing(3)), NOW + HOUR_MS)).toBe('paused: failing')
    expect(outcome(goesOn, facts(well()), NOW + HOUR_MS)).toBe('release 1')
  })
})

describe('the deadline of a wave', () => {
  it('stops what hasn’t passed by then', () => {
    const rollout = published({ deadlineMs: HOUR_MS })
    expect(outcome(rollout, facts(well(0)), NOW + HOUR_MS - 1)).toBe('health')
    expect(outcome(rollout, facts(well(0)), NOW + HOUR_MS)).toBe('paused: deadline')
    const back = published({ deadlineMs: HOUR_MS, onFailure: 'rollback' })
    expect(outcome(back, facts(well(0)), NOW + HOUR_MS)).toBe('back: deadline')
  })

  it('begins anew when the rollout is resumed', () => {
    const rollout = published({ deadlineMs: HOUR_MS })
    const at = NOW + 2 * HOUR_MS
    const again = resumed(advance(rollout, facts(well(0)), at).rollout, at, 5)
    expect(outcome(again, facts(well(0)), at + HOUR_MS - 1)).toBe('health')
    expect(outcome(again, facts(well(0)), at + HOUR_MS)).toBe('paused: deadline')
  })
})

describe('checks', () => {
  const rollout = published({ checks: ['e2e', 'load'] })
  const rows: readonly (readonly [string, readonly Check[], string])[] = [
    ['nobody posted', [], 'check'],
    ['of which one is missing', [check('e2e', 'passed')], 'check'],
    ['that run', [check('e2e', 'passed'), check('load', 'running')], 'check'],
    ['that passed', [check('e2e', 'passed'), check('load', 'passed')], 'release 1'],
    ['of which one failed', [check('e2e', 'failed'), check('load', 'passed')], 'paused: check'],
    ['of another wave', [check('e2e', 'failed', 1)], 'check'],
    ['that nobody asks for', [check('other', 'failed')], 'check'],
  ]
  it.each(rows)('%s', (_, checks, expected) => {
    expect(outcome(rollout, facts(well(0, 1, 2, 3), { checks }))).toBe(expected)
  })

  it('are asked for without clusters that report, too', () => {
    const alone = published({ checks: ['e2e'], health: null })
    const known = theFacts({ placed })
    expect(outcome(alone, known)).toBe('check')
    expect(outcome(alone, { ...known, checks: [check('e2e', 'passed')] })).toBe('release 1')
  })
})

describe('a wave of which no cluster ever reported', () => {
  const answer = (given: Partial<Approval>): Approval => ({
    wave: 0,
    by: 'person:starter',
    name: 'Starter',
    group: '',
    decision: 'approve',
    at: NOW + 1,
    digest: 'wave',
    ...given,
  })
  const soaking = published({ soakMs: HOUR_MS })

  it('waits for its time and for somebody who says that it goes on', () => {
    const said = advance(soaking, unobserved(), NOW)
    expect(said.waiting).toMatchObject([
      { code: 'health', text: 'None of 4 clusters reports: approve to go on.' },
      { code: 'soak', until: NOW + HOUR_MS },
    ])
    expect(said.rollout.waves[0]).toMatchObject({ health: { ok: 0, silent: 4 }, quorumAt: null })
    expect(outcome(soaking, unobserved(), NOW + HOUR_MS)).toBe('health')
    const given = unobserved({ approvals: [answer({})] })
    expect(outcome(soaking, given, NOW + 2)).toBe('soak')
    expect(outcome(soaking, given, NOW + 90 * 24 * HOUR_MS)).toBe('release 1')
    expect(advance(soaking, given, NOW + HOUR_MS).rollout.waves[0]).toMatchObject({
      state: 'passed',
      health: { ok: 0, silent: 4 },
    })
  })

  const rows: readonly (readonly [string, Partial<Approval>, string])[] = [
    ['from before it was in Git', { at: NOW - 1 }, 'health'],
    ['of another wave', { wave: 1 }, 'health'],
    ['of what it isn’t', { digest: 'other' }, 'health'],
    ['that refuses', { decision: 'refuse' }, 'paused: refused'],
  ]
  it.each(rows)('goes by no answer %s', (_, given, expected) => {
    const known = unobserved({ approvals: [answer(given)] })
    expect(outcome(soaking, known, NOW + HOUR_MS)).toBe(expected)
  })

  it('goes on by time alone where its rule says so', () => {
    const timed = published({ soakMs: HOUR_MS, health: aHealthRule({ unobserved: 'time' }) })
    expect(outcome(timed, unobserved())).toBe('soak')
    expect(outcome(timed, unobserved(), NOW + HOUR_MS)).toBe('release 1')
  })

  it('is asked for its health as soon as one of them reports', () => {
    const timed = published({ health: aHealthRule({ unobserved: 'time' }) })
    expect(outcome(timed, facts({ reporting: bitsOf([0]), ok: bitsOf([0]) }))).toBe('silent')
  })
})

describe('overriding', () => {
  const rows: readonly (readonly [Parameters<typeof overridden>[2], Partial<Reports>, string])[] = [
    [['health'], well(0), 'release 1'],
    [['silent'], { ok: FOUR, silent: bitsOf([0, 1, 2]) }, 'release 1'],
    [['silent'], well(0), 'health'],
    [['failing'], failing(3), 'health'],
    [['failing', 'health'], failing(3), 'release 1'],
    [['health'], failing(3), 'paused: failing'],
    [['health'], { reporting: bitsOf([]) }, 'release 1'],
  ]
  it.each(rows)('passes %j alone', (gates, reports, expected) => {
    expect(outcome(overridden(published({}), 0, gates), facts(reports))).toBe(expected)
  })

  it('passes a check that failed', () => {
    const checks = [{ wave: 0, name: 'e2e', state: 'failed' as const, at: NOW }]
    const rollout = overridden(published({ checks: ['e2e'] }), 0, ['check'])
    expect(outcome(rollout, facts(well(0, 1, 2, 3), { checks }))).toBe('release 1')
  })

  it('never passes a wave that isn’t counted otherwise', () => {
    const released = withWave(published({}), 0, { state: 'released', publishedAt: null })
    expect(outcome(released, theFacts({ placed, publishedAt: NOW }))).toBe('health')
  })
})
