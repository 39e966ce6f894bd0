import { eq } from 'drizzle-orm'
import { tenants } from '../schema/tenant.ts'
import type { TenantScope } from './scope.ts'

/** The hosts that a tenant's admins let its teams' objects name. */
export async function readOutgoingHosts({ tx, tenant }: TenantScope): Promise<readonly string[]> {
  const [row] = await tx
    .select({ hosts: tenants.outgoingHosts })
    .from(tenants)
    .where(eq(tenants.tenant, tenant))
  if (!row) throw new Error(`there is no tenant ${tenant}`)
  return row.hosts
}

export async function writeOutgoingHosts(
  { tx, tenant }: TenantScope,
  hosts: readonly string[],
): Promise<void> {
  await tx
    .update(tenants)
    .set({ outgoingHosts: [...hosts] })
    .where(eq(tenants.tenant, tenant))
}
