import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** Pairs as two columns of equal length, in which hundreds of thousands are sent to Postgres. */
export type PairColumns = {
  readonly applications: readonly number[]
  readonly clusters: readonly number[]
}

const pairRows = ({ applications, clusters }: PairColumns) =>
  sql`unnest(${sql.param(applications)}::int[], ${sql.param(clusters)}::int[])
    as pair(application_id, cluster_id)`

const endedCount = z.strictObject({ ended: z.int() })

/** Ends placements with a change. Throws when one of them isn't placed: then the fleet in memory and the table disagree. */
export async function endPlacements(
  { tx, tenant }: TenantScope,
  change: number,
  pairs: PairColumns,
): Promise<void> {
  if (pairs.applications.length === 0) return
  const row = await readRow(tx, endedCount)`
    with gone as (
      delete from placements p using ${pairRows(pairs)}
      where p.tenant = ${tenant} and p.application_id = pair.application_id
        and p.cluster_id = pair.cluster_id
      returning p.application_id, p.cluster_id, p.began
    ), kept as (
      insert into placements_past (tenant, application_id, cluster_id, began, ended)
      select ${tenant}, application_id, cluster_id, began, ${change} from gone returning 1
    ) select count(*)::int as ended from kept`
  if (row?.ended !== pairs.applications.length) {
    throw new Error(`${pairs.applications.length} placements were to end, ${row?.ended} did`)
  }
}

/** Begins placements with a change. A pair that is already placed violates the primary key. */
export async function beginPlacements(
  { tx, tenant }: TenantScope,
  change: number,
  pairs: PairColumns,
): Promise<void> {
  if (pairs.applications.length === 0) return
  await tx.execute(sql`
    insert into placements (tenant, application_id, cluster_id, began)
    select ${tenant}, application_id, cluster_id, ${change} from ${pairRows(pairs)}`)
}
