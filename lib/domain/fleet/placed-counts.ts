// How many placements there are in a fleet, by cluster or by application.
import { forEachBit, hasBit, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { Fleet } from './fleet.ts'

/** The applications of some teams, by id; `teams` null: of all. */
export function applicationsOf(
  { applications }: Fleet,
  teams: readonly string[] | null,
): readonly number[] {
  if (teams === null) return applications.ordered
  return applications.ordered.filter((id) => teams.includes(applications.slots[id]!.team))
}

/** How many of some applications are placed on a cluster: for few clusters. */
export function countPlacedOn(
  { placements }: Fleet,
  cluster: number,
  applications: readonly number[],
): number {
  let count = 0
  for (const id of applications) if (hasBit(placements[id] ?? NO_BITS, cluster)) count++
  return count
}

/** How many of some applications are placed on each cluster, by its id: for all clusters. */
export function countPlacedOnEach(
  { placements, clusters }: Fleet,
  applications: readonly number[],
): Uint32Array {
  const counts = new Uint32Array(clusters.slots.length)
  for (const id of applications) {
    forEachBit(placements[id] ?? NO_BITS, (cluster) => {
      counts[cluster]!++
    })
  }
  return counts
}
