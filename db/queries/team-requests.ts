// Wishes for teams: each is open until it is decided or withdrawn, once.
import { type SQL, sql } from 'drizzle-orm'
import type { Total } from '#lib/domain/lists/total.ts'
import type { TeamRequestJson } from '#lib/domain/objects/team-request.ts'
import type { TeamRequestState } from '../schema/team-request.ts'
import { countRows } from './count-rows.ts'
import type { TenantScope } from './scope.ts'

export type { TeamRequestState }

export type TeamRequestRow = {
  readonly id: string
  /** The subject of who asks. */
  readonly asker: string
  readonly askerName: string
  readonly body: TeamRequestJson
  readonly state: TeamRequestState
  readonly createdAt: Date
  readonly decidedAt: Date | null
  readonly decidedBy: string | null
  readonly decidedByName: string | null
  readonly decision: string | null
  readonly change: number | null
  readonly team: string | null
  /** The groups of the asker, as last read; null: they aren't known. */
  readonly askerGroups: readonly string[] | null
}

export type TeamRequestQuery = {
  readonly asker: string | null
  readonly state: TeamRequestState | null
}

/** Where a list, which begins at the newest, goes on. */
export type TeamRequestPosition = { readonly at: number; readonly id: string }

type RawRow = Omit<TeamRequestRow, 'createdAt' | 'decidedAt'> & {
  readonly createdAt: string
  readonly decidedAt: string | null
}

const columns = sql`r.id, r.asker, r.asker_name as "askerName", r.body, r.state,
  r.created_at as "createdAt", r.decided_at as "decidedAt", r.decided_by as "decidedBy",
  r.decided_by_name as "decidedByName", r.decision, r.change::int as change, r.team,
  p.groups as "askerGroups"`

const source = sql`team_requests r left join people p
  on p.tenant = r.tenant and p.subject = r.asker and p.rights_state = 'read'`

export async function insertTeamRequest(
  { tx, tenant }: TenantScope,
  { asker, askerName, body }: Pick<TeamRequestRow, 'asker' | 'askerName' | 'body'>,
): Promise<string> {
  const [row] = await tx.execute<{ id: string }>(sql`
    insert into team_requests (tenant, asker, asker_name, body)
    values (${tenant}, ${asker}, ${askerName}, ${JSON.stringify(body)}::jsonb) returning id`)
  return row!.id
}

export async function findTeamRequest(
  { tx, tenant }: TenantScope,
  id: string,
): Promise<TeamRequestRow | null> {
  const [row] = await tx.execute<RawRow>(
    sql`select ${columns} from ${source} where r.tenant = ${tenant} and r.id = ${id}::uuid`,
  )
  return row ? withDates(row) : null
}

/** Newest first. */
export async function listTeamRequests(
  scope: TenantScope,
  query: TeamRequestQuery,
  page: { readonly after: TeamRequestPosition | null; readonly limit: number },
): Promise<TeamRequestRow[]> {
  const { after, limit } = page
  const beyond =
    after === null
      ? sql`true`
      : sql`(r.created_at, r.id) < (${new Date(after.at).toISOString()}::timestamptz, ${after.id}::uuid)`
  const rows = await scope.tx.execute<RawRow>(sql`
    select ${columns} from ${source} where ${filter(scope, query)} and ${beyond}
    order by r.created_at desc, r.id desc limit ${limit}`)
  return rows.map(withDates)
}

export function countTeamRequests(scope: TenantScope, query: TeamRequestQuery): Promise<Total> {
  return countRows(scope, sql`select from team_requests r where ${filter(scope, query)}`)
}

export type Settlement = {
  readonly state: Exclude<TeamRequestState, 'open'>
  readonly by: { readonly id: string; readonly name: string }
  readonly decision: string | null
  readonly change: number | null
  readonly team: string | null
}

/** Settles a request that is open; says whether it was. */
export async function settleTeamRequest(
  { tx, tenant }: TenantScope,
  id: string,
  { state, by, decision, change, team }: Settlement,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update team_requests set state = ${state}, decided_at = now(), decided_by = ${by.id},
      decided_by_name = ${by.name}, decision = ${decision}, change = ${change}, team = ${team}
    where tenant = ${tenant} and id = ${id}::uuid and state = 'open' returning id`)
  return rows.length > 0
}

function filter({ tenant }: TenantScope, { asker, state }: TeamRequestQuery): SQL {
  const conditions = [
    sql`r.tenant = ${tenant}`,
    ...(asker === null ? [] : [sql`r.asker = ${asker}`]),
    ...(state === null ? [] : [sql`r.state = ${state}`]),
  ]
  return sql.join(conditions, sql` and `)
}

function withDates({ createdAt, decidedAt, ...row }: RawRow): TeamRequestRow {
  return {
    ...row,
    createdAt: new Date(createdAt),
    decidedAt: decidedAt === null ? null : new Date(decidedAt),
  }
}
