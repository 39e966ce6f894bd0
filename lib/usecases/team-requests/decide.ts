// Decides on a request: what it asks for is written as usual, in the transaction that settles the request; or the asker is
// told why not. Of several decisions the first one counts.
import { settleTeamRequest, type TeamRequestRow } from '#db/queries/team-requests.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Cluster, Team } from '#lib/domain/objects/objects.ts'
import { accepted, type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { approveInput, declineInput } from '#lib/schemas/team-request.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import { type Context, defineEdit } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { everyRequest, loadRequest, type TeamRequestInput, writtenRequest } from './read.ts'
import { type Approval, submissionOf } from './approval.ts'
import type { TeamRequestAnswer } from './represent.ts'
import { NOTHING_MADE, requestSubject, requireSettled, stateRecord } from './settle.ts'

const ACTION = 'team-requests.approve'

export type ApproveRequest = TeamRequestInput & {
  readonly body: unknown
  readonly precondition: Precondition | null
  readonly options: WriteOptions
}
type ApproveInput = TeamRequestInput & Approval

export const approveTeamRequestUseCase = defineEdit<
  ApproveRequest,
  WriteOutcome,
  ApproveInput,
  TeamRequestRow
>({
  name: ACTION,
  subject: requestSubject,
  parse: ({ id, body, precondition, options }, { environment }) => {
    const read = readApproval(body, environment.reservedNamespaces)
    if (!read.ok) return read
    const { object, reason } = read.value
    const said = { ...options, reason: reason === '' ? null : reason }
    return accepted({ id, object, precondition, options: said })
  },
  recall: recallOutcome,
  load: loadToDecide,
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, approval, request) => {
    requireSettled(request.state === 'open')
    const { id, object, options } = approval
    const submission = await submissionOf(context, request, approval)
    const outcome = await submitDrafts(context, { action: ACTION, ...submission })
    if (outcome.kind === 'impact') return outcome
    const isCluster = object.kind === 'cluster'
    requireSettled(
      await settleTeamRequest(context.scope, id, {
        state: 'approved',
        by: decider(context),
        decision: options.reason,
        change: outcome.change,
        team: isCluster ? request.body.name : object.name,
        cluster: isCluster ? object.name : null,
      }),
    )
    context.audit(stateRecord(id, 'approved'))
    return outcome
  },
})

function readApproval(
  body: unknown,
  reservedNames: readonly string[],
): Checked<{ object: Team | Cluster; reason: string }> {
  const shape = readShape(approveInput, body)
  if (!shape.ok) return shape
  const { team, cluster, reason: text } = shape.value
  if ((team === undefined) === (cluster === undefined)) return refused([nothingApproved])
  const kind = team === undefined ? 'cluster' : 'team'
  const object = readSentObject(kind, team ?? cluster, reservedNames)
  const reason = text.trim()
  const issues = [
    ...(object.ok ? [] : object.issues.map((issue) => ({ ...issue, path: [kind, ...issue.path] }))),
    ...reasonIssues(reason, ['reason']),
  ]
  return object.ok ? checked({ object: object.value, reason }, issues) : refused(issues)
}

const nothingApproved: Issue = {
  path: ['team'],
  code: 'required',
  reason: 'Send what is to be made of the request: a team or a cluster, one of both.',
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
    const settled = { ...NOTHING_MADE, state: 'declined', decision: reason } as const
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
  throw new Refusal('forbidden', 'Admins of the tenant decide on requests.')
}

function decider({ actor: { id, name } }: Context) {
  return { id, name }
}
