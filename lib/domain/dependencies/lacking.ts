// Where an application that needs others doesn't have yet what it is to have. Whether it waits for them there, they tell.
import { deliveryOn, releasesOf, unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import { type Bits, hasBit, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import { behindIn, isBehind, wholeIn } from './behind.ts'

/** Its clusters that have nothing of it, or less than the others of their environment. None if it needs nothing. */
export function lackingOf(fleet: FleetState, application: number): Bits {
  if (!needsOthers(fleet.applications.slots[application])) return NO_BITS
  const environments = new Set(releasesOf(fleet, application).map((each) => each.environment))
  return uniteAll([
    unreleasedAmong(fleet, application, [placementsOf(fleet, application)]),
    ...[...environments].map((environment) => behindIn(fleet, application, environment)),
  ])
}

/** Whether a cluster is one of these. */
export function lacksOn(fleet: FleetState, application: number, cluster: number): boolean {
  if (!needsOthers(fleet.applications.slots[application])) return false
  if (!hasBit(placementsOf(fleet, application), cluster)) return false
  const release = deliveryOn(fleet, application, cluster)?.release
  if (!release) return true
  const whole = wholeIn(fleet, application, release.environment)
  return whole !== null && isBehind(release, whole)
}
