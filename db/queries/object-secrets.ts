import { sql } from 'drizzle-orm'
import { objectSecrets } from '../schema/object-secret.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** Which secret: a field of an object, by the object's number. */
export type SecretKey = Omit<typeof objectSecrets.$inferSelect, 'tenant' | 'sealed'>

export async function writeSecret(
  { tx, tenant }: TenantScope,
  key: SecretKey,
  sealed: Uint8Array,
): Promise<void> {
  const { tenant: byTenant, kind, object, field } = objectSecrets
  await tx
    .insert(objectSecrets)
    .values({ tenant, ...key, sealed })
    .onConflictDoUpdate({
      target: [byTenant, kind, object, field],
      set: { sealed: sql`excluded.sealed` },
    })
}

/** Of an object without a field, all of them. */
export async function deleteSecrets(
  { tx, tenant }: TenantScope,
  key: Omit<SecretKey, 'field'> & Partial<SecretKey>,
): Promise<void> {
  await tx.delete(objectSecrets).where(holds(objectSecrets, { tenant, ...key }))
}

/** Sealed; null: there is none. */
export async function readSecret(
  { tx, tenant }: TenantScope,
  key: SecretKey,
): Promise<Uint8Array | null> {
  const [row] = await tx
    .select({ sealed: objectSecrets.sealed })
    .from(objectSecrets)
    .where(holds(objectSecrets, { tenant, ...key }))
  return row?.sealed ?? null
}
