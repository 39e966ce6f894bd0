// The fleet after a wide edit, reckoned in slices: others are answered between them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'

/** Some tens of milliseconds. */
const CLUSTERS_AT_ONCE = 5_000

/**
 * What `fleet.with` makes of edits, each of another object. A fleet is a value and nobody sees those in between. Clusters are
 * the many, and nothing names them, so they can come one after the other; everything else comes last, and at once.
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
