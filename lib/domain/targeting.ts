// Which clusters an application is placed on, and by which policies.
import { NO_BITS, hasBit } from './bits.ts'
import type { Bits } from './bits.ts'
import type { FleetState } from './fleet-state.ts'
import { rulesSelecting } from './rules.ts'
import { compareText } from './shelf.ts'

/**
 * The ids of the clusters that an application is placed on: those of the policies that include it, less those of any
 * policy that excludes it, within its team's cluster boundary. Nothing without a policy, without its team, or for an id
 * that is no application's.
 */
export function placementsOf(fleet: FleetState, applicationId: number): Bits {
  return fleet.placements[applicationId] ?? NO_BITS
}

/** The names of the policies that include the pair, sorted; whether it is placed is for `placementsOf` to say. */
export function policiesGiving(
  fleet: FleetState,
  applicationId: number,
  clusterId: number,
): string[] {
  return policiesReaching(fleet, applicationId, clusterId, 'include')
}

/** The names of the policies that exclude the pair, sorted. */
export function policiesExcluding(
  fleet: FleetState,
  applicationId: number,
  clusterId: number,
): string[] {
  return policiesReaching(fleet, applicationId, clusterId, 'exclude')
}

function policiesReaching(
  fleet: FleetState,
  applicationId: number,
  clusterId: number,
  effect: 'include' | 'exclude',
): string[] {
  return rulesSelecting(fleet.rules, applicationId)
    .filter(({ policy, clusters }) => policy.effect === effect && hasBit(clusters, clusterId))
    .map(({ policy }) => policy.name)
    .sort(compareText)
}
