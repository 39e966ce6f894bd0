// Which clusters were heard of lately. It says the same as lib/domain/observed/freshness.ts.
import { type SQL, sql } from 'drizzle-orm'
import { type Freshness, LATE_AFTER, STALE_AFTER } from '#lib/domain/observed/freshness.ts'
import { aliveAfter } from './alive.ts'
import { isSilent, isSilentAfter } from './observed-state.ts'
import type { ObservedTime } from './pair-states.ts'

/** How fresh the cluster of a report `c` is, if there is one. */
export function freshnessAt(now: Date): SQL<Freshness> {
  return sql`case when c.seen_at is null then 'none'
    when ${isSilentAfter(STALE_AFTER, now)} then 'stale'
    when ${isSilentAfter(LATE_AFTER, now)} then 'late' else 'fresh' end`
}

/** The ids of the clusters that are so fresh. */
export function clustersSoFresh(
  tenant: number,
  { change, observedAt }: ObservedTime,
  fresh: readonly Freshness[],
): SQL {
  return clustersThat(
    tenant,
    change,
    sql`${freshnessAt(observedAt)} = any(${sql.param(fresh)}::text[])`,
  )
}

/** The ids of the clusters that are silent, or of those that aren't. */
export function clustersSilent(
  tenant: number,
  { change, observedAt }: ObservedTime,
  silent: boolean,
): SQL {
  return clustersThat(tenant, change, sql`${isSilent(observedAt)} = ${silent}`)
}

function clustersThat(tenant: number, change: number | null, holds: SQL): SQL {
  return sql`select k.object from revisions k
    left join cluster_reports c on c.tenant = ${tenant} and c.cluster = k.object
    where k.tenant = ${tenant} and k.kind = 'cluster' and ${aliveAfter('k', change)} and ${holds}`
}
