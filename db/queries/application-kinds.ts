import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { ApplicationKinds } from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { applicationKinds } from '../schema/application-kind.ts'
import type { TenantScope } from './scope.ts'

/** What an admin said that teams may bring besides what every team may, in the canonical order. */
export type StoredApplicationKinds = Omit<typeof applicationKinds.$inferSelect, 'tenant'>

const { tenant: ofTenant, ...columns } = getTableColumns(applicationKinds)

/** Null: nobody ever said anything. */
export async function readApplicationKinds({
  tx,
  tenant,
}: TenantScope): Promise<StoredApplicationKinds | null> {
  const [row] = await tx.select(columns).from(applicationKinds).where(eq(ofTenant, tenant))
  return row ?? null
}

export async function writeApplicationKinds(
  { tx, tenant }: TenantScope,
  kinds: readonly ApplicationKinds[],
  updatedBy: string,
): Promise<void> {
  const version = sql`${applicationKinds.version} + 1`
  await tx
    .insert(applicationKinds)
    .values({ tenant, kinds, updatedBy })
    .onConflictDoUpdate({
      target: applicationKinds.tenant,
      set: { kinds, updatedBy, version, updatedAt: sql`clock_timestamp()` },
    })
}
