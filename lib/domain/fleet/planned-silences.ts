// Which clusters of a fleet are silent by plan.
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import { silentUntil } from '#lib/domain/observed/planned-silence.ts'
import { type Bits, hasBit, NO_BITS, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Fleet } from './fleet.ts'

/** A silence that holds, and for which clusters. */
export type PlannedSilence = {
  readonly name: string
  readonly until: Date
  readonly clusters: Bits
}

/** The silences that hold at an instant, by name. */
export function plannedSilences(
  { silences, indexes }: Pick<Fleet, 'silences' | 'indexes'>,
  now: Date,
): readonly PlannedSilence[] {
  return silences.ordered.flatMap((id) => {
    const silence = silences.slots[id]!
    const until = silentUntil(silence, now)
    if (until === null) return []
    const { name, clusterSelector } = silence
    return [{ name, until, clusters: matchSelector(indexes.clusters, clusterSelector) }]
  })
}

/** Of those that hold, the one that lasts longest for a cluster; null: it isn't silent by plan. */
export function plannedFor(
  planned: readonly PlannedSilence[],
  cluster: number,
): PlannedSilence | null {
  const holding = planned.filter(({ clusters }) => hasBit(clusters, cluster))
  return holding.reduce<PlannedSilence | null>(
    (longest, each) => (longest === null || each.until > longest.until ? each : longest),
    null,
  )
}

/** The clusters that are silent by plan. */
export function silentByPlan(planned: readonly PlannedSilence[]): Bits {
  return planned.length === 0 ? NO_BITS : uniteAll(planned.map(({ clusters }) => clusters))
}
