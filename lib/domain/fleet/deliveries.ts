// From which source an application is delivered to which of its clusters.
import type { Application } from '#lib/domain/objects/objects.ts'
import { applicationFrom, clustersByRelease, type Release } from '#lib/domain/releases/release.ts'
import { type Bits, isEmpty } from '#lib/domain/sets/bits.ts'
import type { FleetState } from './fleet-state.ts'
import { placementsOf } from './targeting.ts'

export type Delivery = {
  /** The application with the source that it is delivered from; the same object as long as that is the same release. */
  readonly application: Application
  /** Null: it follows its branch. */
  readonly release: Release | null
  /** Never empty. */
  readonly clusters: Bits
}

/**
 * The parts of an application's placements by what is delivered to them, without clusters in common. A cluster that has no
 * release of an application that follows versions is in no part: nothing is delivered to it.
 */
export function deliveriesOf(fleet: FleetState, applicationId: number): readonly Delivery[] {
  const application = fleet.applications.slots[applicationId]
  const placed = placementsOf(fleet, applicationId)
  if (application === undefined || isEmpty(placed)) return []
  if (application.follow === 'branch') return [{ application, release: null, clusters: placed }]
  const releases = (fleet.releases[applicationId] ?? []).map(({ object }) => object)
  const parts = clustersByRelease(placed, releases, fleet.clustersByEnvironment)
  return [...parts].map(([release, clusters]) => ({
    application: applicationFrom(application, release),
    release,
    clusters,
  }))
}
