// API tokens as people see them: never the token, and not its hash either.
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { TOKEN_ROLES } from '#lib/domain/access/token-grant.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { readRow, readRows } from '../rows.ts'
import { people } from '../schema/person.ts'
import { revisions } from '../schema/revision.ts'
import { tokens } from '../schema/token.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

/** How long expired and revoked tokens are still shown. */
const SHOWN_DAYS = 90

const tokenRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(TOKEN_ROLES),
  /** By their last names, even if deleted. */
  team: z.string().nullable(),
  cluster: z.string().nullable(),
  scheduler: z.string().nullable(),
  /** The principal that made it, or the command. */
  createdBy: z.string(),
  createdByName: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  lastUsedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  revokedBy: z.string().nullable(),
  /** `void`: the team, the cluster or the scheduler that it is for was deleted, so it is useless. */
  state: z.enum(['active', 'expired', 'revoked', 'void']),
})
export type TokenRow = Readonly<z.infer<typeof tokenRow>>

export const TOKEN_SORTS = ['name', 'created', 'expires', 'lastUsed'] as const

export type TokenQuery = {
  /** Only those that this principal made; null: everybody's. */
  readonly owner: string | null
  /** Part of the name, of the team's, cluster's or scheduler's, or of the maker's. */
  readonly text: string | null
  readonly sort: { readonly by: (typeof TOKEN_SORTS)[number]; readonly descending: boolean }
}

/** What the row is sorted by, as text, and its id. */
export type TokenPosition = { readonly value: string; readonly id: string }

const sortedToken = tokenRow.extend({ sorted: z.string() })

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
  const rows = await readRows(scope.tx, sortedToken)`
    select * from (select t.*, ${sortedBy(by)} as sorted from (${shownTokens(scope)}) t) shown
    where ${filter(query)} and ${beyond}
    order by sorted ${direction}, id::text ${direction} limit ${page.limit}`
  return rows.map(({ sorted, ...row }) => ({ row, position: { value: sorted, id: row.id } }))
}

export function countTokens(scope: TenantScope, query: TokenQuery): Promise<Total> {
  return countRows(scope, sql`select from (${shownTokens(scope)}) t where ${filter(query)}`)
}

/** A token that is or was listed; null: there is none with the id. */
export async function readToken(scope: TenantScope, id: string): Promise<TokenRow | null> {
  const row = await readRow(scope.tx, tokenRow)`${tokenRows(scope)} and ${eq(tokens.id, id)}`
  return row ?? null
}

/** In a form that sorts correctly as text. */
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
        : sql`(name ilike ${pattern} or team ilike ${pattern} or cluster ilike ${pattern} or scheduler ilike ${pattern}
            or "createdByName" ilike ${pattern})`,
    ],
    sql` and `,
  )
}

function shownTokens(scope: TenantScope): SQL {
  const { expiresAt, revokedAt } = tokens
  return sql`${tokenRows(scope)}
    and least(${expiresAt}, coalesce(${revokedAt}, ${expiresAt}))
      > now() - make_interval(days => ${SHOWN_DAYS})`
}

const maker = alias(tokens, 'maker')

function tokenRows({ tenant }: TenantScope): SQL {
  const { id, name, role, createdBy, createdAt, expiresAt, lastUsedAt } = tokens
  return sql`
    select ${id}, ${name}, ${role}, team.name as team, cluster.name as cluster,
      scheduler.name as scheduler,
      ${createdBy} as "createdBy",
      coalesce(${people.name}, ${maker.name}, regexp_replace(${createdBy}, '^(person|token):', ''))
        as "createdByName", ${createdAt} as "createdAt", ${expiresAt} as "expiresAt",
      ${lastUsedAt} as "lastUsedAt", ${tokens.revokedAt} as "revokedAt",
      ${tokens.revokedBy} as "revokedBy",
      case when ${tokens.revokedAt} is not null then 'revoked'
        when ${expiresAt} <= now() then 'expired'
        when team.ended is not null or cluster.ended is not null
          or scheduler.ended is not null then 'void'
        else 'active' end as state
    from ${tokens}
    left join lateral (${lastRevision(tenant, 'team', tokens.team)}) team on true
    left join lateral (${lastRevision(tenant, 'cluster', tokens.cluster)}) cluster on true
    left join lateral (${lastRevision(tenant, 'scheduler', tokens.scheduler)}) scheduler on true
    left join ${people}
      on ${people.tenant} = ${tokens.tenant} and 'person:' || ${people.subject} = ${createdBy}
    left join ${tokens} maker
      on ${maker.tenant} = ${tokens.tenant} and 'token:' || ${maker.id} = ${createdBy}
    where ${tokens.tenant} = ${tenant}`
}

/** What a token may be limited to. */
export type TokenLimit = 'team' | 'cluster' | 'scheduler'

function lastRevision(tenant: number, kind: TokenLimit, object: AnyPgColumn): SQL {
  return sql`select ${revisions.name}, ${revisions.ended} from ${revisions}
    where ${revisions.tenant} = ${tenant} and ${revisions.kind} = ${kind}
      and ${revisions.object} = ${object}
    order by ${revisions.began} desc limit 1`
}
