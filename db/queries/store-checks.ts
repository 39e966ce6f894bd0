// The results of checking a tenant's repository on this machine.
import { and, eq, sql } from 'drizzle-orm'
import { tenants } from '../schema/tenant.ts'
import type { TenantScope } from './scope.ts'

export async function storeCheckIsDue(
  { tx, tenant }: TenantScope,
  hours: number,
): Promise<boolean> {
  const isDue = sql`(${tenants.storeCheckedAt} is null
    or ${tenants.storeCheckedAt} < clock_timestamp() - make_interval(hours => ${hours}))`
  const [row] = await tx
    .select({ tenant: tenants.tenant })
    .from(tenants)
    .where(and(eq(tenants.tenant, tenant), isDue))
  return row !== undefined
}

/** `fault`: a sentence; null: nothing is wrong. */
export async function recordStoreCheck(
  { tx, tenant }: TenantScope,
  fault: string | null,
): Promise<void> {
  await tx
    .update(tenants)
    .set({ storeCheckedAt: sql`clock_timestamp()`, storeFault: fault })
    .where(eq(tenants.tenant, tenant))
}
