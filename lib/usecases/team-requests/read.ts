// Reading wishes for teams: those who ask see their own, whoever may read the tenant sees all.
import { findPerson } from '#db/queries/people.ts'
import {
  countTeamRequests,
  findTeamRequest,
  listTeamRequests,
  type TeamRequestPosition,
  type TeamRequestRow,
  type TeamRequestState,
} from '#db/queries/team-requests.ts'
import { can, type Resource } from '#lib/domain/access/permissions.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { asked, type Context, defineRead, type Loaded, notFound } from '../define.ts'

import { representRequest, type TeamRequestAnswer } from './represent.ts'

export type { TeamRequestAnswer }

/** Everybody's requests, as to decide needs. */
export const everyRequest: Resource = { kind: 'team-request', asker: null }

export type TeamRequestInput = { readonly id: string }

/** What a permission on the request of somebody is asked for; `asker` is their subject, and only people ask. */
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

/** The request, and that it is of whoever asked. */
export async function loadRequest(
  context: Context,
  input: TeamRequestInput,
): Promise<Loaded<TeamRequestRow> | null> {
  const found = await findRequest(context, input)
  return found && { resource: requestOf(found.asker), found }
}

/** A request that was written in this transaction, as it now is. */
export async function writtenRequest(
  context: Context,
  input: TeamRequestInput,
): Promise<TeamRequestRow> {
  const row = await findRequest(context, input)
  if (!row) throw notFound()
  return row
}

export const getTeamRequestUseCase = defineRead<
  TeamRequestInput,
  TeamRequestAnswer,
  TeamRequestInput,
  TeamRequestRow
>({
  name: 'team-requests.get',
  load: loadRequest,
  run: async (_context, _input, found) => representRequest(found),
})

export type ListTeamRequestsInput = {
  readonly state: TeamRequestState | null
  readonly after: TeamRequestPosition | null
  readonly limit: number
}

export type TeamRequestList = Total & {
  readonly items: readonly TeamRequestAnswer[]
  /** Where the next page goes on; null: this is the last. */
  readonly next: TeamRequestPosition | null
  /** No change makes a request, so that a list is of no moment but its own. */
  readonly asOf: 0
}

export const listTeamRequestsUseCase = defineRead<ListTeamRequestsInput, TeamRequestList>({
  name: 'team-requests.list',
  load: ({ actor }) => asked(can(actor, 'read', everyRequest) ? everyRequest : requestOf(actor.id)),
  run: async ({ scope, actor }, { state, after, limit }) => {
    const query = { asker: can(actor, 'read', everyRequest) ? null : actor.id, state }
    const rows = await listTeamRequests(scope, query, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map(representRequest),
      next: rows.length > limit && last ? { at: last.createdAt.getTime(), id: last.id } : null,
      ...(await countTeamRequests(scope, query)),
      asOf: 0,
    }
  },
})

/** The groups that whoever asks is in, for them to choose from; empty: none, or they aren't known. */
export const askerGroupsUseCase = defineRead<null, readonly string[]>({
  name: 'team-requests.asker-groups',
  load: ({ actor }) => asked(requestOf(actor.id)),
  run: async ({ scope, actor }) => (await findPerson(scope, actor.id))?.groups ?? [],
})
