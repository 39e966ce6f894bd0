// API tokens as people see them: never the token, and not its hash either.
import { type SQL, sql } from 'drizzle-orm'
import type { TenantRole } from '#lib/domain/access/actor.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

/** For how long what has expired or was revoked is still shown. */
const SHOWN_DAYS = 90

/** `void`: the team or the cluster that it is limited to was deleted, so it opens nothing. */
type TokenState = 'active' | 'expired' | 'revoked' | 'void'

export type TokenRow = {
  readonly id: string
  readonly name: string
  readonly role: TenantRole
  /** By their last names, deleted or not. */
  readonly team: string | null
  readonly cluster: string | null
  /** The principal that made it, or the command. */
  readonly createdBy: string
  readonly createdByName: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly revokedBy: string | null
  readonly state: TokenState
}

export const TOKEN_SORTS = ['name', 'created', 'expires', 'lastUsed'] as const

export type TokenQuery = {
  /** Only those that this principal made; null: everybody's. */
  readonly owner: string | null
  /** Part of the name, of the team's or cluster's, or of the maker's. */
  readonly text: string | null
  readonly sort: { readonly by: (typeof TOKEN_SORTS)[number]; readonly descending: boolean }
}

/** What the row is sorted by, as text, and its id. */
export type TokenPosition = { readonly value: string; readonly id: string }

type RawToken = Omit<TokenRow, 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'revokedAt'> &
  Record<'createdAt' | 'expiresAt', string> &
  Record<'lastUsedAt' | 'revokedAt', string | null> & { sorted: string }

export async function listTokens(
  scope: TenantScope,
  query: TokenQuery,
  page: { readonly after: TokenPosition | null; readonly limit: number },
): Promise<{ row: TokenRow; position: TokenPosition }[]> {
  const { by, descending } = query.sort
  const [comparison, direction] = descending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const beyond =
    page.after === null
      ? sql`true`
      : sql`(sorted, id::text) ${comparison} (${page.after.value}::text, ${page.after.id}::text)`
  const rows = await scope.tx.execute<RawToken>(sql`
    select * from (select t.*, ${sortedBy(by)} as sorted from (${shownTokens(scope)}) t) shown
    where ${filter(query)} and ${beyond}
    order by sorted ${direction}, id::text ${direction} limit ${page.limit}`)
  return rows.map(({ sorted, ...raw }) => ({
    row: tokenOf(raw),
    position: { value: sorted, id: raw.id },
  }))
}

export function countTokens(scope: TenantScope, query: TokenQuery): Promise<Total> {
  return countRows(scope, sql`select from (${shownTokens(scope)}) t where ${filter(query)}`)
}

/** One that is shown or was; null: there is none of the id. */
export async function readToken(scope: TenantScope, id: string): Promise<TokenRow | null> {
  const [row] = await scope.tx.execute<Omit<RawToken, 'sorted'>>(
    sql`${tokenRows(scope)} and k.id = ${id}::uuid`,
  )
  return row ? tokenOf(row) : null
}

/** In one form, which sorts as text does. */
const instant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') collate "C"`

function sortedBy(by: TokenQuery['sort']['by']): SQL {
  switch (by) {
    case 'name':
      return sql`lower(t.name) collate "C"`
    case 'created':
      return instant(sql`t."createdAt"`)
    case 'expires':
      return instant(sql`t."expiresAt"`)
    case 'lastUsed':
      return sql`coalesce(${instant(sql`t."lastUsedAt"`)}, '')`
  }
}

function filter({ owner, text }: TokenQuery): SQL {
  const pattern = text === null ? null : likePattern(text)
  return sql.join(
    [
      owner === null ? sql`true` : sql`"createdBy" = ${owner}`,
      pattern === null
        ? sql`true`
        : sql`(name ilike ${pattern} or team ilike ${pattern} or cluster ilike ${pattern}
            or "createdByName" ilike ${pattern})`,
    ],
    sql` and `,
  )
}

function shownTokens(scope: TenantScope): SQL {
  return sql`${tokenRows(scope)}
    and least(k.expires_at, coalesce(k.revoked_at, k.expires_at))
      > now() - make_interval(days => ${SHOWN_DAYS})`
}

function tokenRows({ tenant }: TenantScope): SQL {
  return sql`
    select k.id, k.name, k.role, t.name as team, c.name as cluster, k.created_by as "createdBy",
      coalesce(p.name, m.name, regexp_replace(k.created_by, '^(person|token):', ''))
        as "createdByName", k.created_at as "createdAt",
      k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt",
      k.revoked_by as "revokedBy",
      case when k.revoked_at is not null then 'revoked'
        when k.expires_at <= now() then 'expired'
        when t.ended is not null or c.ended is not null then 'void'
        else 'active' end as state
    from tokens k
    left join lateral (${lastRevision(tenant, 'team', sql`k.team`)}) t on true
    left join lateral (${lastRevision(tenant, 'cluster', sql`k.cluster`)}) c on true
    left join people p on p.tenant = k.tenant and 'person:' || p.subject = k.created_by
    left join tokens m on m.tenant = k.tenant and 'token:' || m.id = k.created_by
    where k.tenant = ${tenant}`
}

function lastRevision(tenant: number, kind: 'team' | 'cluster', object: SQL): SQL {
  return sql`select r.name, r.ended from revisions r
    where r.tenant = ${tenant} and r.kind = ${kind} and r.object = ${object}
    order by r.began desc limit 1`
}

function tokenOf({
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
  ...raw
}: Omit<RawToken, 'sorted'>): TokenRow {
  return {
    ...raw,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
  }
}
