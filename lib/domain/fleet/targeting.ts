// Which clusters an application is placed on, and by which policies.
import type { PolicyEffect } from '#lib/domain/objects/objects.ts'
import { NO_BITS } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { FleetState } from './fleet-state.ts'
import { reaches } from './reaching.ts'
import { rulesSelecting } from './selecting.ts'

/**
 * The ids of the clusters that an application is placed on: those of the policies that include it, without those of any
 * policy that excludes it, within its team's cluster boundary. None without a policy or a team, or if there is no such id.
 */
export function placementsOf(fleet: FleetState, applicationId: number): Bits {
  return fleet.placements[applicationId] ?? NO_BITS
}

/** Which policies include or exclude a pair, by their sorted names. */
export type PolicyReach = {
  /** Those that include the pair, though it may not be placed. */
  readonly giving: (applicationId: number, clusterId: number) => string[]
  /** Those that exclude the pair. */
  readonly excluding: (applicationId: number, clusterId: number) => string[]
}

export function policyReach(fleet: FleetState): PolicyReach {
  const reaching = (effect: PolicyEffect) => (applicationId: number, clusterId: number) =>
    rulesSelecting(fleet, applicationId)
      .filter((rule) => rule.policy.effect === effect)
      .filter((rule) => reaches(fleet, rule, applicationId, clusterId))
      .map(({ policy }) => policy.name)
      .sort(compareText)
  return { giving: reaching('include'), excluding: reaching('exclude') }
}
