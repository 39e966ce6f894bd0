// What is kept of the series that clusters' Prometheus sends. The lock of a cluster's row puts what is sent in order.
import { isDeepStrictEqual } from 'node:util'
import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  addedToHour,
  type HourCounts,
  type KnownMetrics,
  type Members,
} from '#lib/domain/observed/metric-fold.ts'
import { readRow } from '../rows.ts'
import { clusterMetrics, metricHours, metricKeys } from '../schema/metrics.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type ClusterMetrics = Omit<KnownMetrics, 'keys'> & {
  readonly cluster: number
  readonly sweptAt: Date
}

const clusterRow = z.strictObject({ id: z.int() })

/** What a cluster was heard of, whose other metrics wait from now on; null: there is no such cluster. */
export async function lockClusterMetrics(
  scope: TenantScope,
  name: string,
  receivedAt: Date,
): Promise<ClusterMetrics | null> {
  const { tx, tenant } = scope
  const found = await readRow(tx, clusterRow)`
    select object as id from revisions
    where tenant = ${tenant} and kind = 'cluster' and name = ${name} and ended is null`
  if (!found) return null
  const known = await lockRow(scope, found.id)
  if (known) return known
  // Of two that come first at once, one waits here for the other.
  await tx
    .insert(clusterMetrics)
    .values({ tenant, cluster: found.id, receivedAt, sweptAt: receivedAt, targets: {} })
    .onConflictDoNothing()
  return lockRow(scope, found.id)
}

async function lockRow(
  { tx, tenant }: TenantScope,
  cluster: number,
): Promise<ClusterMetrics | null> {
  const [row] = await tx
    .select()
    .from(clusterMetrics)
    .where(holds(clusterMetrics, { tenant, cluster }))
    .for('update')
  if (!row) return null
  const { sweptAt, keyCount, targets } = row
  return { cluster, sweptAt, keyCount, targets: new Map(Object.entries(targets)) }
}

export async function updateClusterMetrics(
  { tx, tenant }: TenantScope,
  { cluster, sweptAt, keyCount, targets }: ClusterMetrics,
  receivedAt: Date,
): Promise<void> {
  await tx
    .update(clusterMetrics)
    .set({ receivedAt, sweptAt, keyCount, targets: Object.fromEntries(targets) })
    .where(holds(clusterMetrics, { tenant, cluster }))
}

/** Of these keys, those that are known of a cluster. */
export async function readMetricKeys(
  { tx, tenant }: TenantScope,
  cluster: number,
  keys: readonly string[],
): Promise<Map<string, Members>> {
  const rows = await tx
    .select({ key: metricKeys.key, members: metricKeys.members })
    .from(metricKeys)
    .where(
      sql`${holds(metricKeys, { tenant, cluster })} and ${metricKeys.key} = any(${sql.param(keys)}::text[])`,
    )
  return new Map(rows.map(({ key, members }) => [key, members]))
}

export async function writeMetricKeys(
  { tx, tenant }: TenantScope,
  cluster: number,
  changed: ReadonlyMap<string, Members>,
): Promise<void> {
  if (changed.size === 0) return
  const rows = [...changed].map(([key, members]) => ({
    key,
    at: Math.max(...Object.values(members).map(([at]) => at)),
    members,
  }))
  await tx.execute(sql`
    insert into metric_keys as k (tenant, cluster, key, at, members)
    select ${tenant}, ${cluster}, key, at, members
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, at bigint, members jsonb)
    on conflict (tenant, cluster, key) do update set at = excluded.at, members = excluded.members`)
}

/** Adds to what happened in hours, by their ends in milliseconds. */
export async function addMetricHours(
  { tx, tenant }: TenantScope,
  cluster: number,
  hours: ReadonlyMap<number, HourCounts>,
  receivedAt: Date,
): Promise<void> {
  if (hours.size === 0) return
  const ends = [...hours.keys()].map((end) => new Date(end))
  const kept = await tx
    .select({ at: metricHours.at, counts: metricHours.counts })
    .from(metricHours)
    .where(sql`${holds(metricHours, { tenant, cluster })} and ${inArray(metricHours.at, ends)}`)
  const known = new Map(kept.map(({ at, counts }) => [at.getTime(), counts]))
  const rows = [...hours].flatMap(([end, more]) => {
    const before = known.get(end) ?? {}
    const counts = addedToHour(before, more)
    if (isDeepStrictEqual(counts, before)) return []
    return [{ tenant, at: new Date(end), cluster, counts, receivedAt }]
  })
  if (rows.length === 0) return
  await tx
    .insert(metricHours)
    .values(rows)
    .onConflictDoUpdate({
      target: [metricHours.tenant, metricHours.at, metricHours.cluster],
      set: { counts: sql`excluded.counts`, receivedAt: sql`excluded.received_at` },
    })
}

const countedRow = z.strictObject({ left: z.int() })

/** Forgets what a cluster hasn't told of since an instant, in milliseconds; answers how many keys are left. */
export async function sweepMetricKeys(
  { tx, tenant }: TenantScope,
  cluster: number,
  since: number,
): Promise<number> {
  await tx.execute(sql`
    delete from metric_keys where tenant = ${tenant} and cluster = ${cluster} and at < ${since}`)
  const row = await readRow(tx, countedRow)`
    select count(*)::int as left from metric_keys where tenant = ${tenant} and cluster = ${cluster}`
  return row!.left
}

/** By then they are counted with those of all clusters. */
const HOURS_KEPT = sql`interval '4 days'`
/** So that no turn of a tenant takes long. */
const DELETED_AT_ONCE = 10_000

/** Forgets the hours that are counted with all others, and what is known of clusters that there are no more. */
export async function forgetOldMetrics({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    delete from metric_hours where tenant = ${tenant} and ctid = any(array(
      select ctid from metric_hours where tenant = ${tenant} and at < now() - ${HOURS_KEPT}
      limit ${DELETED_AT_ONCE}))`)
  await tx.execute(sql`
    with gone as (
      delete from cluster_metrics c where c.tenant = ${tenant} and not exists (
        select from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
          and r.object = c.cluster and r.ended is null)
      returning c.cluster
    )
    delete from metric_keys k using gone where k.tenant = ${tenant} and k.cluster = gone.cluster`)
}
