import type { TeamRequestRow, TeamRequestState } from '#db/queries/team-requests.ts'
import { type AccessDirectory, seesTeam } from '#lib/domain/access/access.ts'
import type { AsksFor, TeamRequestJson } from '#lib/domain/objects/team-request.ts'
import { readDirectory } from '../access/directory.ts'
import type { Context } from '../define.ts'

type Named = { readonly id: string; readonly name: string }

export type TeamRequestAnswer = Omit<TeamRequestJson, 'groups'> & {
  /** Null: it was not stored. */
  readonly id: string | null
  readonly state: TeamRequestState
  readonly at: string
  readonly asker: Named
  readonly asks_for: AsksFor
  readonly groups: readonly (TeamRequestJson['groups'][number] & {
    /** Null: the asker's groups aren't known. */
    readonly asker_is_member: boolean | null
  })[]
  /**
   * Whether the asker sees the team that was made or asks or, before, would see it as they asked for it. Null: their groups
   * aren't known, or there is no such team.
   */
  readonly asker_sees_team: boolean | null
  readonly decision: {
    readonly at: string
    readonly by: Named
    readonly reason: string | null
    readonly team: string | null
    readonly cluster: string | null
    readonly change: number | null
  } | null
}

export async function representRequest(
  context: Context,
  row: TeamRequestRow,
): Promise<TeamRequestAnswer> {
  const [answer] = await representRequests(context, [row])
  return answer!
}

export async function representRequests(
  { services, scope, tenant }: Context,
  rows: readonly TeamRequestRow[],
): Promise<readonly TeamRequestAnswer[]> {
  if (rows.length === 0) return []
  const directory = await readDirectory(services, scope, tenant.name)
  return rows.map((row) => answerOf(row, directory))
}

function answerOf(row: TeamRequestRow, directory: AccessDirectory): TeamRequestAnswer {
  const { id, state, createdAt, asker, askerName, asksFor, body, askerMemberships } = row
  const { groups, ...wish } = body
  return {
    id,
    state,
    at: createdAt.toISOString(),
    asker: { id: asker, name: askerName },
    asks_for: asksFor,
    ...wish,
    groups: groups.map((group) => ({
      ...group,
      asker_is_member: askerMemberships && askerMemberships.groups.includes(group.id),
    })),
    asker_sees_team: seesIt(row, directory),
    decision: decisionOf(row),
  }
}

function seesIt(
  { state, asksFor, body, team, askerMemberships }: TeamRequestRow,
  { grants, teams }: AccessDirectory,
): boolean | null {
  const isNew = asksFor === 'team'
  const name = isNew ? team : body.name
  const groups =
    isNew && state === 'open' ? body.groups : teams.find((each) => each.team === name)?.groups
  return groups && askerMemberships ? seesTeam(askerMemberships, grants, groups) : null
}

function decisionOf(row: TeamRequestRow): TeamRequestAnswer['decision'] {
  const { decidedAt, decidedBy, decidedByName, decision: reason, team, cluster, change } = row
  if (decidedAt === null) return null
  const by = { id: decidedBy ?? '', name: decidedByName ?? '' }
  return { at: decidedAt.toISOString(), by, reason, team, cluster, change }
}
