import { and, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRow } from '../rows.ts'
import { registrationSecrets } from '../schema/registration-secret.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'
import { foundTenant, foundTenantJson } from './tokens.ts'

const foundSecret = z.strictObject({
  tenant: foundTenant,
  id: z.uuid(),
  name: z.string(),
  /** As the registration token is stored now. */
  body: z.unknown(),
})
export type FoundSecret = Readonly<z.infer<typeof foundSecret>>

/** The registration token, in any tenant, whose secret has a hash; null: there is none. */
export async function findRegistration(
  db: Database,
  hash: Uint8Array,
): Promise<FoundSecret | null> {
  const row = await outsideTenants(
    db,
    (tx) => readRow(tx, foundSecret)`
    select ${foundTenantJson} as tenant, id, name, body from find_registration(${hash})`,
  )
  return row ?? null
}

export type SecretRow = Omit<typeof registrationSecrets.$inferSelect, 'tenant' | 'hash'>

const { id, token, madeAt, madeBy, used, lastUsedAt } = registrationSecrets
const columns = { id, token, madeAt, madeBy, used, lastUsedAt }

/** What is known of the secret of a registration token, or of the secret with an id; null: there is none. */
export async function readRegistrationSecret(
  { tx, tenant }: TenantScope,
  of: { readonly token: number } | { readonly id: string },
): Promise<SecretRow | null> {
  const [row] = await tx
    .select(columns)
    .from(registrationSecrets)
    .where(holds(registrationSecrets, { tenant, ...of }))
  return row ?? null
}

/** Replaces the secret of a registration token; what was used stays used. */
export async function writeRegistrationSecret(
  { tx, tenant }: TenantScope,
  { token, hash, madeBy }: { token: number; hash: Uint8Array; madeBy: string },
): Promise<SecretRow> {
  const [row] = await tx
    .insert(registrationSecrets)
    .values({ tenant, token, hash, madeBy })
    .onConflictDoUpdate({
      target: [registrationSecrets.tenant, registrationSecrets.token],
      set: { hash, madeBy, id: sql`gen_random_uuid()`, madeAt: sql`now()` },
    })
    .returning(columns)
  return row!
}

/** Counts a use of the secret with an id; false: it was used so often before. */
export async function useRegistrationSecret(
  { tx, tenant }: TenantScope,
  id: string,
  usesMax: number,
): Promise<boolean> {
  const used = await tx
    .update(registrationSecrets)
    .set({ used: sql`${registrationSecrets.used} + 1`, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(registrationSecrets.tenant, tenant),
        eq(registrationSecrets.id, id),
        lt(registrationSecrets.used, usesMax),
      ),
    )
    .returning({ used: registrationSecrets.used })
  return used.length > 0
}
