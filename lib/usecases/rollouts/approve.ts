// What a person answers about a wave, as they saw it.
import { insertApproval } from '#db/queries/rollout-events.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import {
  type Answers,
  answersSincePublished,
  countedAnswers,
} from '#lib/domain/rollouts/approvals.ts'
import { asksPeople } from '#lib/domain/rollouts/gates-after.ts'
import type { ApprovalRule } from '#lib/domain/objects/environment/wave-rule.ts'
import type { Wave } from '#lib/domain/rollouts/rollout.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'
import { type ApprovalInput, approvalInput } from '#lib/schemas/rollout.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { remembered } from '../changes/idempotency.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { defineEdit, type EditContext } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { isOverAlready, keepAct, recallAct } from './act.ts'
import { keepAsked } from './asked.ts'
import { loadRollout, type RolloutRef, rolloutSubject, waveAt } from './find.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import { requireRoomForEvents } from './room.ts'
import { type Standing, standingOf } from './standing.ts'
import { requireDeployer } from './stops.ts'
import type { StoredRollout } from './stored.ts'

export type ApproveRequest = RolloutRef & {
  readonly body: unknown
  /** What is expected is the digest of the wave as the person saw it. */
  readonly options: WriteOptions
}
type ApproveInput = Omit<ApproveRequest, 'body'> & { readonly answer: ApprovalInput }

export const approveRolloutUseCase = defineEdit<
  ApproveRequest,
  RolloutAnswer,
  ApproveInput,
  StoredRollout
>({
  name: 'rollouts.approve',
  subject: rolloutSubject,
  parse: ({ body, ...request }) => {
    const shape = readShape(approvalInput, body)
    return shape.ok ? { ok: true, value: { ...request, answer: shape.value } } : shape
  },
  recall: recallAct,
  load: async (context, input) => {
    const loaded = await loadRollout(context, input)
    return loaded && { ...loaded, resource: { kind: 'approval', team: loaded.found.row.team } }
  },
  run: approve,
})

async function approve(
  context: EditContext,
  { id, answer, options }: ApproveInput,
  stored: StoredRollout,
): Promise<RolloutAnswer> {
  const { rollout } = stored
  const { expectedImpact: digest } = options
  requireReason(answer.reason)
  if (isOver(rollout)) throw isOverAlready(rollout)
  const standing = await standingOf(context, stored)
  const index = answer.wave - 1
  const { group, answers } = await requireMay(context, stored, index, standing)
  requireSeen(standing, index, digest)
  requireFirst(context, answers, answer)
  requireRoomForEvents(stored)
  const { decision, reason } = answer
  const now = await readRolloutInstant(context.scope, id)
  const told = {
    now,
    reason,
    facts: { wave: answer.wave, decision, digest, group },
    happened: [{ code: decision === 'approve' ? 'approved' : 'refused', wave: answer.wave }],
    dueAt: rollout.state === 'running' ? now : null,
  }
  const kept = await keepAct(context, stored, rollout, told)
  const answered = { group: group ?? '', decision, digest: digest!, name: context.actor.name }
  await insertApproval(context.scope, id, {
    ...answered,
    seq: kept.row.seq,
    wave: answer.wave,
    at: now,
    principal: context.payer,
    reason,
  })
  const approval = { ...answered, wave: index, by: context.payer, at: now.getTime() }
  const facts = { ...standing.facts, approvals: [...standing.facts.approvals, approval] }
  await keepAsked(context, rollout, facts, now)
  return remembered(context, options, await answerOf(context, kept))
}

type MayAnswer = {
  /** The group that lets them; null: whoever may start a rollout there may. */
  readonly group: string | null
  /** What was answered before. */
  readonly answers: Answers
}

/** Of a wave in Git of which no cluster says how it is, whoever may start a rollout there; of others, whom the rule names. */
async function requireMay(
  context: EditContext,
  { row, rollout }: StoredRollout,
  index: number,
  { facts, now }: Standing,
): Promise<MayAnswer> {
  const wave = waveAt(rollout.waves, index + 1)
  if (asksPeople(wave, facts)) {
    context.authorize('write', { kind: 'rollout', team: row.team })
    requireDeployer(await context.fleet(), rollout.environment, context.actor)
    return { group: null, answers: answersSincePublished(rollout, index, facts) }
  }
  const rule = requireAsked(wave)
  const group = requireNamed(context, rule)
  if (context.payer === rollout.startedBy && !rule.self) throw isOwn()
  return { group, answers: countedAnswers(rollout, index, rule, facts, now.getTime()) }
}

const REASON_CHARACTERS = 3

function requireReason(reason: string): void {
  const issues = reasonIssues(reason, ['reason'])
  if (issues.length > 0) throw refusalOf('invalid', issues)
  if (reason.trim().length >= REASON_CHARACTERS) return
  const why = `A reason has ${REASON_CHARACTERS} characters or more.`
  throw refusalOf('invalid', [{ path: ['reason'], code: 'reason_required', reason: why }])
}

function requireAsked({ name, rule: { before }, state }: Wave): ApprovalRule {
  const rule = before.approvals
  if (rule !== null && state === 'pending') return rule
  const what = rule === null ? `Wave ${name} needs no approval.` : `Wave ${name} is out.`
  throw new Refusal('conflict', what, { code: 'approval_not_asked' })
}

/** The group that lets a person answer; null: none does. */
export function namedGroup({ kind, groups }: Actor, rule: ApprovalRule): string | null {
  const named = rule.groups.find(({ id }) => groups.includes(id))
  return (kind === 'person' && named?.id) || null
}

function requireNamed({ actor }: Context, rule: ApprovalRule): string {
  const group = namedGroup(actor, rule)
  if (group !== null) return group
  const who = actor.kind === 'person' ? 'the groups that the wave names' : 'people'
  throw new Refusal('forbidden', `Only ${who} may approve it.`, { code: 'approval_not_named' })
}

function isOwn(): Refusal {
  const reason = 'Somebody else has to approve what you started.'
  return new Refusal('conflict', reason, { code: 'approval_own' })
}

function requireSeen({ facts }: Standing, index: number, digest: string | null): void {
  if (digest === null) {
    const reason = 'Send Berth-Impact with the digest of the wave that you saw.'
    throw refusalOf('invalid', [{ path: ['Berth-Impact'], code: 'required', reason }])
  }
  const now = facts.digests[index] ?? null
  if (now === digest) return
  const reason =
    now === null
      ? 'It isn’t the turn of that wave: the waves before it come first.'
      : 'The wave would no longer do what you saw.'
  throw new Refusal('conflict', reason, {
    code: now === null ? 'approval_not_asked' : 'plan_changed',
    members: { digest: now },
  })
}

function requireFirst(
  { payer }: Context,
  { approvals, refusals }: Answers,
  { decision }: ApprovalInput,
): void {
  const same = decision === 'approve' ? approvals : refusals
  if (!same.some(({ by }) => by === payer)) return
  const reason = 'You answered so already; another answer has to come from somebody else.'
  throw new Refusal('conflict', reason, { code: 'approval_twice' })
}
