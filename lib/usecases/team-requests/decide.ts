// Decides on a request: the team is created as usual, in the transaction that settles the request; or the asker is told why
// not. Of several decisions the first one counts.
import { settleTeamRequest, type TeamRequestRow } from '#db/queries/team-requests.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { refOf, type Team } from '#lib/domain/objects/objects.ts'
import { accepted, type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { approveInput, declineInput } from '#lib/schemas/team-request.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { type Context, defineEdit } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { everyRequest, loadRequest, type TeamRequestInput, writtenRequest } from './read.ts'
import { askerWarnings } from './asker-warnings.ts'
import type { TeamRequestAnswer } from './represent.ts'
import { requestSubject, requireSettled, stateRecord } from './settle.ts'

const ACTION = 'team-requests.approve'

export type ApproveRequest = TeamRequestInput & {
  readonly body: unknown
  readonly options: WriteOptions
}
type ApproveInput = TeamRequestInput & { readonly team: Team; readonly options: WriteOptions }

const inTeam = (path: Issue['path']): Issue['path'] => ['team', ...path]

export const approveTeamRequestUseCase = defineEdit<
  ApproveRequest,
  WriteOutcome,
  ApproveInput,
  TeamRequestRow
>({
  name: ACTION,
  subject: requestSubject,
  parse: ({ id, body, options }, { environment }) => {
    const read = readApproval(body, environment.reservedNamespaces)
    if (!read.ok) return read
    const { team, reason } = read.value
    return accepted({ id, team, options: { ...options, reason: reason === '' ? null : reason } })
  },
  recall: recallOutcome,
  load: loadToDecide,
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { id, team, options }, request) => {
    requireSettled(request.state === 'open')
    const outcome = await submitDrafts(context, {
      action: ACTION,
      drafts: [
        { ref: refOf(team), after: team, verb: 'create', precondition: '*', locate: inTeam },
      ],
      options,
      warnings: await askerWarnings(context, request, team),
    })
    if (outcome.kind === 'impact') return outcome
    const decision = { decision: options.reason, change: outcome.change, team: team.name }
    requireSettled(
      await settleTeamRequest(context.scope, id, {
        state: 'approved',
        by: decider(context),
        ...decision,
      }),
    )
    context.audit(stateRecord(id, 'approved'))
    return outcome
  },
})

function readApproval(
  body: unknown,
  reservedNames: readonly string[],
): Checked<{ team: Team; reason: string }> {
  const shape = readShape(approveInput, body)
  if (!shape.ok) return shape
  const reason = shape.value.reason.trim()
  const team = readSentObject('team', shape.value.team, reservedNames)
  const issues = [
    ...(team.ok ? [] : team.issues.map((issue) => ({ ...issue, path: inTeam(issue.path) }))),
    ...reasonIssues(reason, ['reason']),
  ]
  return team.ok ? checked({ team: team.value, reason }, issues) : refused(issues)
}

export type DeclineRequest = TeamRequestInput & {
  readonly body: unknown
  readonly dryRun: boolean
}
type DeclineInput = TeamRequestInput & { readonly reason: string; readonly dryRun: boolean }

export const declineTeamRequestUseCase = defineEdit<
  DeclineRequest,
  TeamRequestAnswer,
  DeclineInput,
  TeamRequestRow
>({
  name: 'team-requests.decline',
  subject: requestSubject,
  parse: ({ id, body, dryRun }) => {
    const shape = readShape(declineInput, body)
    if (!shape.ok) return shape
    const reason = shape.value.reason.trim()
    return checked({ id, reason, dryRun }, refusalReasonIssues(reason))
  },
  load: loadToDecide,
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, { id, reason, dryRun }, { state }) => {
    const settled = { state: 'declined', decision: reason, change: null, team: null } as const
    const by = decider(context)
    requireSettled(
      dryRun ? state === 'open' : await settleTeamRequest(context.scope, id, { ...settled, by }),
    )
    context.audit(stateRecord(id, settled.state, reason))
    return writtenRequest(context, { id })
  },
})

/** The asker is told this reason. */
function refusalReasonIssues(reason: string): readonly Issue[] {
  if (reason !== '') return reasonIssues(reason, ['reason'])
  return [{ path: ['reason'], code: 'required', reason: 'Say why: the asker reads it.' }]
}

/** Deciding on any request, even one's own, needs the permission for everybody's requests. */
async function loadToDecide(context: Context, input: TeamRequestInput) {
  const loaded = await loadRequest(context, input)
  if (!loaded) return null
  context.authorize('read', loaded.resource)
  if (can(context.actor, 'write', everyRequest)) return { ...loaded, resource: everyRequest }
  throw new Refusal('forbidden', 'Admins of the tenant decide on requests for teams.')
}

function decider({ actor: { id, name } }: Context) {
  return { id, name }
}
