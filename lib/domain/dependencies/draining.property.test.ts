// Whatever applications need of each other, as long as it is no circle: once all report healthy, each comes to every cluster
// where all that it needs can come, after that, and in no more looks than the longest chain has applications.
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { deliveriesOf } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { releaseEditsOf } from '#lib/domain/impact/release-edits.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import { type Release, type ReleaseChange, sourceOf } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import { fleetNeeding } from '#lib/domain/testing/needing.ts'
import { blockedClusters, type Evidence } from './met.ts'
import { releasesOfMet } from './release-met.ts'
import { waitingClusters } from './waiting.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const ENVIRONMENTS = ['qa', 'qa', 'prod', 'prod', 'prod']
const CLUSTERS = ENVIRONMENTS.map((_, id) => id)
const APPLICATIONS_MAX = 6

/** Of each application those before it that it needs, where it is placed, and how it is delivered. */
const graph = fc
  .integer({ min: 1, max: APPLICATIONS_MAX })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, nth) => drawn(nth))))

type Drawn = {
  readonly follow: Application['follow']
  readonly placed: readonly number[]
  readonly needs: readonly {
    readonly nth: number
    readonly environment: string | null
    readonly healthy: boolean
  }[]
}

function drawn(nth: number): fc.Arbitrary<Drawn> {
  const need = fc.record({
    nth: fc.nat(Math.max(nth - 1, 0)),
    environment: fc.constantFrom(null, null, 'qa', 'prod'),
    healthy: fc.boolean(),
  })
  return fc.record({
    follow: fc.constantFrom('branch', 'versions'),
    placed: fc.oneof(fc.constant(CLUSTERS), fc.subarray(CLUSTERS)),
    needs: nth === 0 ? fc.constant([]) : fc.array(need, { maxLength: 3 }),
  })
}

const nameOf = (nth: number) => `app${nth}`

function dependencyOf({ nth, environment, healthy }: Drawn['needs'][number]): Dependency {
  return { namespace: 'ieb', application: nameOf(nth), environment, minVersion: null, healthy }
}

function fleetOf(all: readonly Drawn[]): Fleet {
  return fleetNeeding(
    ENVIRONMENTS,
    all.map(({ follow, placed, needs }, nth) => ({
      name: nameOf(nth),
      follow,
      dependsOn: needs.map(dependencyOf),
      on: placed,
    })),
  )
}

/** As if a version had come to both environments already: to all clusters, or to none that waits for others. */
function versionsOf(fleet: Fleet): Release[] {
  return fleet.applications.ordered.flatMap((id) => {
    const application = fleet.applications.slots[id]!
    const { follow, dependsOn } = application
    if (follow === 'branch') return []
    const source = { ...sourceOf(application), repoBranch: '1'.repeat(40) }
    const isDependent = dependsOn.length > 0
    return ['qa', 'prod'].map((environment) => ({
      application: id,
      environment,
      version: 1,
      source,
      targets: null,
      clusters: isDependent ? [] : null,
      current: isDependent,
      rollout: 1,
    }))
  })
}

let nextId = 0

/** As a change does it: with what follows by itself. */
function changed(before: Fleet, change: ReleaseChange): Fleet {
  const asked = before.with(editsOf(change))
  return asked.with(editsOf(releaseEditsOf(before, asked, new Set())))
}

function editsOf({ ended, begun }: ReleaseChange): Edit[] {
  return [
    ...ended.map((id): Edit => ({ kind: 'release', id, after: null })),
    ...begun.map((after): Edit => ({ kind: 'release', id: nextId++, after })),
  ]
}

/** All that ever reported say that all is healthy, and the rest of it is in Git. */
function evidenceOf(heard: readonly number[]): Evidence {
  const said = bitsOf(heard)
  return {
    least: null,
    healthy: said,
    reporting: said,
    published: bitsOf(CLUSTERS),
    isRollingOut: false,
  }
}

/** What the conductor does for one application. */
function look(fleet: Fleet, id: number, heard: readonly number[]): Fleet {
  const object = fleet.applications.slots[id]!
  const waiting = waitingClusters(fleet, id)
  const evidence = object.dependsOn.map(() => evidenceOf(heard))
  const changes = waiting.map(({ environment, clusters }) => {
    const met = subtract(clusters, blockedClusters(fleet, object.dependsOn, clusters, evidence))
    return met.length === 0
      ? { ended: [], begun: [] }
      : releasesOfMet(fleet, { id, object }, environment, met, new Set())
  })
  return changed(fleet, {
    ended: changes.flatMap(({ ended }) => ended),
    begun: changes.flatMap(({ begun }) => begun),
  })
}

function releasedTo(fleet: Fleet, id: number): readonly number[] {
  return idsIn(uniteAll(deliveriesOf(fleet, id).map(({ clusters }) => clusters)))
}

/** Where each application can come at all, by its number: one after another, as each needs only those before it. */
function reachable(all: readonly Drawn[]): readonly (readonly number[])[] {
  const reached: (readonly number[])[] = []
  for (const { placed, needs } of all) {
    const isMet = (need: Drawn['needs'][number], cluster: number) => {
      const there = reached[need.nth]!
      if (need.environment === null) return there.includes(cluster)
      const isSet = all[need.nth]!.follow === 'versions'
      return isSet || there.some((id) => ENVIRONMENTS[id] === need.environment)
    }
    reached.push(placed.filter((cluster) => needs.every((need) => isMet(need, cluster))))
  }
  return reached
}

/** Whether each dependency of an application is there for a cluster. */
function isThere(all: readonly Drawn[], fleet: Fleet, nth: number, cluster: number): boolean {
  return all[nth]!.needs.every((need) => {
    const there = releasedTo(fleet, need.nth)
    if (need.environment === null) return there.includes(cluster)
    const isSet = all[need.nth]!.follow === 'versions'
    return isSet || there.some((id) => ENVIRONMENTS[id] === need.environment)
  })
}

it('drains, each after what it needs', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(graph, fc.subarray(CLUSTERS), fc.nat(), (all, heard, seed) => {
      nextId = 0
      const placed = fleetOf(all)
      let fleet = placed.with(editsOf({ ended: [], begun: versionsOf(placed) }))
      // In any order of looks.
      const turns = all.map((_, nth) => (nth * 5 + seed) % all.length)
      for (let round = 0; round < all.length; round++) {
        for (const id of new Set([...turns, ...all.keys()])) {
          const before = fleet
          fleet = look(before, id, heard)
          const had = releasedTo(before, id)
          for (const cluster of releasedTo(fleet, id)) {
            if (!had.includes(cluster)) expect(isThere(all, before, id, cluster)).toBe(true)
          }
        }
      }
      const reached = reachable(all)
      for (const [id, { placed, needs, follow }] of all.entries()) {
        expect(releasedTo(fleet, id)).toEqual(reached[id])
        expect(idsIn(placementsOf(fleet, id))).toEqual(placed)
        const waiting = waitingClusters(fleet, id).flatMap(({ clusters }) => idsIn(clusters))
        const isLeft = (cluster: number) => needs.length > 0 && !reached[id]!.includes(cluster)
        expect(new Set(waiting)).toEqual(new Set(placed.filter(isLeft)))
        const application = fleet.applications.slots[id]!
        if (isManaged(application)) met.add(`${follow} ${waiting.length > 0 ? 'left' : 'all'}`)
      }
    }),
    { numRuns: numRuns * 3 },
  )
  expect([...met].sort()).toEqual(['branch all', 'branch left', 'versions all', 'versions left'])
})
