// Asking, for a team that exists, for other limits or for a cluster: possible for whoever may edit what the team owns.
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import type { LimitsJson } from '#lib/domain/objects/team-request.ts'
import { limitsAfter, type TeamWish, teamWishJson } from '#lib/domain/objects/team-wish.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { readTeamWish } from '#lib/schemas/team-request.ts'
import { defineEdit } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { DryRun } from './ask.ts'
import { keepRequest, requirePerson } from './new-request.ts'
import type { TeamRequestAnswer } from './represent.ts'
import { requestSubject } from './settle.ts'

type OfTeam = DryRun & { readonly team: string }
export type AskForMoreRequest = OfTeam & { readonly body: unknown }
type AskForMoreInput = OfTeam & { readonly wish: TeamWish }

export const askForMoreUseCase = defineEdit<
  AskForMoreRequest,
  TeamRequestAnswer,
  AskForMoreInput,
  Identified<Team>
>({
  name: 'team-requests.ask',
  subject: requestSubject,
  parse: ({ team, body, dryRun }) => {
    const wish = readTeamWish(body)
    return wish.ok ? accepted({ team, wish: wish.value, dryRun }) : wish
  },
  load: async ({ fleet }, { team }) => {
    const found = findByName((await fleet()).teams, team)
    return found ? { resource: { kind: 'team-wish', team }, found } : null
  },
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, { wish, dryRun }, { id: askingTeam, object: team }) => {
    requirePerson(context)
    const body = teamWishJson(team, wish)
    if (body.before) requireOther(body.before, limitsAfter(body.before, body))
    return keepRequest(context, { asksFor: wish.asksFor, askingTeam, body }, dryRun)
  },
})

function requireOther(now: LimitsJson, wanted: LimitsJson): void {
  if (JSON.stringify(now) !== JSON.stringify(wanted)) return
  throw new Refusal('conflict', 'The team has what you ask for already.', { code: 'wish_met' })
}
