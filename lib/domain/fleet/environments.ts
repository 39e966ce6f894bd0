// The environments of a fleet in their order, and what is delivered of an application to the clusters of each.
import type { Hold } from '#lib/domain/releases/hold.ts'
import {
  applicationFrom,
  type Release,
  targetsText,
  wholeAmong,
} from '#lib/domain/releases/release.ts'
import { countBits, countCommon, intersect, NO_BITS } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { type Delivered, releasedOf, unreleasedAmong } from './deliveries.ts'
import type { FleetState } from './fleet-state.ts'
import { placementsOf } from './targeting.ts'

export type NamedEnvironment = {
  /** Empty: that of the clusters that name none. */
  readonly name: string
  /** Whether only clusters name it: there is no object of that name. */
  readonly isImplicit: boolean
}

/** Environments each after those that come before it, and otherwise by name; then those that only clusters name. */
export function environmentsInOrder(fleet: FleetState): readonly NamedEnvironment[] {
  const objects = fleet.environments.ordered.map((id) => fleet.environments.slots[id]!)
  const names = new Set(objects.map(({ name }) => name))
  const others = [...fleet.clustersByEnvironment.keys()].filter((name) => !names.has(name))
  return [
    ...inChainOrder(objects).map(({ name }) => ({ name, isImplicit: false })),
    ...others.sort(emptyLast).map((name) => ({ name, isImplicit: true })),
  ]
}

/** Each after those of them that come before it, and otherwise as they are. */
export function inChainOrder<
  E extends { readonly name: string; readonly after: readonly string[] },
>(environments: readonly E[]): readonly E[] {
  const left = new Map(environments.map((environment) => [environment.name, environment]))
  const ordered: E[] = []
  while (left.size > 0) {
    const all = [...left.values()]
    // A circle can't be saved.
    const next = all.find(({ after }) => after.every((name) => !left.has(name))) ?? all[0]!
    ordered.push(next)
    left.delete(next.name)
  }
  return ordered
}

/** Compares names of environments by that order; null, which stands for none, and what isn't known come last. */
export function chainComparison(fleet: FleetState): (a: string | null, b: string | null) => number {
  const ranks = new Map(environmentsInOrder(fleet).map(({ name }, rank) => [name, rank]))
  const rankOf = (name: string | null) => ranks.get(name ?? '') ?? ranks.size
  return (a, b) => rankOf(a) - rankOf(b)
}

function emptyLast(a: string, b: string): number {
  return Number(a === '') - Number(b === '') || compareText(a, b)
}

/** What some clusters have; where they have a target, its directory isn’t that of the application here. */
export type DeliveredPart = Delivered & {
  readonly clusters: number
  /** Of those that keep it for a time; empty: they would get what comes next. */
  readonly holds: readonly Hold[]
}

export type DeliveredTo = {
  /** On how many clusters of the environment it is placed, and on how many of these it waits for a release. */
  readonly clusters: number
  readonly unreleased: number
  /** What all of them have, or are to have once what they wait for is there; null: nothing. */
  readonly base: DeliveredPart | null
  /**
   * What sets of them have instead, the newest last; of an application that needs others, what they had before, too. All that
   * hold the same are one.
   */
  readonly ahead: readonly DeliveredPart[]
}

/** Of an application, by the environment; of one that isn’t managed, its branch is the base wherever it is placed. */
export function deliveredTo(
  fleet: FleetState,
  applicationId: number,
): (environment: string) => DeliveredTo {
  const placed = placementsOf(fleet, applicationId)
  const released = releasedOf(fleet, applicationId)
  const unreleased = unreleasedAmong(fleet, applicationId, [placed])
  const held = (fleet.releases[applicationId] ?? []).map(({ object }) => object)
  return (environment) => {
    const here = intersect(placed, fleet.clustersByEnvironment.get(environment) ?? NO_BITS)
    const parts = withHoldsTogether(
      released
        .map(({ release, clusters }) =>
          partOf(fleet, applicationId, release, countCommon(clusters, here)),
        )
        .filter(({ clusters }) => clusters > 0),
    )
    const whole = wholeAmong(held.filter((release) => release.environment === environment))
    const isBase = ({ release }: Delivered) => release === whole
    // What a cluster would get that came to the environment, and lacked nothing.
    const unused = whole && partOf(fleet, applicationId, whole, 0)
    const base = parts.find(isBase) ?? unused
    const order = new Map(held.map((release, index) => [release, index]))
    return {
      clusters: countBits(here),
      unreleased: countCommon(unreleased, here),
      base,
      ahead: parts
        .filter((part) => !isBase(part))
        .sort((a, b) => order.get(a.release!)! - order.get(b.release!)!),
    }
  }
}

function partOf(
  { applications }: FleetState,
  id: number,
  release: Release | null,
  clusters: number,
): DeliveredPart {
  const application = applicationFrom(applications.slots[id]!, release, null)
  return { application, release, clusters, holds: release?.hold ? [release.hold] : [] }
}

function withHoldsTogether(parts: readonly DeliveredPart[]): readonly DeliveredPart[] {
  const holding = parts.filter(({ holds }) => holds.length > 0)
  const alike = Map.groupBy(holding, ({ release }) => textOf(release!))
  const together = [...alike.values()].map((same) => ({
    ...same[0]!,
    clusters: same.reduce((sum, { clusters }) => sum + clusters, 0),
    holds: same.flatMap(({ holds }) => holds),
  }))
  return [...parts.filter(({ holds }) => holds.length === 0), ...together]
}

function textOf(release: Release): string {
  return JSON.stringify([release.version, release.source, targetsText(release)])
}
