// What really runs on clusters and of applications, in counts.
import { readFreshness } from '#db/queries/cluster-freshness.ts'
import { readSeen } from '#db/queries/cluster-reports.ts'
import type { CountQuery } from '#db/queries/state-counts.ts'
import type {
  BlockedApplicationsJson,
  BlockedClustersJson,
} from '#lib/domain/objects/blocked-by.ts'
import type { PlannedSilenceJson } from '#lib/domain/objects/observed-status.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { type Freshness, freshnessOf, type LastSeen } from '#lib/domain/observed/freshness.ts'
import { type State, type StateCounts, worstOf } from '#lib/domain/observed/states.ts'
import type { Context } from '../define.ts'
import { isFreshnessKept } from '../moment.ts'
import { plannedJson, plannedAt } from './planned.ts'
import { countStates } from './state-counts.ts'

/** As the API answers it. */
export type ObservedStatus = {
  readonly state: State | null
  readonly counts: StateCounts
  /** Of clusters. */
  readonly freshness?: Freshness | null
  readonly observed_at?: string | null
  readonly interval_s?: number | null
  readonly planned_silence?: PlannedSilenceJson | null
  /** Of one cluster or application, now: what waits there, or where it waits. */
  readonly blocked?: BlockedApplicationsJson | BlockedClustersJson
  /** Of freezes. */
  readonly active?: boolean
  readonly until?: string | null
  /** Of environments and cluster types. */
  readonly implicit?: true
  /** Of cluster types. */
  readonly clusters?: number
}

/** What is known of what runs, by the ids of objects of a kind; nothing runs of other kinds. */
export async function observedStatuses(
  context: Context,
  query: CountQuery,
  kind: Kind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ObservedStatus>> {
  if (kind !== 'cluster' && kind !== 'application') return new Map()
  const seen = kind === 'cluster' && !query.isPast ? await readSeen(context.scope, ids) : new Map()
  const reporting = kind === 'cluster' ? [...seen.keys()] : null
  const states = await countStates(context, query, kind, ids, reporting)
  const planned = kind === 'cluster' ? await plannedAt(context, query) : []
  const freshness = kind === 'cluster' ? await freshnessThen(context, query, ids) : null
  return new Map(
    ids.map((id) => {
      const counts = states.get(id) ?? {}
      const status = { state: worstOf(counts), counts }
      return [
        id,
        kind === 'cluster'
          ? {
              ...status,
              ...seenAs(seen.get(id) ?? null, query),
              ...(freshness && { freshness: freshness.get(id) ?? null }),
              planned_silence: plannedJson(planned, id),
            }
          : status,
      ]
    }),
  )
}

/** Of clusters in the past, as long as that is kept; null: it is asked about now. */
async function freshnessThen(
  context: Context,
  query: CountQuery,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Freshness> | null> {
  if (!query.isPast) return null
  if (!isFreshnessKept(context, query)) return new Map()
  return readFreshness(context.scope, query, ids)
}

function seenAs(seen: LastSeen | null, { observedAt }: CountQuery) {
  return {
    freshness: freshnessOf(seen, observedAt),
    observed_at: seen?.at.toISOString() ?? null,
    interval_s: seen?.intervalS ?? null,
  }
}
