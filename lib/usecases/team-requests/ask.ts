// Asking for a team, and withdrawing the request: possible for a person without any role.
import { usedTeamNames } from '#db/queries/revisions.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import {
  countTeamRequests,
  insertTeamRequest,
  listTeamRequests,
  settleTeamRequest,
  type TeamRequestRow,
} from '#db/queries/team-requests.ts'
import {
  OPEN_REQUESTS_MAX,
  type TeamRequest,
  teamRequestJson,
} from '#lib/domain/objects/team-request.ts'
import { readTeamRequest } from '#lib/schemas/team-request.ts'
import { auditName } from '../audit/subject.ts'
import { asked, type Context, defineEdit } from '../define.ts'

import { Refusal } from '../refusal.ts'
import { loadRequest, requestOf, type TeamRequestInput, writtenRequest } from './read.ts'
import { representRequest, type TeamRequestAnswer } from './represent.ts'
import { requestSubject, requireSettled, stateRecord } from './settle.ts'

type DryRun = {
  /** Answer what would happen, without storing anything. */
  readonly dryRun: boolean
}

export type AskRequest = DryRun & { readonly body: unknown }
type AskInput = DryRun & { readonly request: TeamRequest }

export const askForTeamUseCase = defineEdit<AskRequest, TeamRequestAnswer, AskInput>({
  name: 'team-requests.create',
  subject: requestSubject,
  parse: ({ body, dryRun }, { environment }) => {
    const request = readTeamRequest(body, environment.reservedNamespaces)
    return request.ok ? { ok: true, value: { request: request.value, dryRun } } : request
  },
  load: ({ actor }) => {
    if (actor.kind === 'person') return asked(requestOf(actor.id))
    throw new Refusal('forbidden', 'A person asks for a team, after signing in; a token can’t.', {
      code: 'person_required',
    })
  },
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, { request, dryRun }) => {
    const { scope, actor } = context
    await requireFreeName(context, request.name)
    await requireRoomForRequest(context, request.name)
    const row = { asker: actor.id, askerName: actor.name, body: teamRequestJson(request) }
    if (dryRun) return unkept(context, row)
    const id = await insertTeamRequest(scope, row)
    context.audit({ object: auditName(requestSubject, id), before: null, after: row.body })
    return writtenRequest(context, { id })
  },
})

/** A request that isn't stored: it has no id, and nothing is known about groups. */
async function unkept(
  context: Context,
  row: Parameters<typeof insertTeamRequest>[1],
): Promise<TeamRequestAnswer> {
  const answer = await representRequest(context, {
    ...row,
    id: '',
    state: 'open',
    createdAt: new Date(),
    decidedAt: null,
    decidedBy: null,
    decidedByName: null,
    decision: null,
    change: null,
    team: null,
    askerMemberships: null,
  })
  return { ...answer, id: null }
}

async function requireFreeName({ scope, fleet }: Context, name: string): Promise<void> {
  if (findByName((await fleet()).teams, name))
    throw unusable('name_taken', 'There is a team of that name already.')
  if (!(await usedTeamNames(scope, [name])).has(name)) return
  throw unusable(
    'name_held',
    `The name ${name} belonged to a team that was deleted: ask for another, or talk to an admin, who can free it.`,
  )
}

function unusable(code: string, reason: string): Refusal {
  return new Refusal('conflict', reason, { code, issues: [{ path: ['name'], code, reason }] })
}

async function requireRoomForRequest({ scope, actor }: Context, name: string): Promise<void> {
  const query = { asker: actor.id, state: 'open' } as const
  const open = await listTeamRequests(scope, query, { after: null, limit: OPEN_REQUESTS_MAX })
  if (open.some(({ body }) => body.name === name)) {
    throw unusable('request_repeated', `You asked for a team ${name} already: that is still open.`)
  }
  const { total } = await countTeamRequests(scope, query)
  if (total < OPEN_REQUESTS_MAX) return
  throw new Refusal(
    'conflict',
    `You have ${OPEN_REQUESTS_MAX} open requests: wait for an answer, or withdraw one.`,
    { code: 'too_many_requests_open' },
  )
}

export type WithdrawInput = TeamRequestInput & DryRun

export const withdrawTeamRequestUseCase = defineEdit<
  WithdrawInput,
  TeamRequestAnswer,
  WithdrawInput,
  TeamRequestRow
>({
  name: 'team-requests.withdraw',
  subject: requestSubject,
  load: loadRequest,
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, input, { asker, state }) => {
    const { scope, actor } = context
    if (actor.kind !== 'person' || actor.id !== asker) {
      throw new Refusal('forbidden', 'Whoever asked withdraws a request; you can decline it.')
    }
    const by = { id: actor.id, name: actor.name }
    const settled = { state: 'withdrawn', by, decision: null, change: null, team: null } as const
    requireSettled(
      input.dryRun ? state === 'open' : await settleTeamRequest(scope, input.id, settled),
    )
    context.audit(stateRecord(input.id, settled.state))
    return writtenRequest(context, input)
  },
})
