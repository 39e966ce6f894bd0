// On which clusters an application is to be released as soon as what it needs is there.
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { type Bits, isEmpty } from '#lib/domain/sets/bits.ts'
import { behindIn, wholeIn } from './behind.ts'

/** Clusters of an environment; never none. */
export type Part = { readonly environment: string; readonly clusters: Bits }

/**
 * Of an application that needs others, the clusters that are behind, by their environment. Where it follows its branch and was
 * released to no cluster of an environment yet, all are. None of an application that needs none.
 */
export function waitingClusters(fleet: FleetState, application: number): readonly Part[] {
  const object = fleet.applications.slots[application]
  if (object === undefined || object.dependsOn.length === 0) return []
  const placed = byGroup(placementsOf(fleet, application), fleet.clustersByEnvironment)
  return placed
    .map(({ key: environment, clusters }) => {
      const isFirst =
        object.follow === 'branch' && wholeIn(fleet, application, environment) === null
      const behind = isFirst
        ? unreleasedAmong(fleet, application, [clusters])
        : behindIn(fleet, application, environment)
      return { environment, clusters: behind }
    })
    .filter(({ clusters }) => !isEmpty(clusters))
}
