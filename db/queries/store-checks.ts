// How the looks through a tenant's repository on this machine went.
import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

export async function storeCheckIsDue(
  { tx, tenant }: TenantScope,
  hours: number,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from tenants where tenant = ${tenant} and (store_checked_at is null
      or store_checked_at < clock_timestamp() - make_interval(hours => ${hours}))`)
  return rows.length > 0
}

/** `fault`: a sentence; null: nothing is wrong. */
export async function recordStoreCheck(
  { tx, tenant }: TenantScope,
  fault: string | null,
): Promise<void> {
  await tx.execute(sql`
    update tenants set store_checked_at = clock_timestamp(), store_fault = ${fault}
    where tenant = ${tenant}`)
}
