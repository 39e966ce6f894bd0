// Reads requests: askers see their own, members what their teams ask for, and everybody who may read the tenant all of them.
import { findPerson } from '#db/queries/people.ts'
import {
  countTeamRequests,
  findTeamRequest,
  listTeamRequests,
  type TeamRequestPosition,
  type TeamRequestRow,
  type TeamRequestState,
} from '#db/queries/team-requests.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { groupFlaw, normaliseGroupId } from '#lib/domain/objects/team/group-id.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import { asked, type Context, defineRead, type Loaded, notFound } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { representRequest, representRequests, type TeamRequestAnswer } from './represent.ts'

export type { TeamRequestAnswer }

/** Everybody's requests, as needed for deciding. */
export const everyRequest: Resource = { kind: 'team-request', asker: null }

export type TeamRequestInput = { readonly id: string }

/** The resource to ask a permission for, for a request of somebody; `asker` is their subject: only people ask. */
export function requestOf(asker: string): Resource {
  return { kind: 'team-request', asker: `person:${asker}` }
}

const REQUEST_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Null: there is no such request. */
async function findRequest(
  { scope }: Context,
  { id }: TeamRequestInput,
): Promise<TeamRequestRow | null> {
  return REQUEST_ID.test(id) ? findTeamRequest(scope, id) : null
}

/** The request, as a resource of its asker; what a team asks for is, to others, a resource of the team while it is there. */
export async function loadRequest(
  context: Context,
  input: TeamRequestInput,
): Promise<Loaded<TeamRequestRow> | null> {
  const found = await findRequest(context, input)
  return found && { resource: await resourceOf(context, found), found }
}

async function resourceOf(
  { actor, fleet }: Context,
  { asker, askingTeam }: TeamRequestRow,
): Promise<Resource> {
  const own = requestOf(asker)
  if (askingTeam === null || can(actor, 'write', own)) return own
  const team = (await fleet()).teams.slots[askingTeam]
  return team ? { kind: 'team-wish', team: team.name } : own
}

/** The ids of the teams that the visitor is in. */
async function ownTeams({ actor, fleet }: Context): Promise<readonly number[]> {
  if (actor.teams.size === 0) return []
  const { teams } = await fleet()
  return [...actor.teams.keys()].flatMap((name) => findByName(teams, name)?.id ?? [])
}

/** A request that this transaction wrote, as it is answered. */
export async function writtenRequest(
  context: Context,
  input: TeamRequestInput,
): Promise<TeamRequestAnswer> {
  const row = await findRequest(context, input)
  if (!row) throw notFound()
  return representRequest(context, row)
}

export const getTeamRequestUseCase = defineRead<
  TeamRequestInput,
  TeamRequestAnswer,
  TeamRequestInput,
  TeamRequestRow
>({
  name: 'team-requests.get',
  load: loadRequest,
  run: async (context, _input, found) => representRequest(context, found),
})

export type ListTeamRequestsInput = {
  readonly state: TeamRequestState | null
  readonly after: TeamRequestPosition | null
  readonly limit: number
}

export type TeamRequestList = PresentList<TeamRequestAnswer, TeamRequestPosition>

export const listTeamRequestsUseCase = defineRead<ListTeamRequestsInput, TeamRequestList>({
  name: 'team-requests.list',
  load: ({ actor }) => asked(can(actor, 'read', everyRequest) ? everyRequest : requestOf(actor.id)),
  run: async (context, { state, after, limit }) => {
    const { scope, actor } = context
    const asker = can(actor, 'read', everyRequest) ? null : actor.id
    const query = { asker, teams: await ownTeams(context), state }
    const page = await presentPage(
      limit,
      (limit) => listTeamRequests(scope, query, { after, limit }),
      ({ createdAt, id }) => ({ at: createdAt.getTime(), id }),
    )
    const items = await representRequests(context, page.items)
    return { ...page, items, ...(await countTeamRequests(scope, query)) }
  },
})

export type AskerInput = { readonly asker: string }

/** The groups of somebody who asks that a team can have, for the asker and the admin to choose from; empty: none is known. */
export const askerGroupsUseCase = defineRead<AskerInput, readonly string[]>({
  name: 'team-requests.asker-groups',
  load: (_context, { asker }) => asked({ kind: 'person', principal: `person:${asker}` }),
  run: async ({ scope }, { asker }) => {
    const person = await findPerson(scope, asker)
    const groups = person?.rightsState === 'read' ? person.groups : []
    return groups.filter((id) => normaliseGroupId(id) === id && groupFlaw(id) === null)
  },
})
