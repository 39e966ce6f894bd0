// Waves, roll backs and what follows by itself, with clusters that hold what they have.
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { releasesOfMet } from '#lib/domain/dependencies/release-met.ts'
import { waitingClusters } from '#lib/domain/dependencies/waiting.ts'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { releaseEditsOf } from '#lib/domain/impact/release-edits.ts'
import { isHold, type Release, type ReleaseChange } from '#lib/domain/releases/release.ts'
import { bitsOf, hasBit, idsIn } from '#lib/domain/sets/bits.ts'
import { aRelease, fleetWith, HERE, NEEDS } from '#lib/domain/testing/releases.ts'
import { aRollout, aWave } from '#lib/domain/testing/rollouts.ts'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { holdingIn, reachedIn } from './members.ts'
import { releasesBefore, releasesOfWave } from './wave-releases.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const CLUSTERS = [0, 1, 2, 3, 4]
const HOLD = { until: 2, since: 1, reason: 'not now', by: 'ann' }

type Step =
  | { readonly verb: 'hold' | 'end'; readonly cluster: number }
  | { readonly verb: 'canary'; readonly clusters: readonly number[] }
  | { readonly verb: 'rest' | 'back' | 'abort' | 'met' }
const someCluster = fc.constantFrom(...CLUSTERS)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ verb: fc.constantFrom('hold' as const, 'end' as const), cluster: someCluster }),
  fc.record({ verb: fc.constant('canary' as const), clusters: fc.uniqueArray(someCluster) }),
  fc.record({ verb: fc.constantFrom('rest' as const, 'back', 'abort', 'met') }),
)

class World {
  fleet: Fleet
  /** The number of the rollout that is under way, which is that of its version; null: none is. */
  running: number | null = null
  #last = 0
  #released = new Set<number>()
  #besides: readonly Release[] = []
  #id = 100

  constructor(needsOthers: boolean) {
    const start = needsOthers ? { on: CLUSTERS, current: true } : {}
    const application = { follow: 'versions' as const, dependsOn: needsOthers ? NEEDS : [] }
    this.fleet = fleetWith(application, CLUSTERS, [aRelease('v0', start)])
  }

  take(step: Step): void {
    if (step.verb === 'hold') this.#hold(step.cluster)
    else if (step.verb === 'end') this.#end(step.cluster)
    else if (step.verb === 'canary') this.#canary(step.clusters)
    else if (step.verb === 'rest') this.#rest()
    else if (step.verb === 'back') this.#back()
    else if (step.verb === 'abort') this.running = null
    else this.#met()
  }

  delivered(cluster: number): string | undefined {
    return deliveryOn(this.fleet, 0, cluster)?.application.repoBranch
  }

  #keep({ ended, begun }: ReleaseChange): void {
    const before = this.fleet
    const edits = (change: ReleaseChange) => [
      ...change.ended.map((id) => ({ kind: 'release' as const, id, after: null })),
      ...change.begun.map((after) => ({ kind: 'release' as const, id: (this.#id += 1), after })),
    ]
    const asked = before.with(edits({ ended, begun }))
    const underWay = new Set(this.running === null ? [] : [this.running])
    this.fleet = asked.with(edits(releaseEditsOf(before, asked, underWay)))
  }

  #holdOn(cluster: number) {
    const isOn = ({ object }: { readonly object: Release }) =>
      isHold(object) && hasBit(object.clusters ?? [], cluster)
    return (this.fleet.releases[0] ?? []).find(isOn)
  }

  #hold(cluster: number): void {
    const release = deliveryOn(this.fleet, 0, cluster)!.release!
    if (this.#holdOn(cluster)) return
    const own = { clusters: bitsOf([cluster]), current: false, rollout: null, hold: HOLD }
    this.#keep({ ended: [], begun: [{ ...release, ...own }] })
  }

  #end(cluster: number): void {
    const held = this.#holdOn(cluster)
    if (held) this.#keep({ ended: [held.id], begun: [] })
  }

  #rollout() {
    if (this.running === null) {
      this.running = this.#last += 1
      this.#released = new Set()
      this.#besides = []
    }
    const waves = [aWave({ ...REST, name: 'canary' }, []), aWave(REST, null)]
    const version = this.running
    return aRollout({ id: this.running, application: 0, environment: HERE, version, waves })
  }

  #wave(index: number, wanted: readonly number[]): void {
    const rollout = this.#rollout()
    const { source } = aRelease(`v${rollout.id}`, {})
    const reached = idsIn(reachedIn(this.fleet, 0, HERE))
    const members = reached.filter((id) => wanted.includes(id) && !this.#released.has(id))
    if (index === 0 && members.length === 0) return
    for (const id of members) this.#released.add(id)
    const from = { source, targets: null }
    this.#keep(releasesOfWave(this.fleet, rollout, index, bitsOf(members), from))
    for (const id of members) expect(this.delivered(id)).toBe(`v${rollout.id}`)
  }

  #canary(clusters: readonly number[]): void {
    if (this.#released.size === 0 || this.running === null) this.#wave(0, clusters)
  }

  #rest(): void {
    this.#rollout()
    this.#besides = (this.fleet.releases[0] ?? [])
      .map(({ object }) => object)
      .filter(({ rollout }) => rollout !== this.running)
    this.#wave(1, CLUSTERS)
    this.running = null
  }

  #back(): void {
    if (this.running === null) return
    this.#keep(releasesBefore(this.fleet, this.#rollout(), this.#besides))
    this.running = null
  }

  #met(): void {
    if (this.running !== null) return
    const object = this.fleet.applications.slots[0]!
    for (const { environment, clusters } of waitingClusters(this.fleet, 0)) {
      this.#keep(
        releasesOfMet(this.fleet, { id: 0, object }, environment, clusters, new Set<number>()),
      )
    }
  }
}

it('never change what a cluster has that holds it, and reach it once the hold is over', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }),
      (needsOthers, steps) => {
        const world = new World(needsOthers)
        for (const each of steps) {
          const held = idsIn(holdingIn(world.fleet, 0, HERE))
          const before = new Map(held.map((id) => [id, world.delivered(id)]))
          world.take(each)
          const isHeldStill = (id: number) => hasBit(holdingIn(world.fleet, 0, HERE), id)
          for (const [id, delivered] of before) {
            const isItsEnd = each.verb === 'end' && each.cluster === id
            expect(isHeldStill(id)).toBe(!isItsEnd)
            if (!isItsEnd) expect(world.delivered(id)).toBe(delivered)
            else seen.add(world.delivered(id) === delivered ? 'ends as it was' : 'ends as another')
          }
          for (const id of CLUSTERS) expect(world.delivered(id)).toBeDefined()
        }
        for (const cluster of CLUSTERS) world.take({ verb: 'end', cluster })
        world.take({ verb: 'rest' })
        world.take({ verb: 'met' })
        expect(new Set(CLUSTERS.map((id) => world.delivered(id))).size).toBe(1)
      },
    ),
    { numRuns: numRuns * 5 },
  )
  expect([...seen].sort()).toEqual(['ends as another', 'ends as it was'])
})
