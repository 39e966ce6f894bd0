// On which clusters an application is to be released as soon as what it needs is there.
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { type Bits, isEmpty } from '#lib/domain/sets/bits.ts'
import { behindIn } from './behind.ts'

/** Clusters of an environment; never none. */
export type Part = { readonly environment: string; readonly clusters: Bits }

/** Of an application that needs others, the clusters that are behind, by their environment. None of one that needs none. */
export function waitingClusters(fleet: FleetState, application: number): readonly Part[] {
  if (!fleet.applications.slots[application]?.dependsOn.length) return []
  return byGroup(placementsOf(fleet, application), fleet.clustersByEnvironment)
    .map(({ key: environment }) => ({
      environment,
      clusters: behindIn(fleet, application, environment),
    }))
    .filter(({ clusters }) => !isEmpty(clusters))
}
