import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { behindIn, wholeIn } from '#lib/domain/dependencies/behind.ts'
import { releasesOfMet } from '#lib/domain/dependencies/release-met.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { givesSame, type Release, type WholeSource } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn, isEmpty, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import { waveRules } from '#lib/domain/testing/arbitraries.ts'
import { editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, releaseEdits, settled } from '#lib/domain/testing/fleets.ts'
import {
  type Model,
  modelWith,
  naivelyFrom,
  type NaiveOrigin,
  naivePlacements,
  naiveRelease,
  naiveTarget,
  naiveTree,
} from '#lib/domain/testing/naive.ts'
import { NEEDS } from '#lib/domain/testing/releases.ts'
import { aRollout, aWave } from '#lib/domain/testing/rollouts.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import { REST, type WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import { placedIn, reachedIn, readyOf } from './members.ts'
import { planWaves } from './plan-waves.ts'
import type { Rollout } from './rollout.ts'
import { withReleased } from './steps.ts'
import { releasesBefore, releasesOfWave } from './wave-releases.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const ENVIRONMENT = 'qa'
const WAVES = 3

/** Whether one in so many clusters is among them. */
type Share = { readonly oneIn: number; readonly salt: number }
const share: fc.Arbitrary<Share> = fc.record({
  oneIn: fc.constantFrom(1, 2, 3, 1000),
  salt: fc.nat(10),
})

function isAmong({ oneIn, salt }: Share, id: number): boolean {
  return (id * 7 + salt) % oneIn === 0
}

/** What happens besides waves: people’s edits, holds, and clusters on which all is there that is needed. */
type Meanwhile =
  | { readonly verb: 'suspend' | 'hold' | 'end'; readonly pick: number }
  | { readonly verb: 'move'; readonly pick: number; readonly environment: string }
  | { readonly verb: 'met'; readonly share: Share }
const meanwhile: fc.Arbitrary<readonly Meanwhile[]> = fc.array(
  fc.oneof(
    fc.record({ verb: fc.constant('suspend' as const), pick: fc.nat(100) }),
    fc.record({
      verb: fc.constant('move' as const),
      pick: fc.nat(100),
      environment: fc.constantFrom('', 'qa', 'qa', 'prod'),
    }),
    fc.record({ verb: fc.constant('met' as const), share }),
    fc.record({ verb: fc.constantFrom('hold' as const, 'hold', 'end'), pick: fc.nat(100) }),
  ),
  { maxLength: 3 },
)

const drawnRollout = fc.record({
  /** On which clusters something is missing, wave by wave. */
  blocked: fc.tuple(share, share, share),
  meanwhile: fc.tuple(meanwhile, meanwhile, meanwhile, meanwhile),
  /** After how many of its waves it ends, and how. */
  waves: fc.integer({ min: 1, max: WAVES }),
  /** Whose directories its version says. */
  named: fc.constantFrom([], ['early'], ['early', 'late']),
  end: fc.constantFrom('rolled back', 'rolled back', 'aborted', 'completed'),
})

/** A fleet whose applications follow versions from now on, mostly with targets in the environment. */
const start = fc.tuple(model, fc.boolean(), fc.nat(3)).map(([drawn, needsOthers, nth]): Model => {
  const given = nth === 0 ? drawn : withTargets(drawn)
  const withFields = (fields: Pick<Application, 'follow' | 'dependsOn'>) =>
    [...given.objects.application].map(([id, application]) =>
      editTo(id, { ...application, ...fields }),
    )
  const before = modelWith(
    { ...given, releases: new Map() },
    withFields({ follow: 'branch', dependsOn: [] }),
  )
  const dependsOn = needsOthers ? NEEDS : []
  return settle(before, withFields({ follow: 'versions', dependsOn }), new Set())
})

function withTargets(drawn: Model): Model {
  const targets = ['early', 'late'].map((name) => ({
    name,
    environment: ENVIRONMENT,
    repoPath: name,
  }))
  const edits = [...drawn.objects.application].map(([id, object]) =>
    editTo(id, { ...object, targets }),
  )
  return modelWith(drawn, edits)
}

function settle(state: Model, edits: readonly Edit[], underWay: ReadonlySet<number>): Model {
  return modelWith(state, settled(state, edits, underWay))
}

/** From what each cluster has an application, by its id; null: it has nothing of it. */
function originsOf(state: Model, id: number): Map<number, NaiveOrigin | null> {
  const placed = naivePlacements(state).get(id) ?? []
  return new Map(placed.map((cluster) => [cluster, naiveRelease(state, id, cluster)]))
}

/** The revision and the directory that a cluster gets from that, with the target that it has by now. */
function deliveredFrom(
  state: Model,
  id: number,
  cluster: number,
  origin: NaiveOrigin | null,
): string | null {
  if (origin === null) return null
  const { repoBranch, repoPath } = naivelyFrom(state, id, cluster, origin)
  return `${repoBranch} ${repoPath}`
}

function deliveredOf(state: Model, id: number): Map<number, string | null> {
  const origins = [...originsOf(state, id)]
  return new Map(
    origins.map(([cluster, origin]) => [cluster, deliveredFrom(state, id, cluster, origin)]),
  )
}

function isHere(state: Model, cluster: number): boolean {
  return state.objects.cluster.get(cluster)?.environment === ENVIRONMENT
}

function pick<T>(all: readonly T[], nth: number): readonly T[] {
  return all.slice(nth % all.length).slice(0, 1)
}

function after(state: Model, id: number, each: Meanwhile, underWay: ReadonlySet<number>): Model {
  if (each.verb === 'suspend') {
    const policies = pick([...state.objects['target-policy']], each.pick)
    const edits = policies.map(([policy, object]) =>
      editTo(policy, { ...object, suspended: !object.suspended }),
    )
    return settle(state, edits, underWay)
  }
  if (each.verb === 'move') {
    const { environment } = each
    const clusters = pick([...state.objects.cluster], each.pick)
    const edits = clusters.map(([cluster, object]) => editTo(cluster, { ...object, environment }))
    return settle(state, edits, underWay)
  }
  if (each.verb === 'met') return afterMet(state, id, each.share, underWay)
  return each.verb === 'hold'
    ? afterHold(state, id, each.pick, underWay)
    : afterHoldsEnd(state, id, each.pick, underWay)
}

function holdsOf({ releases }: Model, id: number) {
  return [...releases].filter(([, { application, hold }]) => application === id && hold)
}

function isHeld(state: Model, id: number, cluster: number): boolean {
  return naiveRelease(state, id, cluster)?.hold !== undefined
}

/** As if no cluster held anything. */
function withoutHolds(state: Model): Model {
  const free = [...state.releases].filter(([, { hold }]) => !hold)
  return { ...state, releases: new Map(free) }
}

/** A cluster keeps what it has, which changes nothing, nor what is beneath: the end of the hold brings that back. */
function afterHold(state: Model, id: number, nth: number, underWay: ReadonlySet<number>): Model {
  const free = [...originsOf(state, id).keys()].filter(
    (cluster) => isHere(state, cluster) && !isHeld(state, id, cluster),
  )
  const [cluster] = pick(free, nth)
  const release = cluster === undefined ? null : naiveRelease(state, id, cluster)
  if (cluster === undefined || release === null) return state
  const own = { clusters: bitsOf([cluster]), current: false, rollout: null, hold: HOLD }
  const change = { ended: [], begun: [{ ...release, ...own }] }
  const next = settle(state, releaseEdits(state, change), underWay)
  expect(deliveredOf(next, id)).toEqual(deliveredOf(state, id))
  const [had, has] = [state, next].map((each) => deliveredOf(withoutHolds(each), id))
  expect(has).toEqual(had)
  expect(isHeld(next, id, cluster)).toBe(true)
  return next
}

const HOLD = { until: 2, since: 1, reason: 'not now', by: 'ann' }

/** A cluster gets what it would have without its hold or, if that is nothing, keeps what it had. */
function afterHoldsEnd(
  state: Model,
  id: number,
  nth: number,
  underWay: ReadonlySet<number>,
): Model {
  const [hold] = pick(holdsOf(state, id), nth)
  if (hold === undefined) return state
  const [held, { clusters }] = hold
  const next = settle(state, releaseEdits(state, { ended: [held], begun: [] }), underWay)
  const [had, free] = [deliveredOf(state, id), deliveredOf(withoutHolds(state), id)]
  for (const [cluster, delivered] of deliveredOf(next, id)) {
    const isIts = idsIn(clusters!).includes(cluster)
    expect(delivered).toBe(isIts ? (free.get(cluster) ?? had.get(cluster)) : had.get(cluster))
  }
  return next
}

/** Nothing but what met clusters get differs, which is what their environment has; they are behind no more. */
function afterMet(state: Model, id: number, share: Share, underWay: ReadonlySet<number>): Model {
  const object = state.objects.application.get(id)!
  const fleet = builtAfresh(state)
  const behind = behindIn(fleet, id, ENVIRONMENT)
  const met = bitsOf(idsIn(behind).filter((cluster) => isAmong(share, cluster)))
  if (object.dependsOn.length === 0 || idsIn(met).length === 0) return state
  const change = releasesOfMet(fleet, { id, object }, ENVIRONMENT, met, underWay)
  const next = settle(state, releaseEdits(state, change), underWay)
  const whole = wholeIn(fleet, id, ENVIRONMENT)!
  const [had, has] = [deliveredOf(state, id), deliveredOf(next, id)]
  for (const [cluster, delivered] of has) {
    const isMet = idsIn(met).includes(cluster)
    expect(delivered).toBe(isMet ? deliveredFrom(next, id, cluster, whole) : had.get(cluster))
  }
  const afterwards = builtAfresh(next)
  expect(behindIn(afterwards, id, ENVIRONMENT)).toEqual(subtract(behind, met))
  expect(givesSame(wholeIn(afterwards, id, ENVIRONMENT)!, whole)).toBe(true)
  return next
}

type Standing = { readonly state: Model; readonly had: ReadonlyMap<number, NaiveOrigin | null> }

/** The same with what happens meanwhile: what a cluster gets by that is what it has, unless it is from the rollout. */
function meanwhileOf(
  { state, had }: Standing,
  id: number,
  all: readonly Meanwhile[],
  rollout: number,
): Standing {
  const next = all.reduce((before, each) => after(before, id, each, new Set([rollout])), state)
  const known = new Map<number, NaiveOrigin | null>()
  // What is beneath a hold is what its end brings back.
  const free = withoutHolds(next)
  for (const [cluster, origin] of originsOf(free, id)) {
    if (!isHere(next, cluster)) continue
    const isOfRollout = naiveRelease(free, id, cluster)?.rollout === rollout
    if (!isOfRollout) known.set(cluster, origin)
    else if (isHere(state, cluster) && had.has(cluster)) known.set(cluster, had.get(cluster)!)
  }
  return { state: next, had: known }
}

/** A rollout of an application to the environment. */
type Trip = WholeSource & {
  readonly rollout: Rollout
  readonly needsOthers: boolean
}

function tripOf({ objects }: Model, application: number, nth: number, { named }: Drawn): Trip {
  const version = nth + 1
  const waves = Array.from({ length: WAVES }, (_, index) =>
    aWave({ ...REST, name: `${index}` }, null),
  )
  return {
    rollout: aRollout({ id: 10 + nth, application, environment: ENVIRONMENT, version, waves }),
    source: {
      repoUrl: 'https://git.example/app',
      repoBranch: `v${version}`,
      repoPath: 'own',
      packaging: null,
    },
    targets: named.length === 0 ? null : Object.fromEntries(named.map((name) => [name, name])),
    needsOthers: objects.application.get(application)!.dependsOn.length > 0,
  }
}

/** Gives the version to the members of a wave, and nothing to others. */
function afterWave(
  before: Model,
  { rollout, source, targets, needsOthers }: Trip,
  index: number,
  members: readonly number[],
  see: (what: string) => void,
): Model {
  const { id, application, version } = rollout
  const isLast = index === WAVES - 1
  const change = releasesOfWave(builtAfresh(before), rollout, index, bitsOf(members), {
    source,
    targets,
  })
  const next = settle(before, releaseEdits(before, change), new Set([id]))
  const was = deliveredOf(before, application)
  // A base is for all, also for those that a wave had released to, and that went and came back.
  const isForAll = isLast && !needsOthers
  for (const [cluster, delivered] of deliveredOf(next, application)) {
    const holds = isHeld(before, application, cluster)
    const isGiven = members.includes(cluster) || (isForAll && isHere(next, cluster) && !holds)
    const given = deliveredFrom(next, application, cluster, { version, source, targets })
    expect(delivered).toBe(isGiven ? given : was.get(cluster))
    if (holds && isHere(next, cluster)) see('holds in a wave')
    if (isGiven) see(given === `v${version} own` ? 'its own directory' : 'a directory of a target')
  }
  if (isLast) {
    const whole = wholeIn(builtAfresh(next), application, ENVIRONMENT)!
    expect([whole.rollout, whole.clusters === null]).toEqual([id, !needsOthers])
  }
  return next
}

/** Gives each cluster what it had; those that had nothing keep what they have, or get the base. */
function afterRollback(
  { state, had }: Standing,
  { rollout, needsOthers }: Trip,
  besides: readonly Release[],
  see: (what: string) => void,
): Model {
  const { id, application } = rollout
  const back = releasesBefore(builtAfresh(state), rollout, besides)
  const next = settle(state, releaseEdits(state, back), new Set([id]))
  const rolled = deliveredOf(state, application)
  for (const [cluster, delivered] of deliveredOf(next, application)) {
    const origin = had.get(cluster)
    const before = origin && deliveredFrom(next, application, cluster, origin)
    const now = rolled.get(cluster)
    if (now !== null) expect(delivered).not.toBeNull()
    const holds = isHeld(state, application, cluster)
    if (!isHere(next, cluster) || holds) expect(delivered).toBe(now)
    else if (typeof before === 'string') expect(delivered).toBe(before)
    else if (before === null && needsOthers) expect(delivered).toBe(now)
    if (holds) see('holds when it is taken back')
    else if (before !== undefined) see(before === now ? 'as it was' : 'taken back')
  }
  expect([...next.releases.values()].some((each) => each.rollout === id)).toBe(false)
  return next
}

/** Of an application that needs others none on which something is missing; none twice. */
function membersOf(
  state: Model,
  { rollout, needsOthers }: Trip,
  index: number,
  blocked: Share,
  released: ReadonlySet<number>,
): readonly number[] {
  const isLast = index === WAVES - 1
  return idsIn(reachedIn(builtAfresh(state), rollout.application, ENVIRONMENT)).filter(
    (cluster) =>
      !released.has(cluster) &&
      (isLast || cluster % WAVES === index) &&
      !(needsOthers && isAmong(blocked, cluster)),
  )
}

/** What there is of the application in the environment besides what the rollout released. */
function besidesOf({ releases }: Model, { rollout }: Trip): readonly Release[] {
  return [...releases.values()].filter(
    (each) =>
      each.application === rollout.application &&
      each.environment === ENVIRONMENT &&
      each.rollout !== rollout.id,
  )
}

type Drawn = typeof drawnRollout extends fc.Arbitrary<infer Value> ? Value : never

function carriedOut(
  start: Model,
  trip: Trip,
  { blocked, meanwhile, waves, end }: Drawn,
  see: (what: string) => void,
): Model {
  const { id, application } = trip.rollout
  const released = new Set<number>()
  let besides: readonly Release[] = []
  let standing: Standing = { state: start, had: originsOf(start, application) }
  for (let index = 0; index < waves; index += 1) {
    standing = meanwhileOf(standing, application, meanwhile[index]!, id)
    const { state, had } = standing
    const members = membersOf(state, trip, index, blocked[index]!, released)
    const isLast = index === WAVES - 1
    if (!isLast && members.length === 0) continue
    if (isLast) besides = besidesOf(state, trip)
    standing = { state: afterWave(state, trip, index, members, see), had }
    for (const cluster of members) released.add(cluster)
    if (isLast) see(trip.needsOthers ? 'current set' : 'base')
  }
  standing = meanwhileOf(standing, application, meanwhile[waves]!, id)
  return end === 'rolled back' ? afterRollback(standing, trip, besides, see) : standing.state
}

it('give each cluster the version once, by the last wave all on which nothing is missing, and take it back to the byte', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(start, fc.nat(20), fc.array(drawnRollout, { maxLength: 3 }), (given, nth, all) => {
      const [application] = pick([...given.objects.application.keys()], nth)
      if (application === undefined) return
      let state = given
      for (const [index, drawn] of all.entries()) {
        const trip = tripOf(state, application, index, drawn)
        state = carriedOut(state, trip, drawn, (what) => seen.add(what))
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect([...seen].sort()).toEqual([
    'a directory of a target',
    'as it was',
    'base',
    'current set',
    'holds in a wave',
    'holds when it is taken back',
    'its own directory',
    'taken back',
  ])
})

/** Releases all waves of a plan, one after the other, to their clusters. Answers these by wave. */
function released(
  start: Model,
  { source, targets, ...trip }: Trip,
): { readonly state: Model; readonly given: readonly (readonly number[])[] } {
  const given: number[][] = []
  let [state, rollout] = [start, trip.rollout]
  for (const index of rollout.waves.keys()) {
    const fleet = builtAfresh(state)
    const placed = placedIn(fleet, rollout.application, ENVIRONMENT)
    const members = readyOf(rollout, index, { placed, blocked: NO_BITS })
    given.push(idsIn(members))
    if (index < rollout.waves.length - 1 && isEmpty(members)) continue
    const change = releasesOfWave(fleet, rollout, index, members, { source, targets })
    state = settle(state, releaseEdits(state, change), new Set([rollout.id]))
    rollout = withReleased(rollout, index, 1, members)
  }
  return { state, given }
}

it('take each placed cluster once, those of a target only where there is that, and give what one wave gives at once', () => {
  const seen = new Set<string>()
  const see = (what: string) => seen.add(what)
  fc.assert(
    fc.property(start, drawnRollout, waveRules, (given, drawn, rules) => {
      for (const [id, application] of given.objects.application) {
        const placed = naivePlacements(given)
          .get(id)!
          .filter((each) => isHere(given, each))
        if (placed.length === 0) continue
        const trip = tripOf(given, id, 0, drawn)
        const inWaves = (rules: readonly WaveRule[]): Trip => {
          const waves = planWaves(builtAfresh(given), id, ENVIRONMENT, rules)
          return { ...trip, rollout: { ...trip.rollout, waves } }
        }
        const { state, given: byWave } = released(given, inWaves(rules))
        expect(byWave.flat().sort((a, b) => a - b)).toEqual(placed)
        for (const [index, { target }] of rules.entries()) {
          if (target === null) continue
          for (const cluster of byWave[index]!) {
            const its = naiveTarget(given, application, given.objects.cluster.get(cluster)!)
            expect(its?.name).toBe(target)
            see('a wave of a target')
          }
        }
        const atOnce = released(given, inWaves([REST]))
        expect(naiveTree(state, toyRenderer)).toEqual(naiveTree(atOnce.state, toyRenderer))
        if (byWave.filter((each) => each.length > 0).length > 1) see('several waves')
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect([...seen].sort()).toEqual(['a wave of a target', 'several waves'])
})

it('leaves behind exactly the clusters that have nothing, or something older than the current set', () => {
  fc.assert(
    fc.property(model, (given) => {
      const fleet = builtAfresh(given)
      for (const [id, { dependsOn, follow }] of given.objects.application) {
        if (dependsOn.length === 0) continue
        const current = [...given.releases.values()].findLast(
          (each) => each.current && each.application === id && each.environment === ENVIRONMENT,
        )
        const placed = (naivePlacements(given).get(id) ?? []).filter((each) => isHere(given, each))
        const behind = placed.filter((cluster) => {
          const release = naiveRelease(given, id, cluster)
          if (current === undefined) return follow === 'branch' && release === null
          if (release === null) return true
          if (release.hold) return false
          if (givesSame(release, current)) return false
          return release.rollout === null || release.rollout < (current.rollout ?? 0)
        })
        expect(idsIn(behindIn(fleet, id, ENVIRONMENT))).toEqual(behind)
      }
    }),
    { numRuns: numRuns * 3 },
  )
})
