// Rollouts under random interleavings of time, reports, checks, approvals, freezes, pauses, publications, overrides, holds, edits of
// the fleet and what other applications are doing, against gates that are asked in another way.
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { REST, type WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import {
  type Bits,
  bitsOf,
  hasBit,
  idsIn,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  unite,
} from '#lib/domain/sets/bits.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
import {
  aHealthRule,
  anAwaitedMerge,
  aRollout,
  aRule,
  aWave,
  theFacts,
} from '#lib/domain/testing/rollouts.ts'
import { advance } from './advance.ts'
import { membersOf, readyOf } from './members.ts'
import {
  type Advanced,
  type Facts,
  OVERRIDABLE_GATES,
  type Rollout,
  type WaveState,
} from './rollout.ts'
import { failed, freed, overridden, paused, resumed, withReleased } from './steps.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100) * 3
vi.setConfig({ testTimeout: 600_000 })

/** A Monday, at 00:00 in UTC. */
const START = Date.UTC(2026, 10, 23)
const QUARTER_MS = 15 * MINUTE_MS
const CLUSTERS = 12
const GROUPS = ['one', 'two'] as const
const PEOPLE = ['starter', 'ann', 'ben'] as const

function mostlyNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

const rule: fc.Arbitrary<WaveRule> = fc.record({
  name: fc.constant('wave'),
  clusters: fc.constant(null),
  target: fc.constant(null),
  size: fc.constant({ count: 1 }),
  before: fc.record({
    approvals: mostlyNull(
      fc.record({
        count: fc.integer({ min: 1, max: 2 }),
        groups: fc.constantFrom([{ id: 'one' }], [{ id: 'one' }, { id: 'two' }]),
        self: fc.boolean(),
      }),
    ),
  }),
  after: fc.record({
    soakMs: fc.constantFrom(0, QUARTER_MS, HOUR_MS),
    health: fc.option(
      fc
        .record({
          healthyPercent: fc.constantFrom(1, 50, 100),
          failing: fc.constantFrom({ count: 0 }, { count: 1 }, { percent: 50 }),
          silentPercent: fc.constantFrom(0, 50, 100),
          unobserved: fc.constantFrom('approve' as const, 'time' as const),
        })
        .map(aHealthRule),
      { freq: 4 },
    ),
    checks: fc.constantFrom([], [], ['e2e']),
    deadlineMs: fc.constantFrom(null, HOUR_MS, 2 * HOUR_MS),
    onFailure: fc.constantFrom('pause' as const, 'rollback' as const, 'rollback' as const),
  }),
})

/** Who isn't heard of for so long is silent. */
const FRESH_MS = 6 * QUARTER_MS

/** By cluster, in which wave it is planned; beyond those that there are: in the rest. */
const plan = fc.record({
  rules: fc.oneof(fc.tuple(rule), fc.tuple(rule), fc.array(rule, { minLength: 2, maxLength: 3 })),
  waveOf: fc.array(fc.nat(4), { minLength: CLUSTERS, maxLength: CLUSTERS }),
  origin: fc.constantFrom('person' as const, 'person' as const, 'rollback' as const),
  hours: mostlyNull(
    fc.constantFrom(
      { timeZone: 'UTC', weekly: [{ days: ['mon' as const], from: '08:00', to: '16:00' }] },
      {
        timeZone: 'UTC',
        weekly: [{ days: ['mon' as const, 'tue' as const], from: '00:00', to: '12:00' }],
      },
    ),
  ),
  afterSoakMs: fc.constantFrom(0, HOUR_MS),
  confirmed: fc.constantFrom(CLUSTERS, CLUSTERS, CLUSTERS, CLUSTERS - 4, 2),
  hasSucceeded: fc.constantFrom(true, true, false),
})

const word = fc.record({
  do: fc.constantFrom(
    'lift',
    'pause',
    'resume',
    'resume',
    'publish',
    'publish',
    'publish',
    'propose',
    'close',
    'succeed',
  ),
})
const wait = fc.record({
  do: fc.constant('wait' as const),
  quarters: fc.constantFrom(1, 1, 2, 2, 4, 4, 9, 9, 30, 300),
})
const heard = fc.oneof(
  fc.record({ do: fc.constant('reportAll' as const) }),
  fc.record({
    do: fc.constant('report' as const),
    clusters: fc.array(fc.nat(CLUSTERS), { minLength: 1, maxLength: CLUSTERS }),
    isWell: fc.constantFrom(true, true, false),
    isFailing: fc.constantFrom(false, true),
  }),
)

const action = fc.oneof(
  { weight: 3, arbitrary: wait },
  { weight: 3, arbitrary: word },
  { weight: 3, arbitrary: heard },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      later: fc.constantFrom(0, 0, 1),
      by: fc.constantFrom(...PEOPLE),
      group: fc.constantFrom(...GROUPS, 'one', 'removed'),
      refuses: fc.constantFrom(false, false, false, true),
      isStale: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('freeze' as const),
      from: fc.constantFrom(-1, 3),
      quarters: fc.option(fc.constantFrom(5, 20)),
      allowRollback: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('override' as const),
      wave: fc.nat(3),
      gate: fc.constantFrom(...OVERRIDABLE_GATES, 'depends' as const),
      clusters: fc.option(fc.array(fc.nat(CLUSTERS), { minLength: 1, maxLength: 2 }), { freq: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('need' as const),
      isThere: fc.boolean(),
      clusters: fc.oneof(
        fc.array(fc.nat(CLUSTERS), { minLength: 1, maxLength: CLUSTERS }),
        fc.constant(Array.from({ length: CLUSTERS }, (_, id) => id)),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('join' as const, 'leave', 'hold' as const, 'let go' as const),
      cluster: fc.nat(CLUSTERS + 4),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('check' as const),
      state: fc.constantFrom(
        'running' as const,
        'passed' as const,
        'passed' as const,
        'failed' as const,
      ),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** What a cluster said last, and whether it was well since the wave under way was in Git. */
type Word = { readonly at: number; readonly wasWell: boolean; readonly isFailing: boolean }

type World = {
  rollout: Rollout
  facts: Facts
  now: number
  words: ReadonlyMap<number, Word>
  /** On which clusters it is placed, and which of them hold what they have: what a rollout knows of is the others. */
  there: Bits
  holding: Bits
}

function begun(plan: PlanOf): World {
  const { rules, waveOf, origin, hours, afterSoakMs, confirmed, hasSucceeded } = plan
  const waves = rules.map((each, index) => {
    const planned = bitsOf(waveOf.flatMap((wave, id) => (wave === index ? [id] : [])))
    return aWave(each, planned)
  })
  return {
    now: START,
    words: new Map(),
    there: bitsOf(waveOf.map((_, id) => id)),
    holding: NO_BITS,
    rollout: aRollout({
      origin,
      waves: [...waves, aWave(aRule({ name: REST.name }), null)],
      confirmed,
      startedAt: START,
    }),
    facts: theFacts({
      placed: bitsOf(waveOf.map((_, id) => id)),
      hours,
      afterSoakMs,
      after: [{ environment: 'qa', at: hasSucceeded ? START - HOUR_MS : null }],
    }),
  }
}
type PlanOf = typeof plan extends fc.Arbitrary<infer P> ? P : never

/** What a wave would do, as one text. */
function digestOf(rollout: Rollout, index: number, facts: Facts): string {
  return idsIn(readyOf(rollout, index, facts)).join(' ')
}

function after(world: World, act: Action): World {
  const { rollout, facts, now } = world
  switch (act.do) {
    case 'wait':
      return { ...world, now: now + act.quarters * QUARTER_MS }
    case 'answer': {
      const wave = rollout.wave + act.later
      const answer = {
        wave,
        by: `person:${act.by}`,
        name: act.by,
        group: act.group,
        decision: act.refuses ? ('refuse' as const) : ('approve' as const),
        at: now,
        digest: act.isStale ? 'stale' : digestOf(rollout, wave, facts),
      }
      return { ...world, facts: { ...facts, approvals: [...facts.approvals, answer] } }
    }
    case 'report':
      return heardOf(world, act.clusters, act)
    case 'reportAll':
      return heardOf(world, idsIn(world.there), { isWell: true, isFailing: false })
    case 'check': {
      const { wave } = rollout
      const checks = facts.checks.filter((check) => check.wave !== wave)
      return {
        ...world,
        facts: { ...facts, checks: [...checks, { wave, name: 'e2e', state: act.state, at: now }] },
      }
    }
    case 'freeze': {
      const from = now + act.from * QUARTER_MS
      const freeze = aFreeze({
        from: new Date(from),
        to: act.quarters === null ? null : new Date(from + act.quarters * QUARTER_MS),
        allowRollback: act.allowRollback,
      })
      return { ...world, facts: { ...facts, freezes: [...facts.freezes, freeze] } }
    }
    case 'need':
      return withNeeds(world, act)
    case 'override':
      return { ...world, rollout: decided(rollout, act) }
    default:
      return 'cluster' in act ? withCluster(world, act) : afterWord(world, act.do)
  }
}

/** `depends` is passed for all clusters of a wave, or for some. */
function decided(
  rollout: Rollout,
  { wave, gate, clusters }: Extract<Action, { do: 'override' }>,
): Rollout {
  return gate === 'depends' && clusters !== null
    ? freed(rollout, wave, bitsOf(clusters))
    : overridden(rollout, wave, [gate])
}

type Clustered = {
  readonly do: 'join' | 'leave' | 'hold' | 'let go'
  readonly cluster: number
}

/** A cluster comes or goes, or holds what it has, or no longer. */
function withCluster(world: World, act: Clustered): World {
  const cluster = bitsOf([act.cluster])
  const moved: Readonly<Record<Clustered['do'], readonly [Bits, Bits]>> = {
    join: [unite(world.there, cluster), world.holding],
    leave: [subtract(world.there, cluster), world.holding],
    hold: [world.there, unite(world.holding, cluster)],
    'let go': [world.there, subtract(world.holding, cluster)],
  }
  const [there, holding] = moved[act.do]
  return { ...world, there, holding, facts: { ...world.facts, placed: subtract(there, holding) } }
}

/** What the application needs comes to clusters, or isn’t there any more. */
function withNeeds({ facts, ...world }: World, act: Extract<Action, { do: 'need' }>): World {
  const clusters = bitsOf(act.clusters)
  const blocked = act.isThere ? subtract(facts.blocked, clusters) : unite(facts.blocked, clusters)
  return { ...world, facts: { ...facts, blocked } }
}

function heardOf(
  world: World,
  clusters: readonly number[],
  { isWell, isFailing }: { readonly isWell: boolean; readonly isFailing: boolean },
): World {
  const words = new Map(world.words)
  for (const id of clusters) {
    const wasWell = isWell || (words.get(id)?.wasWell ?? false)
    words.set(id, { at: world.now, wasWell, isFailing })
  }
  return { ...world, words }
}

function afterWord(world: World, word: string): World {
  const { rollout, facts, now } = world
  switch (word) {
    case 'lift':
      return { ...world, facts: { ...facts, freezes: [] } }
    case 'pause':
      return { ...world, rollout: paused(rollout, 'person') }
    case 'resume':
      return { ...world, rollout: resumed(rollout, now, CLUSTERS + 5) }
    case 'succeed':
      return { ...world, facts: { ...facts, after: [{ environment: 'qa', at: now }] } }
    case 'propose':
      return { ...world, facts: { ...facts, awaited: [anAwaitedMerge({})] } }
    case 'close':
      return { ...world, facts: { ...facts, awaited: [anAwaitedMerge({ isClosed: true })] } }
    default: {
      const isReleased = rollout.waves[rollout.wave]!.state === 'released'
      return { ...world, facts: { ...facts, publishedAt: isReleased ? now : null, awaited: [] } }
    }
  }
}

/** The facts as they are at an instant if nothing happens until then. */
function known({ rollout, facts, words }: World, now: number): Facts {
  const isReleased = rollout.waves[rollout.wave]!.state === 'released'
  const idsOf = (is: (word: Word) => boolean) =>
    bitsOf([...words].flatMap(([id, word]) => (is(word) ? [id] : [])))
  const ends = [...words.values()].map(({ at }) => at + FRESH_MS).filter((end) => end > now)
  return {
    ...facts,
    digests: rollout.waves.map((_, index) => digestOf(rollout, index, facts)),
    publishedAt: isReleased ? facts.publishedAt : null,
    awaited: isReleased && facts.publishedAt === null ? facts.awaited : [],
    reports: {
      ok: idsOf(({ wasWell }) => wasWell),
      failing: idsOf(({ isFailing }) => isFailing),
      silent: idsOf(({ at }) => at + FRESH_MS <= now),
      reporting: idsOf(() => true),
      until: ends.length === 0 ? null : Math.min(...ends),
    },
  }
}

/** Whether each gate before a wave holds, by another look at each. */
function holdsBy(rollout: Rollout, index: number, facts: Facts, now: number): boolean {
  const { rule, overridden } = rollout.waves[index]!
  const isExempt = rollout.origin === 'rollback'
  const freezes = (freeze: Freeze) =>
    freeze.from!.getTime() <= now && (freeze.to === null || now < freeze.to.getTime())
  const checks = {
    not_eligible:
      isExempt || facts.after.every(({ at }) => at !== null && now - at >= facts.afterSoakMs),
    frozen: !facts.freezes.some((each) => freezes(each) && !(isExempt && each.allowRollback)),
    outside_hours: isExempt || facts.hours === null || isWithin(facts.hours.weekly, now),
    approval: rule.before.approvals === null || isApproved(rollout, index, facts, now),
    depends: isAnyReady(rollout, index, facts),
  }
  return Object.entries(checks).every(
    ([gate, holds]) => holds || overridden.some((each) => each === gate),
  )
}

/** A wave without clusters waits for nothing. */
function isAnyReady({ waves }: Rollout, index: number, { placed, blocked }: Facts): boolean {
  const { planned, freed } = waves[index]!
  const isOthers = (id: number) =>
    waves.some(
      (wave, at) =>
        (wave.released !== null && hasBit(wave.released, id)) ||
        (planned === null &&
          at !== index &&
          wave.state === 'pending' &&
          hasBit(wave.planned ?? NO_BITS, id)),
    )
  const own = idsIn(placed).filter(
    (id) => (planned === null || hasBit(planned, id)) && !isOthers(id),
  )
  return own.length === 0 || own.some((id) => !hasBit(blocked, id) || hasBit(freed, id))
}

function isWithin(weekly: NonNullable<Facts['hours']>['weekly'], now: number): boolean {
  const at = new Date(now)
  const day = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[at.getUTCDay()]!
  const time = at.toISOString().slice(11, 16)
  return weekly.some(({ days, from, to }) => days.includes(day) && from <= time && time < to)
}

function isApproved(rollout: Rollout, index: number, facts: Facts, now: number): boolean {
  const { count, groups, self } = rollout.waves[index]!.rule.before.approvals!
  let approving = 0
  const asked = facts.approvals.filter(
    ({ wave, by, group, digest }) =>
      wave === index &&
      (by !== 'person:starter' || self) &&
      groups.some(({ id }) => id === group) &&
      digest === facts.digests[index],
  )
  const overcome = asked
    .filter(({ decision, at }) => decision === 'refuse' && at <= (rollout.resumedAt ?? -1))
    .map(({ at }) => at)
  for (const person of PEOPLE) {
    const last = asked.findLast(({ by }) => by === `person:${person}`)
    if (last === undefined) continue
    const isCurrent = now - last.at < 72 * HOUR_MS && overcome.every((at) => at < last.at)
    if (last.decision === 'approve' && isCurrent) approving += 1
    if (last.decision === 'refuse' && last.at > (rollout.resumedAt ?? -1)) return false
  }
  return approving >= count
}

const RANK: Readonly<Record<WaveState, number>> = {
  pending: 0,
  released: 1,
  published: 2,
  passed: 3,
  failed: 3,
  skipped: 3,
}

function expectOnward(before: Rollout, then: Rollout) {
  expect(then.wave).toBeGreaterThanOrEqual(before.wave)
  for (const [index, { state, released }] of then.waves.entries()) {
    const was = before.waves[index]!
    expect(RANK[state]).toBeGreaterThanOrEqual(RANK[was.state])
    if (was.released !== null) expect(released).toEqual(was.released)
  }
}

function expectSound(rollout: Rollout) {
  const given = rollout.waves.flatMap(({ released }) => idsIn(released ?? NO_BITS))
  expect(new Set(given).size).toBe(given.length)
  for (const wave of rollout.waves) {
    const { state, publishedAt, passedAt, quorumAt, rule, overridden, released, health } = wave
    if (state !== 'passed') continue
    if (quorumAt !== null && !overridden.includes('soak')) {
      expect(passedAt! - quorumAt).toBeGreaterThanOrEqual(rule.after.soakMs)
    }
    if (quorumAt !== null && !overridden.includes('health')) expect(health!.ok).toBeGreaterThan(0)
    const isSoaked =
      overridden.includes('soak') ||
      idsIn(released!).length === 0 ||
      passedAt! - publishedAt! >= rule.after.soakMs
    expect(isSoaked).toBe(true)
  }
  const open = rollout.waves.findIndex(({ state }) => !['passed', 'skipped'].includes(state))
  const later = open === -1 ? [] : rollout.waves.slice(open + 1)
  expect(later.filter(({ released }) => released !== null)).toEqual([])
  expect(rollout.state === 'completed').toBe(open === -1)
}

/** Nothing runs on that waits in a pull request which was closed. */
function expectNotHeldBack({ wave, waves }: Rollout, { awaited }: Facts) {
  if (waves[wave]!.state !== 'released') return
  expect(awaited.filter(({ isClosed }) => isClosed)).toEqual([])
}

/** No cluster gets the version where something is missing, unless somebody decided so, and none waits where nothing is. */
function expectReady(rollout: Rollout, index: number, { placed, blocked }: Facts, given: Bits) {
  const { overridden, freed } = rollout.waves[index]!
  const all = idsIn(membersOf(rollout, index, placed))
  const isReady = (id: number) =>
    overridden.includes('depends') || hasBit(freed, id) || !hasBit(blocked, id)
  expect(idsIn(given)).toEqual(all.filter(isReady))
}

function expectNoneHolds(members: Bits, { holding }: World, met: Set<string>) {
  expect(idsIn(intersect(members, holding))).toEqual([])
  if (!isEmpty(holding)) met.add('held')
}

function sayingOf({ release, failure, waiting, due }: Advanced) {
  return { release, failure, waiting, due }
}

/** At no instant before `due` anything differs by time alone; without one, never. */
function expectSteadyUntilDue(said: Advanced, world: World, part: number) {
  const { now } = world
  const last = said.due === null ? now + 400 * 24 * HOUR_MS : said.due - 1
  for (const at of [now + Math.floor((last - now) * part), last]) {
    if (at < now) throw new Error('due is over')
    const then = advance(said.rollout, known({ ...world, rollout: said.rollout }, at), at)
    expect(sayingOf(then)).toEqual(sayingOf(said))
    expect(then.rollout).toBe(said.rollout)
  }
}

it('goes on only as its rules and gates let it, wave by wave, and tells when time may let it', () => {
  const met = new Set<string>()
  const parts = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      plan,
      fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }),
      parts,
      (plan, actions, part) => {
        let world = begun(plan)
        for (const act of actions) {
          world = after(world, act)
          for (;;) {
            const { rollout, now } = world
            const facts = known(world, now)
            const said = advance(rollout, facts, now)
            const index = said.release
            expectOnward(rollout, said.rollout)
            expectSound(said.rollout)
            expect(advance(said.rollout, facts, now)).toEqual(said)
            for (const { code } of said.waiting) met.add(code)
            if (said.rollout.cause === 'pull_request_closed' && rollout.state === 'running') {
              expect(facts.awaited.some(({ isClosed }) => isClosed)).toBe(true)
            }
            if (said.rollout.state === 'running') expectNotHeldBack(said.rollout, facts)
            met.add(said.rollout.cause ?? said.rollout.state)
            world = { ...world, rollout: said.rollout }
            if (said.failure !== null) {
              expect(said.rollout.waves[said.rollout.wave]!.rule.after.onFailure).toBe('rollback')
              met.add('rolled_back')
              world = { ...world, rollout: failed(said.rollout, now) }
              break
            }
            expectSteadyUntilDue(said, world, part)
            if (index === null) break
            expect(said.rollout).toMatchObject({ state: 'running', wave: index })
            expect(said.rollout.waves[index]!.state).toBe('pending')
            expect(holdsBy(said.rollout, index, facts, now)).toBe(true)
            const members = readyOf(said.rollout, index, facts)
            expectNoneHolds(members, world, met)
            expectReady(said.rollout, index, facts, members)
            const next = withReleased(said.rollout, index, 1, members)
            if (index === next.waves.length - 1) {
              const given = new Set(
                next.waves.flatMap(({ released }) => idsIn(released ?? NO_BITS)),
              )
              const left = idsIn(facts.placed).filter((id) => !given.has(id))
              expect(left.filter((id) => !hasBit(facts.blocked, id))).toEqual([])
              if (left.length > 0) met.add('left for later')
            }
            const words = new Map(
              [...world.words].map(([id, word]) => [id, { ...word, wasWell: false }]),
            )
            world = { ...world, words, rollout: next, facts: { ...world.facts, publishedAt: null } }
          }
          const { rollout, now } = world
          const next = rollout.waves[rollout.wave]!
          // Nothing waits that could go on.
          if (rollout.state === 'running' && next.state === 'pending') {
            expect(holdsBy(rollout, rollout.wave, known(world, now), now)).toBe(false)
          }
        }
      },
    ),
    { numRuns },
  )
  const all =
    'approval check completed deadline depends failing frozen health not_eligible not_published outgrown ' +
    'outside_hours person pull_request_closed refused rolled_back running silent soak'
  expect([...met].sort()).toEqual([...all.split(' '), 'held', 'left for later'].sort())
})
