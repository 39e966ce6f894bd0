// Requests for teams, and of teams: each is open until it is decided or withdrawn, once.
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Memberships } from '#lib/domain/access/access.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { people } from '../schema/person.ts'
import { teamRequests, type TeamRequestState } from '../schema/team-request.ts'
import { countRows } from './count-rows.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type { TeamRequestState }

export type TeamRequestRow = Readonly<Omit<typeof teamRequests.$inferSelect, 'tenant'>> & {
  /** What the asker's provider last said of them; null: it isn't known. */
  readonly askerMemberships: Memberships | null
}

export type TeamRequestQuery = {
  /** Null: anybody. */
  readonly asker: string | null
  /** Besides the asker's, what these teams ask for, by their ids. */
  readonly teams: readonly number[]
  readonly state: TeamRequestState | null
}

/** Where a list continues; it begins with the newest. */
export type TeamRequestPosition = { readonly at: number; readonly id: string }

export async function insertTeamRequest(
  { tx, tenant }: TenantScope,
  request: Pick<TeamRequestRow, 'asker' | 'askerName' | 'asksFor' | 'askingTeam' | 'body'>,
): Promise<string> {
  const [row] = await tx
    .insert(teamRequests)
    .values({ tenant, ...request })
    .returning({ id: teamRequests.id })
  return row!.id
}

export async function findTeamRequest(
  scope: TenantScope,
  id: string,
): Promise<TeamRequestRow | null> {
  const [row] = await selectTeamRequests(scope).where(isRequest(scope, id))
  return row ?? null
}

/** Newest first. */
export async function listTeamRequests(
  scope: TenantScope,
  query: TeamRequestQuery,
  { after, limit }: { readonly after: TeamRequestPosition | null; readonly limit: number },
): Promise<TeamRequestRow[]> {
  const { createdAt, id } = teamRequests
  const isBeyond =
    after === null
      ? undefined
      : sql`(${createdAt}, ${id}) < (${new Date(after.at)}::timestamptz, ${after.id}::uuid)`
  return selectTeamRequests(scope)
    .where(and(filter(scope, query), isBeyond))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

/** Whether somebody asks for a new team of this name already, or whoever of a team for what it asks for. */
export async function isRequestOpen(
  { tx, tenant }: TenantScope,
  {
    asker,
    asksFor,
    askingTeam,
    body,
  }: Pick<TeamRequestRow, 'asker' | 'asksFor' | 'askingTeam' | 'body'>,
): Promise<boolean> {
  const rows = await tx
    .select({ id: teamRequests.id })
    .from(teamRequests)
    .where(
      and(
        eq(teamRequests.tenant, tenant),
        eq(teamRequests.state, 'open'),
        eq(teamRequests.asksFor, asksFor),
        askingTeam === null
          ? and(eq(requestedName, body.name), eq(teamRequests.asker, asker))
          : eq(teamRequests.askingTeam, askingTeam),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export function countTeamRequests(scope: TenantScope, query: TeamRequestQuery): Promise<Total> {
  return countRows(scope, sql`select from ${teamRequests} where ${filter(scope, query)}`)
}

export type Settlement = {
  readonly state: Exclude<TeamRequestState, 'open'>
  readonly by: { readonly id: string; readonly name: string }
  readonly decision: string | null
  readonly change: number | null
  readonly team: string | null
  readonly cluster: string | null
}

/** Settles a request if it is open; answers whether it was. */
export async function settleTeamRequest(
  { tx, tenant }: TenantScope,
  id: string,
  { by, ...settled }: Settlement,
): Promise<boolean> {
  const { count } = await tx
    .update(teamRequests)
    .set({ ...settled, decidedAt: sql`now()`, decidedBy: by.id, decidedByName: by.name })
    .where(and(isRequest({ tenant }, id), eq(teamRequests.state, 'open')))
  return count > 0
}

/** Notes that the asker has read the answer; answers whether it is the first time. */
export async function noteAnswerSeen(
  { tx, tenant }: TenantScope,
  { id, asker }: { readonly id: string; readonly asker: string },
): Promise<boolean> {
  const { count } = await tx
    .update(teamRequests)
    .set({ answerSeenAt: sql`now()` })
    .where(
      and(
        isRequest({ tenant }, id),
        eq(teamRequests.asker, asker),
        isNotNull(teamRequests.decidedAt),
        isNull(teamRequests.answerSeenAt),
      ),
    )
  return count > 0
}

function selectTeamRequests({ tx }: TenantScope) {
  const { tenant, ...columns } = getTableColumns(teamRequests)
  const isAsker = and(
    eq(people.tenant, tenant),
    eq(people.subject, columns.asker),
    eq(people.rightsState, 'read'),
  )
  return tx
    .select({ ...columns, askerMemberships: { groups: people.groups, roles: people.roles } })
    .from(teamRequests)
    .leftJoin(people, isAsker)
}

function isRequest({ tenant }: Pick<TenantScope, 'tenant'>, id: string) {
  return holds(teamRequests, { tenant, id })
}

const requestedName = sql<string>`(${teamRequests.body} ->> 'name')`

function filter({ tenant }: TenantScope, { asker, teams, state }: TeamRequestQuery) {
  const isOfTeam = inArray(teamRequests.askingTeam, [...teams])
  return and(
    eq(teamRequests.tenant, tenant),
    asker === null ? undefined : or(eq(teamRequests.asker, asker), isOfTeam),
    state === null ? undefined : eq(teamRequests.state, state),
  )
}
