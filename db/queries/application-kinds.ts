import { sql } from 'drizzle-orm'
import type { ApplicationKinds } from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { applicationKinds } from '../schema/application-kind.ts'
import type { TenantScope } from './scope.ts'

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
