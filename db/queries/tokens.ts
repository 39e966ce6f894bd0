import { sql } from 'drizzle-orm'
import type { TenantRole } from '#lib/domain/access/actor.ts'
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
  /** For whom its requests count, as `principalOf` names them. */
  readonly payer: string
  readonly lastUsedAt: Date | null
}

type Row = Omit<FoundToken, 'tenant' | 'lastUsedAt'> & {
  last_used_at: string | null
  tenant: number
  tenant_name: string
  installation: string
  access_version: number
}

/** The living token of a hash, in whichever tenant; null: none. */
export async function findToken(db: Database, hash: Uint8Array): Promise<FoundToken | null> {
  const [row] = await outsideTenants(db, (tx) =>
    tx.execute<Row>(sql`
      select tenant, tenant_name, installation, id, name, role, team, cluster, person, payer,
        last_used_at, access_version
      from find_token(${Buffer.from(hash)})`),
  )
  if (!row) return null
  const { tenant, tenant_name: name, installation, access_version, last_used_at, ...grant } = row
  return {
    ...grant,
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at),
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
  /** Whose rights it can't exceed; null: it stands for itself. */
  readonly person: string | null
  /** For whom its requests count, if for no person; null: for itself. */
  readonly payer: string | null
  /** It ends then at the latest; null: its days alone count. */
  readonly endsBy: Date | null
}

/** Answers the id. */
export async function insertToken({ tx, tenant }: TenantScope, token: NewToken): Promise<string> {
  const [row] = await tx.execute<{ id: string }>(sql`
    insert into tokens (tenant, hash, name, role, team, cluster, created_by, person, payer,
      expires_at)
    values (${tenant}, ${Buffer.from(token.hash)}, ${token.name}, ${token.role}, ${token.team},
      ${token.cluster}, ${token.createdBy}, ${token.person},
      ${token.payer}, least(now() + make_interval(days => ${token.days}), ${token.endsBy?.toISOString() ?? null}))
    returning id`)
  return row!.id
}

/** What a token that makes others hands on to them; null: there is none of the id. */
export async function readTokenBounds(
  { tx, tenant }: TenantScope,
  id: string,
): Promise<{ person: string | null; expiresAt: Date } | null> {
  const [row] = await tx.execute<{ person: string | null; expires: string }>(
    sql`select person, expires_at as expires from tokens where tenant = ${tenant} and id::text = ${id}`,
  )
  return row ? { person: row.person, expiresAt: new Date(row.expires) } : null
}

/** Those whose requests count for the payer, besides a token that is the payer itself. */
export async function countLivingTokens(
  { tx, tenant }: TenantScope,
  payer: string,
): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from tokens
    where tenant = ${tenant} and revoked_at is null and expires_at > now()
      and coalesce('person:' || person, payer) = ${payer}`)
  return row?.total ?? 0
}

/** Revokes a token and all that were made with it. What was revoked before stays as it is. */
export async function revokeTokens(
  { tx, tenant }: TenantScope,
  id: string,
  revokedBy: string,
): Promise<void> {
  await tx.execute(sql`
    with recursive made (id) as (
      select id from tokens where tenant = ${tenant} and id = ${id}::uuid
      union
      select k.id from tokens k join made on k.created_by = 'token:' || made.id
      where k.tenant = ${tenant}
    )
    update tokens set revoked_at = now(), revoked_by = ${revokedBy}
    where tenant = ${tenant} and id in (select id from made) and revoked_at is null`)
}

/** Keeps that it was used in this minute. */
export async function writeTokenUse({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx.execute(sql`
    update tokens set last_used_at = date_trunc('minute', now())
    where tenant = ${tenant} and id = ${id}::uuid
      and (last_used_at is null or last_used_at < date_trunc('minute', now()))`)
}
