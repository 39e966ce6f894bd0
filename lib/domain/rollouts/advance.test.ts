import { describe, expect, it } from 'vitest'
import { NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import { bitsOf, idsIn, NO_BITS } from '#lib/domain/sets/bits.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
import { anAwaitedMerge, aRollout, aRule, aWave, theFacts } from '#lib/domain/testing/rollouts.ts'
import { advance } from './advance.ts'
import { blockedOf, membersOf, readyOf } from './members.ts'
import type { Approval, Facts, Rollout, Wave } from './rollout.ts'
import { ended, freed, overridden, paused, resumed, withReleased, withWave } from './steps.ts'

/** A Monday, at 12:00 in UTC. */
const NOW = Date.UTC(2026, 10, 23, 12)
const placed = bitsOf([0, 1, 2, 3])
const asking = aRule({
  before: { approvals: { count: 2, groups: [{ id: 'approvers' }], self: false } },
})

/** Of cluster 0, then of the rest. */
const twoWaves = (soakMs: number) => [
  aWave(aRule({ name: 'canary', after: { ...NOTHING_AFTER, soakMs } }), bitsOf([0])),
  aWave(REST, null),
]

function anApproval(given: Partial<Approval>): Approval {
  return {
    wave: 0,
    by: 'person:ann',
    name: 'Ann',
    group: 'approvers',
    decision: 'approve',
    at: NOW,
    digest: 'now',
    ...given,
  }
}

const withThese = (...approvals: Approval[]) => theFacts({ placed, digests: ['now'], approvals })

const qa = (at: number | null) => [{ environment: 'qa', at }]

function codesOf(rollout: Rollout, facts: Facts, now = NOW): string[] {
  return advance(rollout, facts, now).waiting.map(({ wave, code }) => `${wave} ${code}`)
}

/** The rollout once it has released the wave that it says to release. */
function released(rollout: Rollout, facts: Facts): Rollout {
  const { rollout: next, release } = advance(rollout, facts, NOW)
  return withReleased(next, release!, 7, readyOf(next, release!, facts))
}

describe('a rollout', () => {
  const facts = theFacts({ placed })
  const rollout = aRollout({ waves: twoWaves(30 * MINUTE_MS), confirmed: 4 })

  it('releases its first wave at once where nothing is in the way', () => {
    expect(advance(rollout, facts, NOW)).toEqual({
      rollout,
      release: 0,
      failure: null,
      waiting: [],
      due: null,
    })
  })

  it('soaks from when a wave was in Git, not from when it was released', () => {
    const begun = released(rollout, facts)
    expect(codesOf(begun, facts, NOW + DAY_MS)).toEqual(['0 not_published'])
    const published = { ...facts, publishedAt: NOW + DAY_MS }
    const said = advance(begun, published, NOW + DAY_MS)
    const soaked = NOW + DAY_MS + 30 * MINUTE_MS
    expect(said).toMatchObject({ release: null, due: soaked, waiting: [{ code: 'soak' }] })
    expect(advance(said.rollout, facts, soaked - 1).release).toBe(null)
    const then = advance(said.rollout, facts, soaked)
    expect(then.release).toBe(1)
    expect(then.rollout.waves[0]).toMatchObject({ state: 'passed', passedAt: soaked })
  })

  it('gives the rest what no other wave has, and what came since', () => {
    const begun = released(rollout, facts)
    const joined = { ...facts, placed: bitsOf([0, 1, 2, 3, 9]) }
    expect(idsIn(membersOf(begun, 1, joined.placed))).toEqual([1, 2, 3, 9])
  })

  it('skips a wave whose clusters left', () => {
    const { rollout: then, release } = advance(rollout, theFacts({ placed: bitsOf([1]) }), NOW)
    expect(then.waves.map(({ state }) => state)).toEqual(['skipped', 'pending'])
    expect(release).toBe(1)
  })

  it('asks the gates of a rest without clusters, too, for those that come later', () => {
    const waves = [
      twoWaves(0)[0]!,
      aWave({ ...asking, after: { ...NOTHING_AFTER, soakMs: HOUR_MS } }, null),
    ]
    const alone = theFacts({ placed: bitsOf([0]), publishedAt: NOW, freezes: [aFreeze({})] })
    const canaried = withReleased(aRollout({ waves, confirmed: 1 }), 0, 7, bitsOf([0]))
    expect(codesOf(canaried, alone, NOW)).toEqual(['1 frozen', '1 approval'])
    const passing = overridden(canaried, 1, ['frozen', 'approval'])
    const then = advance(passing, alone, NOW)
    expect(then).toMatchObject({ release: 1, waiting: [] })
    const last = withReleased(then.rollout, 1, 8, [])
    expect(advance(last, alone, NOW).rollout).toMatchObject({ state: 'completed', endedAt: NOW })
  })

  it('is completed once its rest was in Git for long enough', () => {
    const waves = [aWave({ ...REST, after: { ...NOTHING_AFTER, soakMs: HOUR_MS } }, null)]
    const begun = released(aRollout({ waves, confirmed: 4 }), facts)
    const published = { ...facts, publishedAt: NOW }
    expect(advance(begun, published, NOW + HOUR_MS - 1).rollout.state).toBe('running')
    expect(advance(begun, published, NOW + HOUR_MS).rollout).toMatchObject({
      state: 'completed',
      wave: 0,
    })
  })

  it('neither passes nor releases anything in a pause, but notes what is in Git', () => {
    const halted = paused(released(rollout, facts), 'person')
    const said = advance(halted, { ...facts, publishedAt: NOW }, NOW + DAY_MS)
    expect(said).toMatchObject({ release: null, waiting: [], due: null })
    expect(said.rollout.waves[0]!.state).toBe('published')
    expect(advance(resumed(said.rollout, NOW + DAY_MS, 4), facts, NOW + DAY_MS).release).toBe(1)
  })

  it.each([
    [4, 4, false],
    [4, 5, true],
    [10, 11, false],
    [10, 12, true],
    [300, 320, false],
    [300, 321, true],
  ])('that was confirmed for %i clusters and is for %i is paused: %s', (confirmed, count, is) => {
    const many = bitsOf(Array.from({ length: count }, (_, id) => id))
    const { rollout: then, release } = advance(
      aRollout({ confirmed }),
      theFacts({ placed: many }),
      NOW,
    )
    expect(then.cause).toBe(is ? 'outgrown' : null)
    expect(release).toBe(is ? null : 0)
  })
})

describe('approvals', () => {
  const rollout = aRollout({ waves: [aWave(asking, null)], confirmed: 4 })
  const ann = anApproval({})
  const ben = anApproval({ by: 'person:ben' })
  const rows: readonly (readonly [what: string, approvals: readonly Approval[], holds: boolean])[] =
    [
      ['of two people', [ann, ben], true],
      ['of one person twice', [ann, ann], false],
      ['of somebody else for an older plan of the wave', [ann, { ...ben, digest: 'old' }], false],
      ['of the person who started it', [ann, { ...ben, by: 'person:starter' }], false],
      ['of a group that isn’t asked', [ann, { ...ben, group: 'others' }], false],
      ['for another wave', [ann, { ...ben, wave: 1 }], false],
      ['of 72 hours ago', [ann, { ...ben, at: NOW - 72 * HOUR_MS }], false],
      ['of almost 72 hours ago', [ann, { ...ben, at: NOW - 72 * HOUR_MS + 1 }], true],
    ]
  it.each(rows)('%s let a wave go: %#', (_, approvals, holds) => {
    expect(advance(rollout, withThese(...approvals), NOW).release).toBe(holds ? 0 : null)
  })

  it('expire while something else is waited for, which is due', () => {
    const frozen = { ...withThese(ann, ben), freezes: [aFreeze({})] }
    expect(advance(rollout, frozen, NOW).due).toBe(NOW + 72 * HOUR_MS)
    expect(codesOf(rollout, frozen, NOW + 72 * HOUR_MS)).toEqual(['0 frozen', '0 approval'])
  })

  it('may be of the person who started it where the rule says so', () => {
    const own = { ...asking, before: { approvals: { ...asking.before.approvals!, self: true } } }
    const starter = { ...ben, by: 'person:starter' }
    const waves: Wave[] = [aWave(own, null)]
    expect(advance({ ...rollout, waves }, withThese(ann, starter), NOW).release).toBe(0)
  })

  it('pause the rollout when one refuses, and ask anew once it is resumed', () => {
    const refusal = { ...ben, decision: 'refuse' as const }
    const said = advance(rollout, withThese(ann, refusal), NOW)
    expect(said.rollout).toMatchObject({ state: 'paused', cause: 'refused' })
    const again = resumed(said.rollout, NOW + 1, 4)
    expect(codesOf(again, withThese(ann, refusal), NOW + 1)).toEqual(['0 approval'])
    const thought = { ...ben, at: NOW + 2 }
    expect(advance(again, withThese(ann, refusal, thought), NOW + 2).release).toBe(null)
    const anew = { ...ann, at: NOW + 2 }
    expect(advance(again, withThese(ann, refusal, thought, anew), NOW + 2).release).toBe(0)
    const cat = { ...ann, by: 'person:cat' }
    expect(advance(again, withThese(ann, cat, refusal), NOW + 1).release).toBe(null)
  })

  it('can be given while the wave before still soaks', () => {
    const waves = [...twoWaves(HOUR_MS).slice(0, 1), aWave(asking, null)]
    const begun = withReleased(aRollout({ waves, confirmed: 4 }), 0, 7, bitsOf([0]))
    const known = { ...theFacts({ placed, publishedAt: NOW }), digests: [null, 'now'] }
    expect(codesOf(begun, known)).toEqual(['0 soak', '1 approval'])
    const given = {
      ...known,
      approvals: [
        { ...ann, wave: 1 },
        { ...ben, wave: 1 },
      ],
    }
    expect(codesOf(begun, given)).toEqual(['0 soak'])
  })
})

describe('the other gates', () => {
  const rollout = aRollout({ confirmed: 4 })
  const soon = new Date(NOW + HOUR_MS)
  const hours = {
    timeZone: 'UTC',
    weekly: [{ days: ['mon' as const], from: '13:00', to: '15:00' }],
  }
  const rows: readonly (readonly [string, Partial<Facts>, string, number | null])[] = [
    ['a freeze until it is lifted', { freezes: [aFreeze({})] }, 'frozen', null],
    ['a freeze with an end', { freezes: [aFreeze({ to: soon })] }, 'frozen', soon.getTime()],
    ['hours that come', { hours }, 'outside_hours', soon.getTime()],
    ['a repository withdrawn from the team', { isRepositoryAllowed: false }, 'not_eligible', null],
    ['an environment without success', { after: qa(null) }, 'not_eligible', null],
    [
      'an environment with a recent success',
      { after: qa(NOW - HOUR_MS), afterSoakMs: 2 * HOUR_MS },
      'not_eligible',
      soon.getTime(),
    ],
  ]
  it.each(rows)('hold a wave up for %s, as long as it lasts', (_, given, code, until) => {
    const facts = theFacts({ placed, ...given })
    const said = advance(rollout, facts, NOW)
    expect(said).toMatchObject({ release: null, waiting: [{ wave: 0, code, until }], due: until })
    if (until === null) return
    expect(advance(rollout, facts, until - 1).release).toBe(null)
    expect(advance(rollout, facts, until).release).toBe(0)
  })

  it.each(rows)('let a wave through %s when that is overridden', (_, given, code) => {
    const gate = code === 'frozen' || code === 'outside_hours' ? code : 'not_eligible'
    const facts = theFacts({ placed, ...given })
    expect(advance(overridden(rollout, 0, [gate]), facts, NOW).release).toBe(0)
  })

  it('let a rollback through, but not through a freeze that forbids it', () => {
    const back = aRollout({ origin: 'rollback', confirmed: 4 })
    const freezes = [aFreeze({})]
    const exempt = { placed, hours, after: qa(null), isRepositoryAllowed: false, freezes }
    expect(advance(back, theFacts(exempt), NOW).release).toBe(0)
    const strict = { ...exempt, freezes: [aFreeze({ allowRollback: false })] }
    expect(codesOf(back, theFacts(strict))).toEqual(['0 frozen'])
  })

  it('never let a wave go before the one before it is in Git, whatever is overridden', () => {
    const begun = released(
      aRollout({ waves: twoWaves(HOUR_MS), confirmed: 4 }),
      theFacts({ placed }),
    )
    const forced = withWave(begun, 0, { overridden: ['soak', 'approval', 'frozen'] })
    expect(codesOf(forced, theFacts({ placed }), NOW + DAY_MS)).toEqual(['0 not_published'])
    expect(advance(forced, theFacts({ placed, publishedAt: NOW }), NOW).release).toBe(1)
  })
})

const blocked = (...ids: number[]) => theFacts({ placed, blocked: bitsOf(ids) })

describe('clusters on which something is missing that the application needs', () => {
  const rollout = aRollout({ waves: twoWaves(0), confirmed: 4 })

  it('hold up a wave that has no others, which is looked at every 30 seconds', () => {
    const said = advance(rollout, blocked(0), NOW)
    expect(said).toMatchObject({
      release: null,
      waiting: [
        {
          wave: 0,
          code: 'depends',
          until: null,
          text: '1 cluster waits for what the application needs.',
        },
      ],
      due: NOW + 30_000,
    })
    expect(advance(rollout, blocked(0), NOW + 10_000).due).toBe(NOW + 30_000)
    const later = aRollout({ waves: twoWaves(0), startedAt: NOW - 7_000 })
    expect(advance(later, blocked(0), NOW).due).toBe(NOW + 23_000)
    expect(advance(rollout, blocked(), NOW).release).toBe(0)
  })

  it('are left for later by a wave that has others', () => {
    const whole = aRollout({ confirmed: 4 })
    expect(advance(whole, blocked(1, 3), NOW)).toMatchObject({ release: 0, waiting: [] })
    expect(idsIn(readyOf(whole, 0, blocked(1, 3)))).toEqual([0, 2])
    expect(idsIn(blockedOf(whole, 0, blocked(1, 3)))).toEqual([1, 3])
  })

  it('come with the last wave, if nothing is missing by then', () => {
    const waves = [aWave(aRule({ name: 'canary' }), bitsOf([0, 1])), aWave(REST, null)]
    const begun = released(aRollout({ waves, confirmed: 4 }), blocked(1))
    expect(idsIn(begun.waves[0]!.released!)).toEqual([0])
    const then = released(begun, { ...blocked(), publishedAt: NOW })
    expect(idsIn(then.waves[1]!.released!)).toEqual([1, 2, 3])
  })

  it('don’t skip a wave, nor count as clusters that nobody confirmed', () => {
    const joined = theFacts({ placed: bitsOf([0, 1, 2, 3, 8, 9]), blocked: bitsOf([8, 9]) })
    expect(advance(rollout, { ...joined, blocked: bitsOf([0]) }, NOW).rollout).toBe(rollout)
    const whole = aRollout({ confirmed: 4 })
    expect(advance(whole, joined, NOW).release).toBe(0)
    const grown = advance(whole, { ...joined, blocked: NO_BITS }, NOW)
    expect(grown.rollout).toMatchObject({ state: 'paused', cause: 'outgrown' })
  })

  it('get the version where somebody decided that they needn’t wait, and no others', () => {
    const one = freed(aRollout({ confirmed: 4 }), 0, bitsOf([3]))
    const all = blocked(0, 1, 2, 3)
    expect(advance(one, all, NOW).release).toBe(0)
    expect(idsIn(readyOf(one, 0, all))).toEqual([3])
    const two = freed(one, 0, bitsOf([0]))
    expect(idsIn(readyOf(two, 0, all))).toEqual([0, 3])
    const whole = overridden(one, 0, ['depends'])
    expect(idsIn(readyOf(whole, 0, all))).toEqual([0, 1, 2, 3])
  })

  it('of a rollout that goes back hold it up, too', () => {
    const back = aRollout({ origin: 'rollback', confirmed: 4 })
    expect(codesOf(back, blocked(0, 1, 2, 3))).toEqual(['0 depends'])
  })
})

describe('a wave that people have to merge', () => {
  const rollout = aRollout({ waves: twoWaves(HOUR_MS), confirmed: 4 })
  const begun = released(rollout, theFacts({ placed }))
  const open = anAwaitedMerge({})
  const closed = anAwaitedMerge({ isClosed: true, closedBy: 'ann' })
  const waitingIn = (...awaited: Facts['awaited']) => theFacts({ placed, awaited })

  it('waits for each of its pull requests, however long that takes', () => {
    const prod = anAwaitedMerge({ branch: 'prod', number: 18 })
    const said = advance(begun, waitingIn(open, prod), NOW + 30 * DAY_MS)
    expect(said).toMatchObject({ rollout: { state: 'running' }, release: null, due: null })
    expect(said.waiting).toEqual([
      {
        wave: 0,
        code: 'not_published',
        until: null,
        text: 'Waits for pull request 17 into staging to be merged.',
        pullRequest: open,
      },
      {
        wave: 0,
        code: 'not_published',
        until: null,
        text: 'Waits for pull request 18 into prod to be merged.',
        pullRequest: prod,
      },
    ])
  })

  it.each([
    [
      'ann',
      'Waits for pull request 17 into staging, which was closed by ann, to be open again and merged.',
    ],
    [
      null,
      'Waits for pull request 17 into staging, which was closed, to be open again and merged.',
    ],
  ])('pauses its rollout when one is closed by %s, and says so for as long', (closedBy, text) => {
    const facts = waitingIn({ ...closed, closedBy }, anAwaitedMerge({ branch: 'z', number: 9 }))
    const said = advance(begun, facts, NOW)
    expect(said.rollout).toMatchObject({ state: 'paused', cause: 'pull_request_closed' })
    expect(said.waiting[0]).toMatchObject({ code: 'not_published', text })
    expect(advance(said.rollout, facts, NOW)).toEqual(said)
  })

  const states: readonly (readonly [string, Rollout, Facts['awaited'], string | null])[] = [
    [
      'resumed while it is closed',
      resumed(paused(begun, 'person'), NOW, 4),
      [closed],
      'pull_request_closed',
    ],
    ['paused by somebody before', paused(begun, 'person'), [closed], 'person'],
    ['still to be released', rollout, [closed], null],
    [
      'resumed once it is open',
      resumed(paused(begun, 'pull_request_closed'), NOW, 4),
      [open],
      null,
    ],
    [
      'in Git meanwhile',
      withWave(begun, 0, { state: 'published', publishedAt: NOW }),
      [closed],
      null,
    ],
  ]
  it.each(states)('of a rollout %s', (_, given, awaited, cause) => {
    expect(advance(given, waitingIn(...awaited), NOW).rollout.cause).toBe(cause)
  })

  it('is no matter of a rollout that is over', () => {
    const over = ended(begun, 'aborted', NOW)
    expect(advance(over, waitingIn(closed), NOW)).toMatchObject({ rollout: over, waiting: [] })
  })

  it('soaks from when it was merged, also where that was seen in a pause', () => {
    const halted = advance(begun, waitingIn(closed), NOW).rollout
    const mergedAt = NOW + 3 * DAY_MS
    const seen = advance(halted, theFacts({ placed, publishedAt: mergedAt }), mergedAt)
    expect(seen.rollout).toMatchObject({ state: 'paused', cause: 'pull_request_closed' })
    const again = resumed(seen.rollout, mergedAt + MINUTE_MS, 4)
    const said = advance(again, theFacts({ placed }), mergedAt + MINUTE_MS)
    expect(said).toMatchObject({ release: null, due: mergedAt + HOUR_MS })
    expect(advance(said.rollout, theFacts({ placed }), mergedAt + HOUR_MS).release).toBe(1)
  })
})
