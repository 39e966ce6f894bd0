// Which commits of applications run where, as clusters last told.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { isSilent } from './observed-state.ts'
import type { TenantScope } from './scope.ts'

const runningRow = z.strictObject({
  application: z.int(),
  /** Null: of clusters without one. */
  environment: z.string().nullable(),
  /** Null: nothing was told of it, or it isn't there. */
  revision: z.string().nullable(),
  /** Whether the clusters are silent, so that nobody knows whether that still runs. */
  isSilent: z.boolean(),
  count: z.int(),
  /** When the first of these placements got it; null: that wasn't told. */
  firstAt: z.date().nullable(),
})
export type RunningRow = z.infer<typeof runningRow>

/** The revisions of some applications' placements, by environment; of each application so many placements are looked at. */
export async function readRunningRevisions(
  { tx, tenant }: TenantScope,
  applications: readonly number[],
  placementsMax: number,
  now: Date,
): Promise<RunningRow[]> {
  if (applications.length === 0) return []
  return readRows(tx, runningRow)`
    select a.id as application, l.value as environment, o.revision,
      ${isSilent(now)} as "isSilent", count(*)::int as count, min(o.synced_at) as "firstAt"
    from unnest(${sql.param(applications)}::int[]) a(id)
    cross join lateral (
      select cluster_id from placements where tenant = ${tenant} and application_id = a.id
      limit ${placementsMax}
    ) p
    left join observations o on o.tenant = ${tenant}
      and o.cluster_id = p.cluster_id and o.application_id = a.id
    left join cluster_reports c on c.tenant = ${tenant} and c.cluster = p.cluster_id
    left join labels l on l.tenant = ${tenant} and l.kind = 'cluster' and l.object = p.cluster_id
      and l.key = 'environment' and ${aliveAfter('l', null)}
    group by 1, 2, 3, 4`
}
