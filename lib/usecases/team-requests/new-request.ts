// What every request has in common when somebody makes it: a person asks, for little at a time, and it is written down.
import {
  insertTeamRequest,
  isRequestOpen,
  listTeamRequests,
  type TeamRequestRow,
} from '#db/queries/team-requests.ts'
import { type AsksFor, OPEN_REQUESTS_MAX } from '#lib/domain/objects/team-request.ts'
import { auditName } from '../audit/subject.ts'
import type { Context, EditContext } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { writtenRequest } from './read.ts'
import { representRequest, type TeamRequestAnswer } from './represent.ts'
import { requestSubject } from './settle.ts'

export type NewRequest = Pick<TeamRequestRow, 'asksFor' | 'askingTeam' | 'body'>

export function requirePerson({ actor }: Context): void {
  if (actor.kind === 'person') return
  throw new Refusal('forbidden', 'A person asks, after signing in; a token can’t.', {
    code: 'person_required',
  })
}

/** Keeps the request, unless it is open already or the person waits for too many. A dry run keeps nothing. */
export async function keepRequest(
  context: EditContext,
  request: NewRequest,
  dryRun: boolean,
): Promise<TeamRequestAnswer> {
  const { scope, actor } = context
  await requireNotOpen(context, request)
  await requireFewOpen(context)
  const row = { ...request, asker: actor.id, askerName: actor.name }
  if (dryRun) return unkept(context, row)
  const id = await insertTeamRequest(scope, row)
  context.audit({ object: auditName(requestSubject, id), before: null, after: row.body })
  return writtenRequest(context, { id })
}

/** Several people may ask for a new team of one name, but a team asks for other limits, or for a cluster, once at a time. */
async function requireNotOpen({ scope, actor }: Context, request: NewRequest): Promise<void> {
  if (!(await isRequestOpen(scope, { ...request, asker: actor.id }))) return
  const { asksFor, body } = request
  const reason = REPEATED[asksFor](body.name)
  const issues = asksFor === 'team' ? [{ path: ['name'], code: REPEATED_CODE, reason }] : []
  throw new Refusal('conflict', reason, { code: REPEATED_CODE, issues })
}

const REPEATED_CODE = 'request_repeated'

const REPEATED: Readonly<Record<AsksFor, (name: string) => string>> = {
  team: (name) => `You asked for a team ${name} already: that is still open.`,
  limits: (name) => `Other limits for team ${name} were asked for already: that is still open.`,
  cluster: (name) => `A cluster for team ${name} was asked for already: that is still open.`,
}

async function requireFewOpen({ scope, actor }: Context): Promise<void> {
  const query = { asker: actor.id, teams: [], state: 'open' } as const
  const open = await listTeamRequests(scope, query, { after: null, limit: OPEN_REQUESTS_MAX })
  if (open.length < OPEN_REQUESTS_MAX) return
  throw new Refusal(
    'conflict',
    `You have ${OPEN_REQUESTS_MAX} open requests: wait for an answer, or withdraw one.`,
    { code: 'too_many_requests_open' },
  )
}

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
    answerSeenAt: null,
    decidedBy: null,
    decidedByName: null,
    decision: null,
    change: null,
    team: null,
    cluster: null,
    askerMemberships: null,
  })
  return { ...answer, id: null }
}
