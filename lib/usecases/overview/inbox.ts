// What waits for somebody: waves that they are asked to approve, rollouts that don't go on, requests that they settle, answers to their own, what they saved
// and Git lacks, their tokens that end soon, and what an admin has to look at.
import { type AskedOfPerson, listAskedOf } from '#db/queries/asked-approvals.ts'
import { type HeldBranch, readHeldBranches } from '#db/queries/pull-request-lists.ts'
import {
  type AnsweredRequest,
  countFailedDeliveries,
  countFailingBranches,
  type EndingToken,
  type FailedChange,
  listAnsweredRequests,
  listEndingTokens,
  listFailedChanges,
} from '#db/queries/inbox.ts'
import { type HeldDecision, readHeldDecisions } from '#db/queries/scheduler-asks.ts'
import {
  listTroubledRollouts,
  readTroubledEnvironments,
  type TroubledRollout,
} from '#db/queries/troubled-rollouts.ts'
import { countTeamRequests, listTeamRequests } from '#db/queries/team-requests.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { can, readableTeams, writableTeams } from '#lib/domain/access/permissions.ts'
import type { AsksFor } from '#lib/domain/objects/team-request.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { deployerStop } from '../rollouts/stops.ts'
import { everyRequest } from '../team-requests/read.ts'

const SHOWN = 5
const FAILED_DAYS = 14
const ANSWERED_DAYS = 7
/** So long before it ends, a token is still replaced in time. */
const TOKEN_DAYS = 14

type OpenRequest = {
  readonly id: string
  readonly asksFor: AsksFor
  readonly team: string
  readonly asker: string
  readonly at: Date
}

export type Inbox = {
  /** Waves that wait for the visitor's answer, those first that have waited longest. */
  readonly approvals: readonly AskedOfPerson[]
  /** How many of them there are in all. */
  readonly openApprovals: number
  /** Rollouts that don't go on, or are failing since they were completed: those that the visitor may resume, end or roll back, or started. */
  readonly troubledRollouts: readonly TroubledRollout[]
  /** How many of them there are in all. */
  readonly troubledRolloutsTotal: number
  /** The newest first. */
  readonly requests: readonly OpenRequest[]
  /** How many requests there are in all. */
  readonly openRequests: number
  /** What became of the visitor's own requests within a week, until they have read it. */
  readonly answers: readonly AnsweredRequest[]
  readonly failedChanges: readonly FailedChange[]
  readonly endingTokens: readonly EndingToken[]
  readonly failingBranches: number
  /** Where nothing goes on because a pull request was closed: to admins all, to others those in which changes of theirs wait. */
  readonly heldBranches: readonly HeldBranch[]
  /** Policies whose scheduler failed three times or more in a row, or decided what waits for a person: to admins. */
  readonly heldDecisions: readonly HeldDecision[]
  /** How many of them there are in all. */
  readonly heldDecisionsTotal: number
  /** Within a day. */
  readonly failedDeliveries: number
}

export const readInboxUseCase = defineRead<null, Inbox>({
  name: 'overview.inbox',
  load: ({ actor }) => asked({ kind: 'person', principal: principalOf(actor) }),
  run: async (context) => ({
    ...(await approvalsFor(context)),
    ...(await rolloutsFor(context)),
    ...(await openRequestsFor(context)),
    ...(await troublesFor(context)),
    ...(await ownOf(context)),
  }),
})

async function approvalsFor({
  scope,
  actor,
  payer: principal,
}: Context): Promise<Pick<Inbox, 'approvals' | 'openApprovals'>> {
  const { kind, groups } = actor
  const asked = { principal, groups, teams: readableTeams(actor), limit: SHOWN }
  // Programs are asked nothing.
  const approvals = kind === 'person' && groups.length > 0 ? await listAskedOf(scope, asked) : []
  return { approvals, openApprovals: approvals[0]?.total ?? 0 }
}

async function rolloutsFor(
  context: Context,
): Promise<Pick<Inbox, 'troubledRollouts' | 'troubledRolloutsTotal'>> {
  const { scope, actor, payer: startedBy } = context
  const teams = writableTeams(actor, 'rollout')
  const of = { teams, seenTeams: readableTeams(actor, 'rollout'), startedBy }
  const all = await readTroubledEnvironments(scope, of)
  if (all.length === 0) return { troubledRollouts: [], troubledRolloutsTotal: 0 }
  const fleet = await context.fleet()
  const environments = all.filter((name) => deployerStop(fleet, name, actor)?.mayOverride ?? true)
  const rollouts = await listTroubledRollouts(scope, { ...of, environments, limit: SHOWN })
  return { troubledRollouts: rollouts, troubledRolloutsTotal: rollouts[0]?.total ?? 0 }
}

async function openRequestsFor({
  scope,
  actor,
}: Context): Promise<Pick<Inbox, 'requests' | 'openRequests'>> {
  if (!can(actor, 'write', everyRequest)) return { requests: [], openRequests: 0 }
  const query = { asker: null, teams: [], state: 'open' } as const
  const rows = await listTeamRequests(scope, query, { after: null, limit: SHOWN })
  return {
    requests: rows.map(({ id, asksFor, body, askerName, createdAt }) => ({
      id,
      asksFor,
      team: body.name,
      asker: askerName,
      at: createdAt,
    })),
    openRequests: (await countTeamRequests(scope, query)).total,
  }
}

/** Of the whole tenant, for those who can do something about them, and who wait. */
async function troublesFor({
  scope,
  actor,
}: Context): Promise<
  Pick<
    Inbox,
    'failingBranches' | 'heldBranches' | 'heldDecisions' | 'heldDecisionsTotal' | 'failedDeliveries'
  >
> {
  if (!can(actor, 'write', { kind: 'tenant' })) {
    const heldBranches = await readHeldBranches(scope, { actor: actor.id })
    return {
      failingBranches: 0,
      heldBranches,
      heldDecisions: [],
      heldDecisionsTotal: 0,
      failedDeliveries: 0,
    }
  }
  const heldDecisions = await readHeldDecisions(scope, SHOWN)
  return {
    heldDecisions,
    heldDecisionsTotal: heldDecisions[0]?.total ?? 0,
    failingBranches: await countFailingBranches(scope),
    heldBranches: await readHeldBranches(scope, {}),
    failedDeliveries: await countFailedDeliveries(scope),
  }
}

async function ownOf({
  scope,
  actor,
  services,
}: Context): Promise<Pick<Inbox, 'answers' | 'failedChanges' | 'endingTokens'>> {
  const daysAgo = (days: number) => new Date(services.clock().getTime() - days * DAY_MS)
  return {
    answers: await listAnsweredRequests(scope, {
      asker: actor.id,
      since: daysAgo(ANSWERED_DAYS),
      limit: SHOWN,
    }),
    failedChanges: await listFailedChanges(scope, {
      actor: actor.id,
      since: daysAgo(FAILED_DAYS),
      limit: SHOWN,
    }),
    endingTokens: await listEndingTokens(scope, {
      person: actor.id,
      days: TOKEN_DAYS,
      limit: SHOWN,
    }),
  }
}
