import { sql } from 'drizzle-orm'
import { type Database, outsideTenants } from '../client.ts'
import { personFrom, type PersonColumns, type PersonRow } from './people.ts'
import type { TenantScope } from './scope.ts'
import type { FoundTenant } from './tokens.ts'

export type FoundSession = { readonly tenant: FoundTenant; readonly person: PersonRow }

type Row = PersonColumns & {
  tenant: number
  tenant_name: string
  installation: string
  access_version: number
}

/** The living session of a hash, in whichever tenant, and whose it is; null: none. */
export async function findSession(db: Database, hash: Uint8Array): Promise<FoundSession | null> {
  const [row] = await outsideTenants(db, (tx) =>
    tx.execute<Row>(sql`
      select tenant, tenant_name, installation, access_version, subject, name, email,
        to_json(groups) as groups, to_json(roles) as roles, rights_state, rights_message, read_at,
        tried_at, is_readable
      from find_session(${Buffer.from(hash)})`),
  )
  if (!row) return null
  const { tenant: id, tenant_name: name, installation, access_version: accessVersion } = row
  return { tenant: { id, name, installation, accessVersion }, person: personFrom(row) }
}

/** Keeps a session, in place of those of the same person that are over. */
export async function insertSession(
  { tx, tenant }: TenantScope,
  { hash, subject, hours }: { hash: Uint8Array; subject: string; hours: number },
): Promise<void> {
  await tx.execute(sql`
    delete from sessions where tenant = ${tenant} and subject = ${subject}
      and (ended_at is not null or expires_at <= now())`)
  await tx.execute(sql`
    insert into sessions (tenant, hash, subject, expires_at)
    values (${tenant}, ${Buffer.from(hash)}, ${subject}, now() + make_interval(hours => ${hours}))`)
}

/** Whether there was such a session to end. */
export async function endSession({ tx, tenant }: TenantScope, hash: Uint8Array): Promise<boolean> {
  const rows = await tx.execute(sql`
    update sessions set ended_at = now()
    where tenant = ${tenant} and hash = ${Buffer.from(hash)} and ended_at is null returning 1`)
  return rows.length > 0
}

/** Ends all sessions of a person. */
export async function endSessionsOf({ tx, tenant }: TenantScope, subject: string): Promise<void> {
  await tx.execute(sql`
    update sessions set ended_at = now()
    where tenant = ${tenant} and subject = ${subject} and ended_at is null`)
}
