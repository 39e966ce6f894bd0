// What is known of a cluster as a whole by its reports. The lock of its row puts them in order.
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { LastSeen } from '#lib/domain/observed/freshness.ts'
import { readRow, readRows } from '../rows.ts'
import { clusterReports, observedSilences } from '../schema/observed.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type ClusterReport = Omit<typeof clusterReports.$inferSelect, 'tenant'> & {
  /** The newest change in the commit that it pulled, by what is published now; null: we don't know the commit. */
  readonly changeOfCommit: number | null
  /** How often it is to report: as its carried reports, or as the tenant's clusters. */
  readonly wantedIntervalS: number
}

/** The instant at which a cluster spoke, and when that was received. */
type Heard = { readonly at: Date; readonly receivedAt: Date }

/** What is known of a cluster, whose other reports wait from now on; null: it never reported, or there is no such cluster. */
export async function lockClusterReport(
  scope: TenantScope,
  cluster: string,
): Promise<ClusterReport | null> {
  const [row] = await selectReport(scope, cluster).for('update')
  return row ?? null
}

/** As `lockClusterReport` for several, by their names; those whose row is held by another transaction are left out. */
export async function lockFreeReports(
  { tx, tenant }: TenantScope,
  clusters: readonly string[],
): Promise<ReadonlyMap<string, ClusterReport>> {
  const rows = await tx
    .select({ name: nameOfCluster, known: reportColumns })
    .from(clusterReports)
    .where(isOneOf(tenant, clusters))
    .for('update', { skipLocked: true })
  return new Map(rows.map(({ name, known }) => [name, known]))
}

/** What is known of a cluster, and which version of its row says so: each transaction that changes the row makes another. */
export type KnownReport = ClusterReport & { readonly version: string }

/** What is known of several clusters, by their names; those that never reported are left out. */
export async function readKnownReports(
  { tx, tenant }: TenantScope,
  clusters: readonly string[],
): Promise<ReadonlyMap<string, KnownReport>> {
  const rows = await tx
    .select({ name: nameOfCluster, known: { ...reportColumns, version: versionOfRow } })
    .from(clusterReports)
    .where(isOneOf(tenant, clusters))
  return new Map(rows.map(({ name, known }) => [name, known]))
}

/** As `lockClusterReport`, for a cluster that perhaps never reported; null: there is no such cluster. */
export async function lockOrBeginReport(
  scope: TenantScope,
  cluster: string,
  heard: Heard,
): Promise<ClusterReport | null> {
  const known = await lockClusterReport(scope, cluster)
  if (known !== null) return known
  const { tx, tenant } = scope
  // Of two that come first at once, one waits here for the other.
  await tx.execute(sql`
    with begun as (
      insert into cluster_reports (tenant, cluster, seen_at, received_at)
      select ${tenant}, object, ${heard.at.toISOString()}::timestamptz, ${heard.receivedAt.toISOString()}::timestamptz
      from revisions where ${isCluster(tenant, cluster)}
      on conflict (tenant, cluster) do nothing returning cluster, seen_at, received_at
    )
    insert into observed_silences (tenant, cluster, from_at, to_at, received_at)
    select ${tenant}, cluster, '-infinity', seen_at, received_at from begun on conflict do nothing`)
  return lockClusterReport(scope, cluster)
}

export async function readClusterReport(
  scope: TenantScope,
  cluster: string,
): Promise<ClusterReport | null> {
  const [row] = await selectReport(scope, cluster)
  return row ?? null
}

const seenRow = z.strictObject({ cluster: z.int(), at: z.date(), intervalS: z.int() })

/** When clusters were last heard of, by their ids; those that never were are left out. */
export async function readSeen(
  { tx, tenant }: TenantScope,
  clusters: readonly number[],
): Promise<ReadonlyMap<number, LastSeen>> {
  const rows = await readRows(tx, seenRow)`
    select cluster, seen_at as at, interval_s as "intervalS" from cluster_reports
    where tenant = ${tenant} and cluster = any(${sql.param(clusters)}::int[])`
  return new Map(rows.map(({ cluster, ...seen }) => [cluster, seen]))
}

function selectReport({ tx, tenant }: TenantScope, cluster: string) {
  return tx
    .select(reportColumns)
    .from(clusterReports)
    .where(
      and(
        eq(clusterReports.tenant, tenant),
        sql`${clusterReports.cluster} = (select object from revisions where ${isCluster(tenant, cluster)})`,
      ),
    )
}

/** Looked up by their keys, whatever is planned: a join may be planned as one with all clusters. */
function isOneOf(tenant: number, clusters: readonly string[]): SQL | undefined {
  return and(
    eq(clusterReports.tenant, tenant),
    sql`${clusterReports.cluster} = any(array(select object from revisions
      where tenant = ${tenant} and kind = 'cluster' and ended is null
        and name = any(${sql.param(clusters)}::text[])))`,
  )
}

function isCluster(tenant: number, name: string): SQL {
  return sql`tenant = ${tenant} and kind = 'cluster' and name = ${name} and ended is null`
}

// Columns of the report by their names: Drizzle leaves out the table's, and within a subquery they would be those of its own.
export const changeOfCommit = sql<number | null>`(
  select max(p.change) from publications p
  where p.tenant = cluster_reports.tenant and p.commit = cluster_reports.pulled_commit
    and p.branch in (select b.branch from cluster_branches b
      where b.tenant = cluster_reports.tenant and b.cluster = cluster_reports.cluster))`

export const wantedIntervalS = sql<number>`coalesce(
  (select k.interval_s from report_keys k
    where k.tenant = cluster_reports.tenant and k.cluster = cluster_reports.cluster),
  (select t.report_interval_s from tenants t where t.tenant = cluster_reports.tenant))`

// https://www.postgresql.org/docs/18/ddl-system-columns.html
const versionOfRow = sql<string>`cluster_reports.xmin::text`

const nameOfCluster = sql<string>`(
  select r.name from revisions r where r.tenant = cluster_reports.tenant and r.kind = 'cluster'
    and r.object = cluster_reports.cluster and r.ended is null)`

const { tenant: _, ...ownColumns } = getTableColumns(clusterReports)
const reportColumns = {
  ...ownColumns,
  changeOfCommit: changeOfCommit.mapWith(clusterReports.pulledChange),
  wantedIntervalS: wantedIntervalS.mapWith(clusterReports.intervalS),
}

export async function updateClusterReport(
  { tx, tenant }: TenantScope,
  cluster: number,
  changed: Partial<Omit<ClusterReport, 'cluster' | 'changeOfCommit' | 'wantedIntervalS'>>,
): Promise<void> {
  await tx.update(clusterReports).set(changed).where(holds(clusterReports, { tenant, cluster }))
}

const commitRow = z.strictObject({ branch: z.string(), change: z.int().nullable() })

/** The branch from which a cluster has a commit, and the newest change in it; `change` null: we don't know the commit. */
export async function findCommitOfCluster(
  { tx, tenant }: TenantScope,
  cluster: number,
  commit: string,
): Promise<z.infer<typeof commitRow> | null> {
  const row = await readRow(tx, commitRow)`
    select b.branch, (select max(p.change) from publications p
      where p.tenant = ${tenant} and p.commit = ${commit} and p.branch = b.branch) as change
    from cluster_branches b where b.tenant = ${tenant} and b.cluster = ${cluster}
    order by 2 desc nulls last, b.ended desc nulls first limit 1`
  return row ?? null
}

const behindRow = z.strictObject({ behind: z.int() })

/** How many changes are published on the branch after one. */
export async function countPublishedAfter(
  { tx, tenant }: TenantScope,
  branch: string,
  change: number,
): Promise<number> {
  const row = await readRow(tx, behindRow)`
    select count(*)::int as behind from publications
    where tenant = ${tenant} and branch = ${branch} and change > ${change} and state = 'published'`
  return row!.behind
}

/** Notes that nothing was heard of a cluster between two words. */
export async function addSilence(
  { tx, tenant }: TenantScope,
  silence: Omit<typeof observedSilences.$inferInsert, 'tenant'>,
): Promise<void> {
  await tx
    .insert(observedSilences)
    .values({ tenant, ...silence })
    .onConflictDoNothing()
}

/** Forgets what clusters said of themselves that there are no more; its history stays, and says since when they are silent. */
export async function forgetGoneClusters({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from cluster_reports c where c.tenant = ${tenant} and not exists (
        select from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
          and r.object = c.cluster and r.ended is null)
      returning c.cluster, c.seen_at, c.interval_s
    ), silent as (
      insert into observed_silences (tenant, cluster, from_at, to_at, interval_s, received_at)
      select ${tenant}, cluster, seen_at, 'infinity', interval_s, now() from gone on conflict do nothing
    ), foreigners as (
      delete from foreign_applications f using gone
      where f.tenant = ${tenant} and f.cluster = gone.cluster
    ), signers as (
      delete from report_keys k where k.tenant = ${tenant} and not exists (
        select from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
          and r.object = k.cluster and r.ended is null)
    )
    delete from observations o using gone where o.tenant = ${tenant} and o.cluster_id = gone.cluster`)
}
