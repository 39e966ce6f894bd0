// Which clusters an application is placed on, and by which policies.
import type { PolicyEffect } from '#lib/domain/objects/objects.ts'
import { NO_BITS, hasBit } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { FleetState } from './fleet-state.ts'
import { rulesSelecting } from './selecting.ts'

/**
 * The ids of the clusters that an application is placed on: those of the policies that include it, less those of any
 * policy that excludes it, within its team's cluster boundary. Nothing without a policy, without its team, or for an id
 * that is no application's.
 */
export function placementsOf(fleet: FleetState, applicationId: number): Bits {
  return fleet.placements[applicationId] ?? NO_BITS
}

/** Which policies stand behind pairs, all names sorted. */
export type PolicyReach = {
  /** Those that include the pair; whether it is placed is for `placementsOf` to say. */
  readonly giving: (applicationId: number, clusterId: number) => string[]
  /** Those that exclude the pair. */
  readonly excluding: (applicationId: number, clusterId: number) => string[]
}

export function policyReach(fleet: FleetState): PolicyReach {
  const reaching = (effect: PolicyEffect) => (applicationId: number, clusterId: number) =>
    rulesSelecting(fleet, applicationId)
      .filter(({ policy, clusters }) => policy.effect === effect && hasBit(clusters, clusterId))
      .map(({ policy }) => policy.name)
      .sort(compareText)
  return { giving: reaching('include'), excluding: reaching('exclude') }
}
