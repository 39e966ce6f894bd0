// The write that an approval is: a new team, other limits of a team, or a cluster.
import type { TeamRequestRow } from '#db/queries/team-requests.ts'
import { type Cluster, refOf, type Team } from '#lib/domain/objects/objects.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'
import type { Submission } from '../changes/submission.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { askerWarnings } from './asker-warnings.ts'

export type Approval = {
  /** As whoever approves wants it. */
  readonly object: Team | Cluster
  /** What a team that gets other limits must meet; null: nothing was said. */
  readonly precondition: Precondition | null
  readonly options: WriteOptions
}

/** What is submitted to give what was asked for. Of a team that gets other limits, it is an ordinary edit. */
export async function submissionOf(
  context: Context,
  request: TeamRequestRow,
  { object, precondition, options }: Approval,
): Promise<Omit<Submission, 'action'>> {
  requireFit(request, object)
  if (request.asksFor !== 'team') await requireTeam(context, request)
  const edit =
    request.asksFor === 'limits'
      ? ({ verb: 'replace', precondition: requirePrecondition(precondition) } as const)
      : ({ verb: 'create', precondition: '*' } as const)
  return {
    drafts: [
      {
        ...edit,
        ref: refOf(object),
        after: object,
        locate: (path) => [object.kind, ...path],
      },
    ],
    warnings: object.kind === 'team' ? await askerWarnings(context, request, object) : [],
    ...reasonsOf(request, options),
  }
}

function requireFit({ asksFor, body: { name } }: TeamRequestRow, object: Team | Cluster): void {
  if ((asksFor === 'cluster') !== (object.kind === 'cluster')) {
    throw new Refusal('conflict', 'The request asks for something else than you approve.', {
      code: 'approval_unfit',
    })
  }
  if (asksFor !== 'limits' || object.name === name) return
  const code = 'name_immutable'
  const issue = { path: ['team', 'name'], code, reason: `Team ${name} asks for other limits.` }
  throw refusalOf('invalid', [issue])
}

async function requireTeam(
  { fleet }: Context,
  { askingTeam, body: { name } }: TeamRequestRow,
): Promise<void> {
  if (askingTeam !== null && (await fleet()).teams.slots[askingTeam]) return
  throw new Refusal('conflict', `Team ${name} was deleted since it asked: decline the request.`, {
    code: 'team_gone',
  })
}

function requirePrecondition(precondition: Precondition | null): Precondition {
  if (precondition !== null) return precondition
  throw new Refusal('precondition_required', 'Send If-Match with the ETag of the team, or *.')
}

/** The history names the request that a change of a team or a cluster came from. */
function reasonsOf(
  { id, asksFor }: TeamRequestRow,
  options: WriteOptions,
): Pick<Submission, 'options' | 'ownReason'> {
  if (asksFor === 'team') return { options }
  const name = `team request ${id}`
  if (options.reason === null) return { options, ownReason: `As asked for by ${name}` }
  const reason = `${options.reason} (${name})`
  const issues = reasonIssues(reason, ['reason'])
  if (issues.length > 0) throw refusalOf('invalid', issues)
  return { options: { ...options, reason } }
}
