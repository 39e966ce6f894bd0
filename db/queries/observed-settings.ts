import { eq } from 'drizzle-orm'
import type { ObservedSettings } from '#lib/domain/observed/observed-settings.ts'
import { tenants } from '../schema/tenant.ts'
import type { TenantScope } from './scope.ts'

/** What a tenant's admins decided about what is observed. */
export async function readObservedSettings({ tx, tenant }: TenantScope): Promise<ObservedSettings> {
  const [row] = await tx
    .select({ labelKeys: tenants.observedLabels, reportIntervalS: tenants.reportIntervalS })
    .from(tenants)
    .where(eq(tenants.tenant, tenant))
  if (!row) throw new Error(`there is no tenant ${tenant}`)
  return row
}

export async function writeObservedSettings(
  { tx, tenant }: TenantScope,
  { labelKeys, reportIntervalS }: ObservedSettings,
): Promise<void> {
  await tx
    .update(tenants)
    .set({ observedLabels: [...labelKeys], reportIntervalS })
    .where(eq(tenants.tenant, tenant))
}
