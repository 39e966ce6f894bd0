import type { TeamRequestRow, TeamRequestState } from '#db/queries/team-requests.ts'
import type { TeamRequestJson } from '#lib/domain/objects/team-request.ts'

type Named = { readonly id: string; readonly name: string }

export type TeamRequestAnswer = Omit<TeamRequestJson, 'groups'> & {
  /** Null: it was not stored. */
  readonly id: string | null
  readonly state: TeamRequestState
  readonly at: string
  readonly asker: Named
  readonly groups: readonly (TeamRequestJson['groups'][number] & {
    /** Null: the asker's groups aren't known. */
    readonly asker_is_member: boolean | null
  })[]
  readonly decision: {
    readonly at: string
    readonly by: Named
    readonly reason: string | null
    readonly team: string | null
    readonly change: number | null
  } | null
}

export function representRequest(row: TeamRequestRow): TeamRequestAnswer {
  const { id, state, createdAt, asker, askerName, body, askerGroups } = row
  const { groups, ...wish } = body
  return {
    id,
    state,
    at: createdAt.toISOString(),
    asker: { id: asker, name: askerName },
    ...wish,
    groups: groups.map((group) => ({
      ...group,
      asker_is_member: askerGroups && askerGroups.includes(group.id),
    })),
    decision: decisionOf(row),
  }
}

function decisionOf(row: TeamRequestRow): TeamRequestAnswer['decision'] {
  const { decidedAt, decidedBy, decidedByName, decision: reason, team, change } = row
  if (decidedAt === null) return null
  const by = { id: decidedBy ?? '', name: decidedByName ?? '' }
  return { at: decidedAt.toISOString(), by, reason, team, change }
}
