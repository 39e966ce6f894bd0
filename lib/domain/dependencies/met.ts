// On which clusters what an application needs is there, so that it may be released to them.
import { releasedAmong, type Delivered } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import {
  type Bits,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  unite,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { wholeIn } from './behind.ts'
import { neededBy } from './needed.ts'

/** What is known of a dependency besides the fleet. The sets are of clusters, and matter only for those that are asked about. */
export type Evidence = {
  /** The number of the version that is needed at least; null: any will do. */
  readonly least: number | null
  /** Those whose newest report, however old, says that what is released there is healthy. */
  readonly healthy: Bits
  /** Those that ever reported. */
  readonly reporting: Bits
  /** Those on whose branch what is released there is in Git. */
  readonly published: Bits
  /** Whether a rollout of the needed application is under way in the environment that the dependency names. */
  readonly isRollingOut: boolean
}

/**
 * Of some clusters those on which a dependency is met. On the same cluster, the needed application must be placed and released
 * at the version or a later one and, where it must be healthy, be so by the newest report; of a cluster that never reported,
 * that it is in Git is enough. In an environment, all of it must have the version or a later one, and no rollout be under way.
 */
export function metClusters(
  fleet: FleetState,
  dependency: Dependency,
  among: Bits,
  evidence: Evidence,
): Bits {
  const needed = neededBy(fleet, dependency)
  if (needed === null) return NO_BITS
  if (dependency.environment !== null) {
    return isMetIn(fleet, needed.id, dependency.environment, evidence) ? among : NO_BITS
  }
  const placed = intersect(among, placementsOf(fleet, needed.id))
  const released = uniteAll(
    releasedAmong(fleet, needed.id, placed)
      .filter((delivered) => isLateEnough(delivered, evidence))
      .map(({ clusters }) => clusters),
  )
  if (!dependency.healthy) return released
  const unheard = intersect(subtract(released, evidence.reporting), evidence.published)
  return unite(intersect(released, evidence.healthy), unheard)
}

/** Of some clusters those on which a dependency of an application is not met; `evidence` is that of each of its dependencies. */
export function blockedClusters(
  fleet: FleetState,
  dependencies: readonly Dependency[],
  among: Bits,
  evidence: readonly Evidence[],
): Bits {
  const met = dependencies.reduce(
    (rest, dependency, index) => metClusters(fleet, dependency, rest, evidence[index]!),
    among,
  )
  return subtract(among, met)
}

/** Where it follows its branch, it is there as soon as it is placed somewhere in the environment. */
function isMetIn(
  fleet: FleetState,
  needed: number,
  environment: string,
  evidence: Evidence,
): boolean {
  const clusters = fleet.clustersByEnvironment.get(environment) ?? NO_BITS
  const placed = intersect(clusters, placementsOf(fleet, needed))
  if (!isManaged(fleet.applications.slots[needed]!))
    return evidence.least === null && !isEmpty(placed)
  const whole = wholeIn(fleet, needed, environment)
  return whole !== null && !evidence.isRollingOut && isLateEnough({ release: whole }, evidence)
}

function isLateEnough({ release }: Pick<Delivered, 'release'>, { least }: Evidence): boolean {
  return least === null || (release?.version ?? 0) >= least
}
