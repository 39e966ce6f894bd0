// Which clusters an application is placed on, and by which policies.
import { NO_BITS, hasBit } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { FleetState } from './fleet-state.ts'
import { rulesByApplication } from './rules.ts'

/**
 * The ids of the clusters that an application is placed on: those of the policies that include it, less those of any
 * policy that excludes it, within its team's cluster boundary. Nothing without a policy, without its team, or for an id
 * that is no application's.
 */
export function placementsOf(fleet: FleetState, applicationId: number): Bits {
  return fleet.placements[applicationId] ?? NO_BITS
}

/** Which policies stand behind pairs of some applications, all names sorted. */
export type PolicyReach = {
  /** Those that include the pair; whether it is placed is for `placementsOf` to say. */
  readonly giving: (applicationId: number, clusterId: number) => string[]
  /** Those that exclude the pair. */
  readonly excluding: (applicationId: number, clusterId: number) => string[]
}

/** The policies of a fleet that select some applications, looked for once for all of them. */
export function policyReach(fleet: FleetState, applications: Bits): PolicyReach {
  const selecting = rulesByApplication(fleet.rules, applications)
  const reaching = (effect: 'include' | 'exclude') => (applicationId: number, clusterId: number) =>
    (selecting.get(applicationId) ?? [])
      .filter(({ policy, clusters }) => policy.effect === effect && hasBit(clusters, clusterId))
      .map(({ policy }) => policy.name)
      .sort(compareText)
  return { giving: reaching('include'), excluding: reaching('exclude') }
}
