import { sql } from 'drizzle-orm'
import type { TenantRole } from '#lib/domain/actor.ts'
import { type Database, outsideTenants } from '../client.ts'
import type { TenantScope } from './scope.ts'

/** A tenant, and the number of what may be done in it: see `accessVersion` in db/schema/tenant.ts. */
export type FoundTenant = {
  readonly id: number
  readonly name: string
  readonly installation: string
  readonly accessVersion: number
}

export type FoundToken = {
  readonly tenant: FoundTenant
  readonly id: string
  readonly name: string
  readonly role: TenantRole
  readonly team: string | null
  readonly cluster: string | null
  /** Whose rights it can't exceed; null: it stands for itself. */
  readonly person: string | null
  readonly lastUsedAt: Date | null
}

type Row = Omit<FoundToken, 'tenant' | 'lastUsedAt'> & {
  last_used_at: Date | null
  tenant: number
  tenant_name: string
  installation: string
  access_version: number
}

/** The living token of a hash, in whichever tenant; null: none. */
export async function findToken(db: Database, hash: Uint8Array): Promise<FoundToken | null> {
  const [row] = await outsideTenants(db, (tx) =>
    tx.execute<Row>(sql`
      select tenant, tenant_name, installation, id, name, role, team, cluster, person, last_used_at,
        access_version
      from find_token(${Buffer.from(hash)})`),
  )
  if (!row) return null
  const { tenant, tenant_name: name, installation, access_version, last_used_at, ...grant } = row
  return {
    ...grant,
    lastUsedAt: last_used_at,
    tenant: { id: tenant, name, installation, accessVersion: access_version },
  }
}

export type NewToken = {
  readonly name: string
  readonly role: TenantRole
  readonly team: number | null
  readonly cluster: number | null
  readonly hash: Uint8Array
  readonly days: number
  readonly createdBy: string
}

export async function insertToken({ tx, tenant }: TenantScope, token: NewToken): Promise<void> {
  await tx.execute(sql`
    insert into tokens (tenant, hash, name, role, team, cluster, created_by, expires_at)
    values (${tenant}, ${Buffer.from(token.hash)}, ${token.name}, ${token.role}, ${token.team},
      ${token.cluster}, ${token.createdBy}, now() + make_interval(days => ${token.days}))`)
}
