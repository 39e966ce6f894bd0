// Which targets placements have, kept as intervals as the placements are.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { PairColumns } from './placements.ts'
import type { TenantScope } from './scope.ts'

/** Targets of pairs as three columns of equal length. */
export type TargetColumns = PairColumns & { readonly targets: readonly string[] }

const endedCount = z.strictObject({ ended: z.int() })

/** Ends the targets of pairs with a change. Throws when one has none: then the fleet in memory and the table disagree. */
export async function endTargets(
  { tx, tenant }: TenantScope,
  change: number,
  { applications, clusters }: PairColumns,
): Promise<void> {
  if (applications.length === 0) return
  const row = await readRow(tx, endedCount)`
    with gone as (
      update placement_targets t set ended = ${change}
      from unnest(${sql.param(applications)}::int[], ${sql.param(clusters)}::int[])
        as pair(application_id, cluster_id)
      where t.tenant = ${tenant} and t.application_id = pair.application_id
        and t.cluster_id = pair.cluster_id and t.ended is null
      returning 1
    ) select count(*)::int as ended from gone`
  if (row?.ended !== applications.length) {
    throw new Error(`targets of ${applications.length} placements were to end, ${row?.ended} did`)
  }
}

/** Begins targets of pairs with a change. */
export async function beginTargets(
  { tx, tenant }: TenantScope,
  change: number,
  { applications, clusters, targets }: TargetColumns,
): Promise<void> {
  if (applications.length === 0) return
  await tx.execute(sql`
    insert into placement_targets (tenant, application_id, cluster_id, target, began)
    select ${tenant}, application_id, cluster_id, target, ${change}
    from unnest(${sql.param(applications)}::int[], ${sql.param(clusters)}::int[],
      ${sql.param(targets)}::text[]) as pair(application_id, cluster_id, target)`)
}

/** The ids of a pair, in SQL. */
type PairSql = { readonly application: SQL; readonly cluster: SQL }

/** Whether anything has a target, or once had: read once for a statement, so that whoever has none looks up nothing. */
export function hasTargets(tenant: number): SQL<boolean> {
  return sql`(select exists (select from placement_targets where tenant = ${tenant}))`
}

/** Whether a pair has a target, or once had one. */
export function hadTarget(tenant: number, { application, cluster }: PairSql): SQL<boolean> {
  return sql`(${hasTargets(tenant)} and exists (select from placement_targets had
    where had.tenant = ${tenant} and had.application_id = ${application} and had.cluster_id = ${cluster}))`
}

/**
 * The target of a pair after a change: a row of `name` (null: it has none any more) and of the change `since` which that is so;
 * no row if it never had one. `change` null: now.
 */
export function targetAfter(
  tenant: number,
  { application, cluster }: PairSql,
  change: SQL | null,
): SQL {
  const isOver = change === null ? sql`had.ended is not null` : sql`had.ended <= ${change}`
  return sql`select case when ${isOver} then null else had.target end as name,
      case when ${isOver} then had.ended else had.began end as since
    from placement_targets had where ${hasTargets(tenant)} and had.tenant = ${tenant}
      and had.application_id = ${application} and had.cluster_id = ${cluster}
      and ${change === null ? sql`true` : sql`had.began <= ${change}`}
    order by had.began desc limit 1`
}
