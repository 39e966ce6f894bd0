import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TOKEN_ROLES } from '#lib/domain/access/token-grant.ts'
import { type Database, outsideTenants } from '../client.ts'
import { readRow, readRows } from '../rows.ts'
import { tokens } from '../schema/token.ts'
import type { TenantScope } from './scope.ts'
import { tenantRow } from './tenants.ts'

/** A tenant, and the version of the rights in it: see `accessVersion` in db/schema/tenant.ts. */
export const foundTenant = tenantRow.extend({ accessVersion: z.int() })
export type FoundTenant = Readonly<z.infer<typeof foundTenant>>

/** For the functions that find a tenant by a hash. */
export const foundTenantJson = sql`json_build_object('id', tenant, 'name', tenant_name,
  'installation', installation, 'accessVersion', access_version)`

const foundToken = z.strictObject({
  tenant: foundTenant,
  id: z.uuid(),
  name: z.string(),
  role: z.enum(TOKEN_ROLES),
  team: z.string().nullable(),
  cluster: z.string().nullable(),
  scheduler: z.string().nullable(),
  /** The person whose rights limit it; null: it has rights of its own. */
  person: z.string().nullable(),
  /** The payer of its requests, in the form of `principalOf`. */
  payer: z.string(),
  lastUsedAt: z.date().nullable(),
})
export type FoundToken = Readonly<z.infer<typeof foundToken>>

/** The valid token with a hash, in any tenant; null: none. */
export async function findToken(db: Database, hash: Uint8Array): Promise<FoundToken | null> {
  const row = await outsideTenants(
    db,
    (tx) => readRow(tx, foundToken)`
    select ${foundTenantJson} as tenant, id, name, role, team, cluster, scheduler, person, payer,
      last_used_at as "lastUsedAt"
    from find_token(${hash})`,
  )
  return row ?? null
}

export type NewToken = Readonly<
  Omit<typeof tokens.$inferSelect, 'tenant' | 'id' | `${string}At` | 'revokedBy'>
> & {
  readonly days: number
  /** It ends at this time at the latest; null: only its days count. */
  readonly endsBy: Date | null
}

/** Answers the id. */
export async function insertToken(
  { tx, tenant }: TenantScope,
  { days, endsBy, ...token }: NewToken,
): Promise<string> {
  const [row] = await tx
    .insert(tokens)
    .values({
      ...token,
      tenant,
      expiresAt: sql`least(now() + make_interval(days => ${days}), ${endsBy}::timestamptz)`,
    })
    .returning({ id: tokens.id })
  return row!.id
}

/** What a token hands on to those that it makes; null: there is none with the id. */
export async function readTokenBounds(
  { tx, tenant }: TenantScope,
  id: string,
): Promise<{ person: string | null; expiresAt: Date } | null> {
  const [row] = await tx
    .select({ person: tokens.person, expiresAt: tokens.expiresAt })
    .from(tokens)
    .where(and(eq(tokens.tenant, tenant), sql`${tokens.id}::text = ${id}`))
  return row ?? null
}

/** Tokens whose requests count for the payer, not counting a token that is the payer itself. */
export async function countLivingTokens(
  { tx, tenant }: TenantScope,
  payer: string,
): Promise<number> {
  const isPaidBy = sql`coalesce('person:' || ${tokens.person}, ${tokens.payer}) = ${payer}`
  const isLiving = and(isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`))
  return tx.$count(tokens, and(eq(tokens.tenant, tenant), isLiving, isPaidBy))
}

/** Revokes a token and all that were made with it. Tokens that were already revoked stay as they are. */
export async function revokeTokens(
  { tx, tenant }: TenantScope,
  id: string,
  revokedBy: string,
): Promise<void> {
  const isOfTenant = eq(tokens.tenant, tenant)
  const withAllMadeByIt = sql`(
    with recursive made (made_id) as (
      select ${tokens.id} from ${tokens} where ${isOfTenant} and ${eq(tokens.id, id)}
      union
      select ${tokens.id} from ${tokens} join made on ${tokens.createdBy} = 'token:' || made_id
      where ${isOfTenant}
    )
    select made_id from made)`
  await tx
    .update(tokens)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(and(isOfTenant, inArray(tokens.id, withAllMadeByIt), isNull(tokens.revokedAt)))
}

export async function writeTokenUse(
  { tx, tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  const minute = sql`date_trunc('minute', now())`
  const isUsed = sql`${tokens.id} = any(${sql.param(ids)}::text[]::uuid[])`
  const isUnknown = or(isNull(tokens.lastUsedAt), lt(tokens.lastUsedAt, minute))
  await tx
    .update(tokens)
    .set({ lastUsedAt: minute })
    .where(and(eq(tokens.tenant, tenant), isUsed, isUnknown))
}

const hashRow = z.strictObject({ hash: z.string() })

/** Which of these hashes, as hexadecimal digits, are those of tokens, be they valid or not. */
export function wereTokens(scope: TenantScope, hashes: readonly Uint8Array[]) {
  return hashesOf(scope, hashes, sql`true`)
}

/** Which of these hashes, as hexadecimal digits, are those of valid tokens. */
export function livingTokens(scope: TenantScope, hashes: readonly Uint8Array[]) {
  return hashesOf(scope, hashes, sql`revoked_at is null and expires_at > now()`)
}

async function hashesOf(
  { tx, tenant }: TenantScope,
  hashes: readonly Uint8Array[],
  condition: SQL,
): Promise<ReadonlySet<string>> {
  const asked = hashes.map((hash) => Buffer.from(hash).toString('hex'))
  const rows = await readRows(tx, hashRow)`
    select encode(hash, 'hex') as hash from tokens
    where tenant = ${tenant} and encode(hash, 'hex') = any(${sql.param(asked)}::text[])
      and ${condition}`
  return new Set(rows.map(({ hash }) => hash))
}
