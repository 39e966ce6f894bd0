// From which source an application is delivered to which of its clusters.
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  applicationFrom,
  clustersByRelease,
  isSameSource,
  type Release,
  releaseOn,
} from '#lib/domain/releases/release.ts'
import {
  type Bits,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { ClusterGroups } from './cluster-groups.ts'
import type { FleetState } from './fleet-state.ts'
import { placementsOf } from './targeting.ts'
import { type Targeted, targetOn, targetsAmong } from './targets.ts'

export type Delivered = {
  /** The application with the source that it is delivered from; the same object as long as that is the same release and target. */
  readonly application: Application
  /** Null: it isn’t managed. */
  readonly release: Release | null
}

export type Delivery = Delivered & {
  /** Never empty. */
  readonly clusters: Bits
}

/** What has one release, with whatever target. */
export type Released = Omit<Delivery, 'application'>

/**
 * The parts of an application's placements by what is delivered to them, without clusters in common. A cluster that has no
 * release of a managed application is in no part: nothing is delivered to it.
 */
export function deliveriesOf(fleet: FleetState, applicationId: number): readonly Delivery[] {
  return deliveriesAmong(fleet, applicationId, placementsOf(fleet, applicationId))
}

/** Those to some of the clusters where it is placed. */
function deliveriesAmong(
  fleet: FleetState,
  applicationId: number,
  placed: Bits,
): readonly Delivery[] {
  const application = fleet.applications.slots[applicationId]
  if (application === undefined) return []
  const targeted = targetsAmong(fleet, applicationId, placed)
  return releasedAmong(fleet, applicationId, placed).flatMap(({ release, clusters }) =>
    partsByTarget(clusters, targeted).map((part) => ({
      application: applicationFrom(application, release, part.target),
      release,
      clusters: part.clusters,
    })),
  )
}

/**
 * The same parts, of which those are one that have the same text: they differ in their release alone, which is of the same source.
 */
export function textsAmong(
  fleet: FleetState,
  applicationId: number,
  placed: Bits,
): readonly Pick<Delivery, 'application' | 'clusters'>[] {
  const merged: { application: Application; sets: Bits[] }[] = []
  for (const { application, clusters } of deliveriesAmong(fleet, applicationId, placed)) {
    const alike = merged.find((each) => isSameSource(each.application, application))
    if (alike) alike.sets.push(clusters)
    else merged.push({ application, sets: [clusters] })
  }
  return merged.map(({ application, sets }) => ({ application, clusters: uniteAll(sets) }))
}

/** Those that have no target last. */
function partsByTarget(
  clusters: Bits,
  targeted: Targeted,
): readonly { readonly target: Target | null; readonly clusters: Bits }[] {
  if (targeted.size === 0) return [{ target: null, clusters }]
  const parts = [...targeted].map(([target, all]) => ({
    target,
    clusters: intersect(clusters, all),
  }))
  const others = { target: null, clusters: subtract(clusters, uniteAll([...targeted.values()])) }
  return [...parts, others].filter((part) => !isEmpty(part.clusters))
}

/** The parts of an application's placements by their release, without clusters in common; those without one are in no part. */
export function releasedOf(fleet: FleetState, applicationId: number): readonly Released[] {
  return releasedAmong(fleet, applicationId, placementsOf(fleet, applicationId))
}

/** Those of some of the clusters where it is placed. */
export function releasedAmong(
  fleet: FleetState,
  applicationId: number,
  placed: Bits,
): readonly Released[] {
  const application = fleet.applications.slots[applicationId]
  if (application === undefined || isEmpty(placed)) return []
  if (!isManaged(application)) return [{ release: null, clusters: placed }]
  return [...partsOf(fleet, applicationId)].flatMap(([release, all]) => {
    const clusters = intersect(all, placed)
    return isEmpty(clusters) ? [] : [{ release, clusters }]
  })
}

/** Those of the clusters where it is placed that have no release, because it is managed. */
export function unreleasedAmong(
  fleet: FleetState,
  applicationId: number,
  placed: readonly Bits[],
): Bits {
  const application = fleet.applications.slots[applicationId]
  if (application === undefined || !isManaged(application)) return NO_BITS
  const all = uniteAll(placed)
  return isEmpty(all) ? all : subtract(all, coveredOf(fleet, applicationId))
}

type ByRelease = ReadonlyMap<Release, Bits>
type Known<T> = WeakMap<
  readonly Release[],
  { readonly environments: ClusterGroups; readonly value: T }
>
const parts: Known<ByRelease> = new WeakMap()
const covered: Known<Bits> = new WeakMap()

/**
 * The clusters that would have each release of an application if it were placed on all: by them, who asks for some looks at no
 * release that others come before.
 */
export function partsOf(fleet: FleetState, applicationId: number): ByRelease {
  return workedOutOnce(parts, fleet, applicationId, (releases) =>
    clustersByRelease(fleet.indexes.clusters.all, releases, fleet.clustersByEnvironment),
  )
}

/** Those that would have any. */
function coveredOf(fleet: FleetState, applicationId: number): Bits {
  return workedOutOnce(covered, fleet, applicationId, (releases) => {
    const sets = releases.map((release) => {
      const here = environmentOf(fleet, release)
      return release.clusters === null ? here : intersect(release.clusters, here)
    })
    return uniteAll(sets)
  })
}

/** Kept until another edit of these releases or of environments. */
function workedOutOnce<T>(
  known: Known<T>,
  fleet: FleetState,
  applicationId: number,
  workOut: (releases: readonly Release[]) => T,
): T {
  const { clustersByEnvironment: environments } = fleet
  const releases = releasesOf(fleet, applicationId)
  const before = known.get(releases)
  if (before?.environments === environments) return before.value
  const value = workOut(releases)
  known.set(releases, { environments, value })
  return value
}

function environmentOf(
  { clustersByEnvironment }: FleetState,
  { environment }: Pick<Release, 'environment'>,
): Bits {
  return clustersByEnvironment.get(environment) ?? NO_BITS
}

/**
 * All clusters that have another release of an application afterwards, if it is placed on them and they stay as they are, and
 * perhaps some more: those for which a release is that begins or ends.
 */
export function rereleasable(before: FleetState, after: FleetState, applicationId: number): Bits {
  if (before.releases[applicationId] === after.releases[applicationId]) return NO_BITS
  const [had, has] = [releasesOf(before, applicationId), releasesOf(after, applicationId)]
  return uniteAll([...setsOnlyIn(before, had, has), ...setsOnlyIn(after, has, had)])
}

/** What those releases are for that aren't among others. */
function setsOnlyIn(
  fleet: FleetState,
  releases: readonly Release[],
  others: readonly Release[],
): readonly Bits[] {
  return releases
    .filter((release) => !others.includes(release))
    .map((release) => release.clusters ?? environmentOf(fleet, release))
}

/** What is delivered of an application to one of the clusters where it is placed; null: nothing, it has no release there. */
export function deliveryOn(
  fleet: FleetState,
  applicationId: number,
  clusterId: number,
): Delivered | null {
  const application = fleet.applications.slots[applicationId]
  const cluster = fleet.clusters.slots[clusterId]
  if (application === undefined || cluster === undefined) return null
  const target = targetOn(fleet, applicationId, clusterId)
  if (!isManaged(application)) {
    return { application: applicationFrom(application, null, target), release: null }
  }
  const release = releaseOn(releasesOf(fleet, applicationId), cluster.environment, clusterId)
  return release && { application: applicationFrom(application, release, target), release }
}

const NO_RELEASES: readonly Release[] = []
const objects = new WeakMap<object, readonly Release[]>()

/** In the order in which they began: the same list as long as these are the same. */
export function releasesOf(
  { releases }: Pick<FleetState, 'releases'>,
  applicationId: number,
): readonly Release[] {
  const held = releases[applicationId]
  if (held === undefined) return NO_RELEASES
  const known = objects.get(held) ?? held.map(({ object }) => object)
  objects.set(held, known)
  return known
}
