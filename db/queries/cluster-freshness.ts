// Which clusters were heard of lately. It says the same as lib/domain/observed/freshness.ts.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type Freshness,
  FRESHNESSES,
  LATE_AFTER,
  STALE_AFTER,
} from '#lib/domain/observed/freshness.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { instant, isSilent, isSilentAfter } from './observed-state.ts'
import type { ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { seenBefore } from './seen-before.ts'

/** How fresh the cluster of a report `c` is, if there is one. */
export function freshnessAt(now: Date | SQL): SQL<Freshness> {
  return sql`case when c.seen_at is null then 'none'
    when ${isSilentAfter(STALE_AFTER, now)} then 'stale'
    when ${isSilentAfter(LATE_AFTER, now)} then 'late' else 'fresh' end`
}

/** Joins to rows with a cluster when it was heard of: `c`, as `freshnessAt` and `isSilent` read it. */
export function seenOf(
  tenant: number,
  cluster: SQL,
  { observedAt, isPast, knownAt }: ObservedTime,
): SQL {
  return isPast
    ? sql`cross join lateral (${seenBefore(tenant, cluster, instant(observedAt), knownAt)}) c`
    : sql`left join cluster_reports c on c.tenant = ${tenant} and c.cluster = ${cluster}`
}

const freshRow = z.strictObject({ cluster: z.int(), freshness: z.enum(FRESHNESSES) })

/** How fresh some clusters are. */
export async function readFreshness(
  { tx, tenant }: TenantScope,
  time: ObservedTime,
  clusters: readonly number[],
): Promise<ReadonlyMap<number, Freshness>> {
  const rows = await readRows(tx, freshRow)`
    select k.object as cluster, ${freshnessAt(time.observedAt)} as freshness
    from unnest(${sql.param(clusters)}::int[]) k(object) ${seenOf(tenant, sql`k.object`, time)}`
  return new Map(rows.map(({ cluster, freshness }) => [cluster, freshness]))
}

/** Whether a cluster is so fresh. Looked up for each: without statistics, as right after an import, a join would be quadratic. */
export function isSoFresh(
  tenant: number,
  cluster: SQL,
  time: ObservedTime,
  fresh: readonly Freshness[],
): SQL {
  return sql`(select ${freshnessAt(time.observedAt)} from (select) nothing
    ${seenOf(tenant, cluster, time)}) = any(${sql.param(fresh)}::text[])`
}

/** The ids of the clusters that are so fresh. */
export function clustersSoFresh(
  tenant: number,
  time: ObservedTime,
  fresh: readonly Freshness[],
): SQL {
  return clustersThat(
    tenant,
    time,
    sql`${freshnessAt(time.observedAt)} = any(${sql.param(fresh)}::text[])`,
  )
}

/** Of clusters, only those that are silent by plan, whose ids these are, or only the others. */
export type AmongPlanned = { readonly are: boolean; readonly planned: readonly number[] }

/** The ids of the clusters that are silent by plan, or of those that aren't. */
export function clustersPlanned(
  tenant: number,
  { change }: Pick<ObservedTime, 'change'>,
  { are, planned }: AmongPlanned,
): SQL {
  return sql`select k.object from revisions k where k.tenant = ${tenant} and k.kind = 'cluster'
    and ${aliveAfter('k', change)} and (k.object = any(${sql.param(planned)}::int[])) = ${are}`
}

/** The ids of the clusters that are silent, or of those that aren't. */
export function clustersSilent(tenant: number, time: ObservedTime, silent: boolean): SQL {
  return clustersThat(tenant, time, sql`${isSilent(time.observedAt)} = ${silent}`)
}

function clustersThat(tenant: number, time: ObservedTime, holds: SQL): SQL {
  return sql`select k.object from revisions k ${seenOf(tenant, sql`k.object`, time)}
    where k.tenant = ${tenant} and k.kind = 'cluster' and ${aliveAfter('k', time.change)} and ${holds}`
}
