// Computes the fleet after a wide edit in slices, so that other requests are answered in between.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'

/** Takes some tens of milliseconds. */
const CLUSTERS_AT_ONCE = 5_000

/**
 * The result of `fleet.with` for edits of different objects. A fleet is a value, so nobody sees the intermediate ones.
 * Clusters are the most numerous, and nothing refers to them, so they can be edited in slices; everything else follows at
 * once.
 */
export async function fleetAfter(
  fleet: Fleet,
  edits: readonly Edit[],
  clustersAtOnce = CLUSTERS_AT_ONCE,
): Promise<Fleet> {
  if (edits.length <= clustersAtOnce) return fleet.with(edits)
  const clusters = edits.filter(({ kind }) => kind === 'cluster')
  let after = fleet
  for (let from = 0; from < clusters.length; from += clustersAtOnce) {
    after = after.with(clusters.slice(from, from + clustersAtOnce))
    await nextTurn()
  }
  const others = edits.filter(({ kind }) => kind !== 'cluster')
  return others.length === 0 ? after : after.with(others)
}
