// Asking for a team, and withdrawing a request: possible for a person without any role.
import { usedTeamNames } from '#db/queries/revisions.ts'
import { settleTeamRequest, type TeamRequestRow } from '#db/queries/team-requests.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { can, objectResource } from '#lib/domain/access/permissions.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import { type TeamRequest, teamRequestJson } from '#lib/domain/objects/team-request.ts'
import { readTeamRequest } from '#lib/schemas/team-request.ts'
import { asked, type Context, defineEdit } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { keepRequest, requirePerson } from './new-request.ts'
import { loadRequest, requestOf, type TeamRequestInput, writtenRequest } from './read.ts'
import type { TeamRequestAnswer } from './represent.ts'
import { NOTHING_MADE, requestSubject, requireSettled, stateRecord } from './settle.ts'

export type DryRun = {
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
  load: (context) => {
    requirePerson(context)
    return asked(requestOf(context.actor.id))
  },
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, { request, dryRun }) => {
    await requireFreeName(context, request.name)
    return keepRequest(
      context,
      { asksFor: 'team', askingTeam: null, body: teamRequestJson(request) },
      dryRun,
    )
  },
})

async function requireFreeName({ scope, fleet, actor }: Context, name: string): Promise<void> {
  const taken = findByName((await fleet()).teams, name)
  if (taken) throw unusable('name_taken', takenText(taken.object, actor))
  if (!(await usedTeamNames(scope, [name])).has(name)) return
  throw unusable(
    'name_held',
    `The name ${name} belonged to a team that was deleted: ask for another, or talk to an admin, who can free it.`,
  )
}

const GROUPS_TOLD = 3

/** That a name is taken may be learnt; which groups a team has, only by those who may read the team. */
function takenText({ name, groups }: Team, actor: Actor): string {
  const there = `There is a team ${name} already`
  if (actor.teams.has(name)) return `${there}, and you are in it.`
  const told = can(actor, 'read', objectResource('team', name)) ? groups.slice(0, GROUPS_TOLD) : []
  const join =
    told.length > 0
      ? `get into one of its groups (${told.map(({ id }) => id).join(', ')}), or `
      : ''
  return `${there}. To join it, ${join}ask an admin of Berth to add one of your groups to it.`
}

function unusable(code: string, reason: string): Refusal {
  return new Refusal('conflict', reason, { code, issues: [{ path: ['name'], code, reason }] })
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
      throw new Refusal('forbidden', 'Whoever asked withdraws a request; admins decline it.')
    }
    const by = { id: actor.id, name: actor.name }
    const settled = { ...NOTHING_MADE, state: 'withdrawn', by, decision: null } as const
    requireSettled(
      input.dryRun ? state === 'open' : await settleTeamRequest(scope, input.id, settled),
    )
    context.audit(stateRecord(input.id, settled.state))
    return writtenRequest(context, input)
  },
})
