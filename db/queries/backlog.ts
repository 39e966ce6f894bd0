import { sql } from 'drizzle-orm'
import type { GitStopCode } from './git-state.ts'
import type { TenantScope } from './scope.ts'
import { isHeld } from './upgrades.ts'

export type Backlog = {
  readonly pending: number
  /** For how long the oldest pending publication has waited; 0: none waits. */
  readonly oldestSeconds: number
  readonly failingBranches: number
  /** On how many branches changes wait for an admin to confirm an upgrade. */
  readonly heldBranches: number
  /** Why nothing is published; null: it is. */
  readonly stop: GitStopCode | null
  /** Whether the tenant's repository on this machine was found damaged. */
  readonly isDamaged: boolean
}

export async function readTenantBacklog({ tx, tenant }: TenantScope): Promise<Backlog> {
  const [row] = await tx.execute<Backlog>(sql`
    select count(*)::int as pending,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float as "oldestSeconds",
      (select count(*)::int from branches where tenant = ${tenant} and error is not null)
        as "failingBranches",
      (select count(*)::int from branches b where tenant = ${tenant} and ${isHeld}) as "heldBranches",
      (select git_stop from tenants where tenant = ${tenant}) as stop,
      (select store_fault is not null from tenants where tenant = ${tenant}) as "isDamaged"
    from publications where tenant = ${tenant} and state = 'pending'`)
  return row!
}
