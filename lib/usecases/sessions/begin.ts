import { createHash, randomBytes } from 'node:crypto'
import { type Database, inTenant } from '#db/client.ts'
import { upsertPerson } from '#db/queries/people.ts'
import { insertSession } from '#db/queries/sessions.ts'
import { findTenant, type TenantRow } from '#db/queries/tenants.ts'
import type {
  IdentityProvider,
  IdTokenReading,
  ToldPerson,
} from '#lib/adapters/identity/identity-provider.ts'
import { recordSignIn, type SignInOrigin } from '../audit/sign-ins.ts'
import { sealRefreshToken } from '../people/refresh-token.ts'
import type { Services } from '../services.ts'

export const SESSION_HOURS = 12

const SECRET_BYTES = 32

export type SignIn = {
  readonly provider: IdentityProvider
  readonly reading: Extract<IdTokenReading, { readonly outcome: 'read' | 'unavailable' }>
  /** Null: the provider gave none, so the person's rights can't be reread. */
  readonly refreshToken: string | null
  readonly origin: SignInOrigin
}

/** Stores who signed in, and opens a session for their browser; answers the secret for its cookie. */
export async function beginSession(
  services: Services,
  { provider, reading, refreshToken, origin }: SignIn,
): Promise<string> {
  const tenant = await requireTenant(services.database, provider.tenantName)
  const { subject, name, email } = reading.person
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const told =
    reading.outcome === 'read'
      ? { ...reading.memberships, message: null }
      : { groups: [], roles: [], message: reading.message }
  const person = { subject, name: name ?? email ?? subject, email, ...told, at: services.clock() }
  const of = { tenant: tenant.id, subject }
  await inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    const sealed = refreshToken && sealRefreshToken(services.sealing, refreshToken, of)
    await upsertPerson(scope, person, sealed || null)
    await insertSession(scope, { hash: hashSecret(secret), subject, hours: SESSION_HOURS })
    await recordSignIn(scope, 'sessions.begin', person, origin)
  })
  return secret
}

/** Records that somebody whom the provider authenticated was not let in. */
export async function refuseSession(
  { database }: Services,
  { tenantName }: IdentityProvider,
  { subject, name, email }: ToldPerson,
  code: string,
  origin: SignInOrigin,
): Promise<void> {
  const tenant = await requireTenant(database, tenantName)
  const person = { subject, name: name ?? email ?? subject }
  await inTenant(database, tenant.id, (tx) =>
    recordSignIn({ tx, tenant: tenant.id }, 'sessions.begin', person, origin, code),
  )
}

async function requireTenant(database: Database, name: string): Promise<TenantRow> {
  const tenant = await findTenant(database, name)
  if (!tenant) throw new Error(`There is no tenant ${name}`)
  return tenant
}

const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/

/** Whether a text can be a session's secret; other texts cost no query. */
export function isSecret(text: string): boolean {
  return SECRET_FORM.test(text)
}

export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}
