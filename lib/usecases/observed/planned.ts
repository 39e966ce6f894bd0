// Which clusters aren't expected to report now.
import {
  plannedFor,
  type PlannedSilence,
  plannedSilences,
} from '#lib/domain/fleet/planned-silences.ts'
import type { PlannedSilenceJson } from '#lib/domain/objects/observed-status.ts'
import type { Context } from '../define.ts'
import type { ObservedMoment } from '../moment.ts'

/** The silences that hold; of the past they aren't told. */
export async function plannedNow(
  { fleet }: Pick<Context, 'fleet'>,
  { isPast, observedAt }: ObservedMoment,
): Promise<readonly PlannedSilence[]> {
  return isPast ? [] : plannedSilences(await fleet(), observedAt)
}

/** As the API answers it, of a cluster. */
export function plannedJson(
  planned: readonly PlannedSilence[],
  cluster: number,
): PlannedSilenceJson | null {
  const holding = plannedFor(planned, cluster)
  return holding && { name: holding.name, until: holding.until.toISOString() }
}
