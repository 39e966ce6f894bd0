// Where an application that needs others doesn't have yet what it is to have.
import { releasesOf, unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { type Bits, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import { behindIn } from './behind.ts'

/** Its clusters that have nothing of it, or less than the others of their environment. None if it needs nothing. */
export function waitingOf(fleet: FleetState, application: number): Bits {
  if ((fleet.applications.slots[application]?.dependsOn.length ?? 0) === 0) return NO_BITS
  const environments = new Set(releasesOf(fleet, application).map((each) => each.environment))
  return uniteAll([
    unreleasedAmong(fleet, application, [placementsOf(fleet, application)]),
    ...[...environments].map((environment) => behindIn(fleet, application, environment)),
  ])
}
