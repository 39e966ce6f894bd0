import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const lastDecision = z.strictObject({ decision: z.int().nullable() })

/** The change, up to a given one, that last began or ended a pair's placement; null: it was never placed. */
export async function readPairDecision(
  { tx, tenant }: TenantScope,
  applicationId: number,
  clusterId: number,
  change: number | null,
): Promise<number | null> {
  const upTo = (column: string) =>
    change === null ? sql`true` : sql`${sql.raw(column)} <= ${change}`
  const row = await readRow(tx, lastDecision)`
    select max(decision) as decision from (
      select began as decision from placements_all where tenant = ${tenant}
        and application_id = ${applicationId} and cluster_id = ${clusterId} and ${upTo('began')}
      union all
      select ended from placements_past where tenant = ${tenant}
        and application_id = ${applicationId} and cluster_id = ${clusterId} and ${upTo('ended')}
    ) decisions`
  return row?.decision ?? null
}
