// Which clusters aren't expected to report now, or weren't at a time in the past.
import type { AmongPlanned } from '#db/queries/cluster-freshness.ts'
import {
  type HeldSilence,
  readSilencedClusters,
  readSilencesAt,
} from '#db/queries/planned-silences.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  plannedFor,
  type PlannedSilence,
  plannedSilences,
  silentByPlan,
} from '#lib/domain/fleet/planned-silences.ts'
import type { SilenceFilter } from '#lib/domain/lists/silence-filter.ts'
import type { PlannedSilenceJson } from '#lib/domain/objects/observed-status.ts'
import { silentUntil } from '#lib/domain/observed/planned-silence.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import type { Context } from '../define.ts'
import type { ObservedMoment } from '../moment.ts'
import { storedObject } from '../objects/stored-object.ts'

type Planning = Pick<Context, 'scope' | 'fleet'>

/** The silences that hold then, by name. */
export async function plannedAt(
  { scope, fleet }: Planning,
  { isPast, observedAt }: ObservedMoment,
): Promise<readonly PlannedSilence[]> {
  if (!isPast) return plannedSilences(await fleet(), observedAt)
  const held = await silencesHeldAt(scope, [observedAt])
  const clusters = await readSilencedClusters(scope, held)
  return held.map(({ name, until }, place) => ({ name, until, clusters: bitsOf(clusters[place]!) }))
}

/** The silences that held at some instants in the past. */
export async function silencesHeldAt(
  scope: TenantScope,
  times: readonly Date[],
): Promise<readonly (HeldSilence & Pick<PlannedSilence, 'name' | 'until'>)[]> {
  const there = await readSilencesAt(scope, times)
  return there.flatMap(({ at, change, body }) => {
    const silence = storedObject('silence', body)
    const until = silentUntil(silence, at)
    const { name, clusterSelector } = silence
    return until === null ? [] : [{ at, change, name, until, clusterSelector }]
  })
}

/** What a list is narrowed to; null: nothing. */
export async function amongPlanned(
  context: Planning,
  moment: ObservedMoment,
  silence: SilenceFilter | null,
): Promise<AmongPlanned | null> {
  if (silence === null) return null
  const planned = idsIn(silentByPlan(await plannedAt(context, moment)))
  return { are: silence === 'planned', planned }
}

/** As the API answers it, of a cluster. */
export function plannedJson(
  planned: readonly PlannedSilence[],
  cluster: number,
): PlannedSilenceJson | null {
  const holding = plannedFor(planned, cluster)
  return holding && { name: holding.name, until: holding.until.toISOString() }
}
