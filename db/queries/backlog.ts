import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CountedMetric } from '#lib/domain/observed/counted.ts'
import { readRow } from '../rows.ts'
import { tenants } from '../schema/tenant.ts'
import type { TenantScope } from './scope.ts'
import { isHeld } from './upgrades.ts'

const backlog = z.strictObject({
  pending: z.int(),
  /** How long the oldest pending publication has been waiting; 0: none waits. */
  oldestSeconds: z.number(),
  failingBranches: z.int(),
  /** On how many branches changes wait for an admin to confirm an upgrade. */
  heldBranches: z.int(),
  /** Why publishing is stopped; null: it isn't. */
  stop: z.enum(tenants.gitStop.enumValues).nullable(),
  /** Whether the tenant's repository on this machine was found damaged. */
  isDamaged: z.boolean(),
  deliveriesWaiting: z.int(),
  /** Within a day. */
  deliveriesFailed: z.int(),
  /** How long ago the newest hour was that is counted in full; null: nothing was counted yet. */
  countsAgeSeconds: z.number().nullable(),
})
export type Backlog = z.infer<typeof backlog>

export async function readTenantBacklog({ tx, tenant }: TenantScope): Promise<Backlog> {
  const row = await readRow(tx, backlog)`
    select count(*)::int as pending,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float as "oldestSeconds",
      (select count(*)::int from branches where tenant = ${tenant} and error is not null)
        as "failingBranches",
      (select count(*)::int from branches b where tenant = ${tenant} and ${isHeld}) as "heldBranches",
      (select git_stop from tenants where tenant = ${tenant}) as stop,
      (select store_fault is not null from tenants where tenant = ${tenant}) as "isDamaged",
      (select count(*)::int from deliveries where tenant = ${tenant} and settled_at is null)
        as "deliveriesWaiting",
      (select count(*)::int from deliveries where tenant = ${tenant} and state = 'failed'
        and settled_at > now() - interval '1 day') as "deliveriesFailed",
      extract(epoch from clock_timestamp() - least(${lastCounted(tenant, 'states')},
        ${lastCounted(tenant, 'deployments')}))::float as "countsAgeSeconds"
    from publications where tenant = ${tenant} and state = 'pending'`
  return row!
}

function lastCounted(tenant: number, metric: CountedMetric): SQL {
  return sql`(select max(at) from observed_hours
    where tenant = ${tenant} and metric = ${metric} and by = '' and team = '')`
}
