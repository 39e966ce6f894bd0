import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { behindIn, wholeIn } from '#lib/domain/dependencies/behind.ts'
import { releasesOfMet } from '#lib/domain/dependencies/release-met.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { type Release, type Source, isSameSource } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn, subtract, unite } from '#lib/domain/sets/bits.ts'
import { editTo, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh, releaseEdits, settled } from '#lib/domain/testing/fleets.ts'
import {
  type Model,
  modelWith,
  naivelyDelivered,
  naivePlacements,
  naiveRelease,
} from '#lib/domain/testing/naive.ts'
import { aRollout, aWave } from '#lib/domain/testing/rollouts.ts'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { placedIn } from './members.ts'
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

const rollout = fc.record({
  /** On which clusters something is missing, wave by wave. */
  blocked: fc.tuple(share, share, share),
  meanwhile: fc.tuple(meanwhile, meanwhile, meanwhile, meanwhile),
  /** After how many of its waves it ends, and how. */
  waves: fc.integer({ min: 1, max: WAVES }),
  end: fc.constantFrom('rolled back', 'rolled back', 'aborted', 'completed'),
})

const NEEDED = [
  { namespace: 'ops', application: 'a', environment: null, minVersion: null, healthy: true },
]

/** A fleet whose every application follows versions, of which one has releases as rollouts leave them. */
const start = fc.tuple(model, fc.boolean()).map(([given, needsOthers]): Model => {
  const clean = { ...given, releases: new Map() }
  const edits = [...given.objects.application].map(([id, application]) =>
    editTo(id, {
      ...application,
      follow: 'versions' as const,
      dependsOn: needsOthers ? NEEDED : [],
    }),
  )
  const branch = [...given.objects.application].map(([id, application]) =>
    editTo(id, { ...application, follow: 'branch' as const, dependsOn: [] }),
  )
  const before = modelWith(clean, branch)
  return modelWith(before, settled(before, edits, new Set()))
})

function with_(state: Model, edits: readonly Edit[], underWay: ReadonlySet<number>): Model {
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

function after(state: Model, id: number, each: Meanwhile, underWay: ReadonlySet<number>): Model {
  const pick = <T>(all: readonly T[], nth: number) => all.slice(nth % all.length).slice(0, 1)
  if (each.verb === 'suspend') {
    const policies = pick([...state.objects['target-policy']], each.pick)
    const edits = policies.map(([policy, object]) =>
      editTo(policy, { ...object, suspended: !object.suspended }),
    )
    return with_(state, edits, underWay)
  }
  if (each.verb === 'move') {
    const { environment } = each
    const clusters = pick([...state.objects.cluster], each.pick)
    const edits = clusters.map(([cluster, object]) => editTo(cluster, { ...object, environment }))
    return with_(state, edits, underWay)
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
  const next = with_(state, releaseEdits(state, change), underWay)
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

it('give each cluster the version once, by the last wave all on which nothing is missing, and take it back to the byte', () => {
  const seen = new Map<string, number>()
  const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  fc.assert(
    fc.property(start, fc.nat(20), fc.array(rollout, { maxLength: 3 }), (given, pick, rollouts) => {
      const ids = [...given.objects.application.keys()]
      const id = ids[pick % ids.length]
      if (id === undefined) return
      let state = given
      for (const [nth, { blocked, meanwhile, waves, end }] of rollouts.entries()) {
        const needsOthers = state.objects.application.get(id)!.dependsOn.length > 0
        const ROLLOUT = 10 + nth
        const version = nth + 1
        const source = {
          repoUrl: 'https://git.example/app',
          repoBranch: `v${version}`,
          repoPath: '',
        }
        const rolling = aRollout({
          id: ROLLOUT,
          application: id,
          environment: ENVIRONMENT,
          version,
          waves: Array.from({ length: WAVES }, (_, index) =>
            aWave({ ...REST, name: `${index}` }, null),
          ),
        })
        const underWay = new Set([ROLLOUT])
        const released = new Set<number>()
        let besides: Release[] = []
        let standing: Standing = { state, had: branchesOf(state, id) }
        for (let index = 0; index < waves; index += 1) {
          standing = meanwhileOf(standing, id, meanwhile[index]!, ROLLOUT)
          const before = standing.state
          const fleet = builtAfresh(before)
          const isLast = index === WAVES - 1
          const members = idsIn(placedIn(fleet, id, ENVIRONMENT)).filter(
            (cluster) =>
              !released.has(cluster) &&
              (isLast || cluster % WAVES === index) &&
              !(needsOthers && isAmong(blocked[index]!, cluster)),
          )
          if (!isLast && members.length === 0) continue
          const change = releasesOfWave(fleet, rolling, index, bitsOf(members), source)
          const next = with_(before, releaseEdits(before, change), underWay)
          const [was, is] = [branchesOf(before, id), branchesOf(next, id)]
          for (const [cluster, branch] of is) {
            // A base is for all, also for those that a wave had released to, and that went and came back.
            const isGiven =
              members.includes(cluster) || (isLast && !needsOthers && isHere(next, cluster))
            expect(branch).toBe(isGiven ? source.repoBranch : was.get(cluster))
          }
          for (const cluster of members) released.add(cluster)
          if (isLast) {
            besides = [...before.releases.values()].filter(
              (each) =>
                each.application === id &&
                each.environment === ENVIRONMENT &&
                each.rollout !== ROLLOUT,
            )
            const whole = wholeIn(builtAfresh(next), id, ENVIRONMENT)!
            expect([whole.rollout, whole.clusters === null]).toEqual([ROLLOUT, !needsOthers])
            see(`${needsOthers ? 'current set' : 'base'}`)
          }
          standing = { state: next, had: standing.had }
        }
        standing = meanwhileOf(standing, id, meanwhile[waves]!, ROLLOUT)
        state = standing.state
        if (end !== 'rolled back') continue
        const fleet = builtAfresh(state)
        const back = releasesBefore(fleet, rolling, besides)
        const next = with_(state, releaseEdits(state, back), underWay)
        const [rolled, has] = [branchesOf(state, id), branchesOf(next, id)]
        for (const [cluster, branch] of has) {
          if (!isHere(next, cluster)) expect(branch).toBe(rolled.get(cluster))
          else if (standing.had.has(cluster)) {
            const had = standing.had.get(cluster)!
            if (had !== null || needsOthers) expect(branch).toBe(had ?? rolled.get(cluster))
            see(had === rolled.get(cluster) ? 'as it was' : 'taken back')
          }
          if (rolled.get(cluster) !== null) expect(branch).not.toBeNull()
        }
        expect([...next.releases.values()].some((each) => each.rollout === ROLLOUT)).toBe(false)
        state = next
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect([...seen.keys()].sort()).toEqual(['as it was', 'base', 'current set', 'taken back'])
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
        expect(idsIn(unite(behindIn(fleet, id, ENVIRONMENT), bitsOf([])))).toEqual(behind)
      }
    }),
    { numRuns: numRuns * 3 },
  )
})
