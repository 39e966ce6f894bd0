// Releases by which a cluster holds its version of an application, and when Berth looks whether they are over.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRow, readRows } from '../rows.ts'
import { holdBody } from './releases.ts'
import type { TenantScope } from './scope.ts'

const holdRow = z.strictObject({
  team: z.string(),
  application: z.string(),
  cluster: z.string(),
  environment: z.string(),
  /** Null: what the application had before it followed versions. */
  version: z.int().nullable(),
  versionName: z.string().nullable(),
  repoBranch: z.string(),
  hold: holdBody,
  /** The change that wrote it. */
  began: z.int(),
})
export type HoldRow = z.infer<typeof holdRow>

/** Ids of the objects whose holds are meant; null: any. */
export type HoldsOf = { readonly application: number | null; readonly cluster: number | null }

/** What clusters hold now, those first that end first. `teams`: of which owners; null: of all. */
export function readHolds(
  { tx, tenant }: TenantScope,
  { application, cluster }: HoldsOf,
  teams: readonly string[] | null,
): Promise<HoldRow[]> {
  const isOf = sql`${application === null ? sql`true` : sql`e.application_id = ${application}`}
    and ${cluster === null ? sql`true` : sql`e.hold_cluster = ${cluster}`}`
  const isSeen = teams === null ? sql`true` : sql`a.team = any(${sql.param(teams)}::text[])`
  return readRows(tx, holdRow)`
    select a.team, a.name as application, k.name as cluster, e.environment, e.version,
      v.name as "versionName", e.repo_branch as "repoBranch", e.hold, e.began
    from releases e
    join revisions a on a.tenant = ${tenant} and a.kind = 'application'
      and a.object = e.application_id and a.ended is null
    join revisions k on k.tenant = ${tenant} and k.kind = 'cluster' and k.object = e.hold_cluster
      and k.ended is null
    left join announced_versions v on v.tenant = ${tenant} and v.application_id = e.application_id
      and v.number = e.version
    where e.tenant = ${tenant} and e.hold is not null and e.ended is null and ${isOf} and ${isSeen}
    order by (e.hold->>'until')::bigint, a.team, a.name, k.name`
}

const countRow = z.strictObject({ count: z.int() })

export async function countHoldsOn({ tx, tenant }: TenantScope, cluster: number): Promise<number> {
  const row = await readRow(tx, countRow)`
    select count(*)::int as count from releases
    where tenant = ${tenant} and hold_cluster = ${cluster} and hold is not null and ended is null`
  return row!.count
}

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants that have some which are due. */
export async function tenantsWithDueHolds(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_due_holds()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const dueRow = z.strictObject({ id: z.int(), application: z.int() })
/** The id of a release, and that of its application. */
export type DueHold = z.infer<typeof dueRow>

/** Those that are due, but for some: those first that have waited longest. */
export function readDueHolds(
  { tx, tenant }: TenantScope,
  limit: number,
  except: readonly number[],
): Promise<DueHold[]> {
  return readRows(tx, dueRow)`
    select id, application_id as application from releases
    where tenant = ${tenant} and hold is not null and ended is null
      and hold_due_at <= statement_timestamp() and id <> all(${sql.param(except)}::int[])
    order by hold_due_at, id limit ${limit}`
}

/** Has one looked at again at an instant. */
export async function putOffHold(
  { tx, tenant }: TenantScope,
  id: number,
  dueAt: Date,
): Promise<void> {
  await tx.execute(sql`update releases set hold_due_at = ${dueAt.toISOString()}::timestamptz
    where tenant = ${tenant} and id = ${id} and ended is null`)
}

/** Has all looked at again that are over and were put off. */
export async function wakeHolds({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    update releases set hold_due_at = to_timestamp((hold->>'until')::float8 / 1000)
    where tenant = ${tenant} and hold is not null and ended is null
      and hold_due_at > to_timestamp((hold->>'until')::float8 / 1000)`)
}
