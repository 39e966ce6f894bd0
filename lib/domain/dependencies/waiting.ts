// On which clusters an application is to be released as soon as what it needs is there.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import { type Bits, isEmpty } from '#lib/domain/sets/bits.ts'
import { behindIn } from './behind.ts'

/** Clusters of an environment; never none. */
export type Part = { readonly environment: string; readonly clusters: Bits }

/**
 * Of an application that needs others, the clusters of some environments that are behind, or those of all. None of one that needs
 * none.
 */
export function waitingClusters(
  fleet: FleetState,
  application: number,
  environments: Iterable<string> = fleet.clustersByEnvironment.keys(),
): readonly Part[] {
  if (!needsOthers(fleet.applications.slots[application])) return []
  return [...environments]
    .map((environment) => ({ environment, clusters: behindIn(fleet, application, environment) }))
    .filter(({ clusters }) => !isEmpty(clusters))
}
