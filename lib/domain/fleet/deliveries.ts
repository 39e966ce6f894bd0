// From which source an application is delivered to which of its clusters.
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  applicationFrom,
  clustersByRelease,
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
export function deliveriesAmong(
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
  const releases = releasesOf(fleet, applicationId)
  const parts = clustersByRelease(placed, releases, fleet.clustersByEnvironment)
  return [...parts].map(([release, clusters]) => ({ release, clusters }))
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
  const released = releasedAmong(fleet, applicationId, all)
  return subtract(all, uniteAll(released.map(({ clusters }) => clusters)))
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

/** In the order in which they began. */
export function releasesOf(
  { releases }: Pick<FleetState, 'releases'>,
  applicationId: number,
): readonly Release[] {
  return (releases[applicationId] ?? []).map(({ object }) => object)
}
