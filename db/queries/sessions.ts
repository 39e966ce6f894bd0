import { and, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRow } from '../rows.ts'
import { sessions } from '../schema/person.ts'
import type { PersonRow } from './people.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'
import { type FoundTenant, foundTenant, foundTenantJson } from './tokens.ts'

export type FoundSession = { readonly tenant: FoundTenant; readonly person: PersonRow }

const sessionRow = z.strictObject({
  tenant: foundTenant,
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  groups: z.array(z.string()),
  roles: z.array(z.string()),
  rightsState: z.enum(['read', 'unavailable']),
  rightsMessage: z.string().nullable(),
  readAt: z.date(),
  triedAt: z.date(),
  isReadable: z.boolean(),
})

/** The valid session with a hash, in any tenant, and its person; null: none. */
export async function findSession(db: Database, hash: Uint8Array): Promise<FoundSession | null> {
  const row = await outsideTenants(
    db,
    (tx) => readRow(tx, sessionRow)`
    select ${foundTenantJson} as tenant, subject, name, email, groups, roles,
      rights_state as "rightsState", rights_message as "rightsMessage", read_at as "readAt",
      tried_at as "triedAt", is_readable as "isReadable"
    from find_session(${hash})`,
  )
  if (!row) return null
  const { tenant, ...person } = row
  return { tenant, person }
}

/** Stores a session, and deletes those of the same person that are over. */
export async function insertSession(
  scope: TenantScope,
  { hash, subject, hours }: { hash: Uint8Array; subject: string; hours: number },
): Promise<void> {
  const { tx, tenant } = scope
  const isOver = or(isNotNull(sessions.endedAt), lte(sessions.expiresAt, sql`now()`))
  await tx.delete(sessions).where(and(isOf(scope, subject), isOver))
  const expiresAt = sql`now() + make_interval(hours => ${hours})`
  await tx.insert(sessions).values({ tenant, hash, subject, expiresAt })
}

/** Ends a session; answers whether there was one. */
export async function endSession({ tx, tenant }: TenantScope, hash: Uint8Array): Promise<boolean> {
  const { count } = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(holds(sessions, { tenant, hash, endedAt: null }))
  return count > 0
}

export async function endSessionsOf(scope: TenantScope, subject: string): Promise<void> {
  await scope.tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(isOf(scope, subject), isNull(sessions.endedAt)))
}

function isOf({ tenant }: TenantScope, subject: string) {
  return holds(sessions, { tenant, subject })
}
