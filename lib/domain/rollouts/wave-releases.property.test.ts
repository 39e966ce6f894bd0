import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { behindIn, wholeIn } from '#lib/domain/dependencies/behind.ts'
import { releasesOfMet } from '#lib/domain/dependencies/release-met.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { type Release, type Source, isSameSource } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn, subtract } from '#lib/domain/sets/bits.ts'
import { editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, releaseEdits, settled } from '#lib/domain/testing/fleets.ts'
import {
  type Model,
  modelWith,
  naivelyDelivered,
  naivePlacements,
  naiveRelease,
} from '#lib/domain/testing/naive.ts'
import { NEEDS } from '#lib/domain/testing/releases.ts'
import { aRollout, aWave } from '#lib/domain/testing/rollouts.ts'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { placedIn } from './members.ts'
import type { Rollout } from './rollout.ts'
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

/** What happens besides waves: people’s edits, and clusters on which all is there that is needed. */
type Meanwhile =
  | { readonly verb: 'suspend'; readonly pick: number }
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
  ),
  { maxLength: 2 },
)

const drawnRollout = fc.record({
  /** On which clusters something is missing, wave by wave. */
  blocked: fc.tuple(share, share, share),
  meanwhile: fc.tuple(meanwhile, meanwhile, meanwhile, meanwhile),
  /** After how many of its waves it ends, and how. */
  waves: fc.integer({ min: 1, max: WAVES }),
  end: fc.constantFrom('rolled back', 'rolled back', 'aborted', 'completed'),
})

/** A fleet whose applications follow versions from now on. */
const start = fc.tuple(model, fc.boolean()).map(([given, needsOthers]): Model => {
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

function settle(state: Model, edits: readonly Edit[], underWay: ReadonlySet<number>): Model {
  return modelWith(state, settled(state, edits, underWay))
}

/** What each cluster has of an application, by its id; null: nothing. */
function sourcesOf(state: Model, id: number): Map<number, Source | null> {
  const placed = naivePlacements(state).get(id) ?? []
  return new Map(placed.map((cluster) => [cluster, naivelyDelivered(state, id, cluster)]))
}

function branchesOf(state: Model, id: number): Map<number, string | null> {
  return new Map(
    [...sourcesOf(state, id)].map(([cluster, source]) => [cluster, source && source.repoBranch]),
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
  return afterMet(state, id, each.share, underWay)
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
  const [had, has] = [branchesOf(state, id), branchesOf(next, id)]
  for (const [cluster, branch] of has) {
    const isMet = idsIn(met).includes(cluster)
    expect(branch).toBe(isMet ? whole.source.repoBranch : had.get(cluster))
  }
  const afterwards = builtAfresh(next)
  expect(behindIn(afterwards, id, ENVIRONMENT)).toEqual(subtract(behind, met))
  expect(wholeIn(afterwards, id, ENVIRONMENT)?.source).toEqual(whole.source)
  return next
}

type Standing = { readonly state: Model; readonly had: ReadonlyMap<number, string | null> }

/** The same with what happens meanwhile: what a cluster gets by that is what it has, unless it is from the rollout. */
function meanwhileOf(
  { state, had }: Standing,
  id: number,
  all: readonly Meanwhile[],
  rollout: number,
): Standing {
  const next = all.reduce((before, each) => after(before, id, each, new Set([rollout])), state)
  const known = new Map<number, string | null>()
  for (const [cluster, branch] of branchesOf(next, id)) {
    if (!isHere(next, cluster)) continue
    const isOfRollout = naiveRelease(next, id, cluster)?.rollout === rollout
    if (!isOfRollout) known.set(cluster, branch)
    else if (isHere(state, cluster) && had.has(cluster)) known.set(cluster, had.get(cluster)!)
  }
  return { state: next, had: known }
}

/** A rollout of an application to the environment. */
type Trip = {
  readonly rollout: Rollout
  readonly source: Source
  readonly needsOthers: boolean
}

function tripOf({ objects }: Model, application: number, nth: number): Trip {
  const version = nth + 1
  const waves = Array.from({ length: WAVES }, (_, index) =>
    aWave({ ...REST, name: `${index}` }, null),
  )
  return {
    rollout: aRollout({ id: 10 + nth, application, environment: ENVIRONMENT, version, waves }),
    source: { repoUrl: 'https://git.example/app', repoBranch: `v${version}`, repoPath: '' },
    needsOthers: objects.application.get(application)!.dependsOn.length > 0,
  }
}

/** Gives the version to the members of a wave, and nothing to others. */
function afterWave(
  before: Model,
  { rollout, source, needsOthers }: Trip,
  index: number,
  members: readonly number[],
): Model {
  const { id, application } = rollout
  const isLast = index === WAVES - 1
  const change = releasesOfWave(builtAfresh(before), rollout, index, bitsOf(members), {
    source,
    targets: null,
  })
  const next = settle(before, releaseEdits(before, change), new Set([id]))
  const was = branchesOf(before, application)
  // A base is for all, also for those that a wave had released to, and that went and came back.
  const isForAll = isLast && !needsOthers
  for (const [cluster, branch] of branchesOf(next, application)) {
    const isGiven = members.includes(cluster) || (isForAll && isHere(next, cluster))
    expect(branch).toBe(isGiven ? source.repoBranch : was.get(cluster))
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
  const rolled = branchesOf(state, application)
  for (const [cluster, branch] of branchesOf(next, application)) {
    const before = had.get(cluster)
    const now = rolled.get(cluster)
    if (now !== null) expect(branch).not.toBeNull()
    if (!isHere(next, cluster)) expect(branch).toBe(now)
    else if (typeof before === 'string') expect(branch).toBe(before)
    else if (before === null && needsOthers) expect(branch).toBe(now)
    if (before !== undefined) see(before === now ? 'as it was' : 'taken back')
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
  return idsIn(placedIn(builtAfresh(state), rollout.application, ENVIRONMENT)).filter(
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
  let standing: Standing = { state: start, had: branchesOf(start, application) }
  for (let index = 0; index < waves; index += 1) {
    standing = meanwhileOf(standing, application, meanwhile[index]!, id)
    const { state, had } = standing
    const members = membersOf(state, trip, index, blocked[index]!, released)
    const isLast = index === WAVES - 1
    if (!isLast && members.length === 0) continue
    if (isLast) besides = besidesOf(state, trip)
    standing = { state: afterWave(state, trip, index, members), had }
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
        const trip = tripOf(state, application, index)
        state = carriedOut(state, trip, drawn, (what) => seen.add(what))
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect([...seen].sort()).toEqual(['as it was', 'base', 'current set', 'taken back'])
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
          if (isSameSource(release.source, current.source)) return false
          return release.rollout === null || release.rollout < (current.rollout ?? 0)
        })
        expect(idsIn(behindIn(fleet, id, ENVIRONMENT))).toEqual(behind)
      }
    }),
    { numRuns: numRuns * 3 },
  )
})
