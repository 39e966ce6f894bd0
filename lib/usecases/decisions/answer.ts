// Takes the decision of a scheduler, or of a person in its place, as one change. What a scheduler may not remove by itself
// waits for a person.
import { readInstant } from '#db/queries/clock.ts'
import { writeWaiting } from '#db/queries/scheduler-asks.ts'
import { answeredDecisions } from '#lib/domain/decisions/answered-decisions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { accepted, type Issue } from '#lib/domain/text/issue.ts'
import { quoted, singleLine } from '#lib/domain/text/text.ts'
import { type Answer, readDecisionInput, type SentDecision } from '#lib/schemas/decision.ts'
import { hasNumbers, hasReason } from '../changes/confirmation.ts'
import type { DecidedEdit } from '../changes/decision-edits.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import type { ImpactDocument } from '../changes/impact-document.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import { defineEdit, type EditContext } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { type DecisionRef, decisionSubject, loadDecision, nameOfDecision } from './find.ts'
import { requireTimely } from './timely.ts'
import { type KnownAsk, knownAsk } from './waiting.ts'

export type AnswerRequest = DecisionRef & {
  readonly body: unknown
  /** The change that it answers. */
  readonly precondition: Precondition
  readonly options: WriteOptions
}
type AnswerInput = Omit<AnswerRequest, 'body'> & { readonly sent: SentDecision }

/** `waits`: nothing happens before a person confirms it, and `why` is how to tell that. */
export type AnswerOutcome = WriteOutcome | { readonly kind: 'waits'; readonly why: Refusal }

export const answerDecisionUseCase = defineEdit<AnswerRequest, AnswerOutcome, AnswerInput, Rule>({
  name: 'decisions.replace',
  subject: decisionSubject,
  parse: ({ body, ...request }) => {
    const read = readDecisionInput(body)
    return read.ok ? accepted({ ...request, sent: read.value }) : read
  },
  recall: recallOutcome,
  load: loadDecision,
  isDryRun: ({ options }) => options.dryRun,
  run: answerDecision,
})

async function answerDecision(
  context: EditContext,
  { sent, precondition, options }: AnswerInput,
  rule: Rule,
): Promise<AnswerOutcome> {
  requireScheduler(rule)
  const ask = await knownAsk(context.scope, rule.id)
  const change = await requireTimely(context, rule, ask, precondition)
  const isByPerson = context.actor.schedules === null
  const answers = 'confirm' in sent ? waitingAnswers(ask, change, isByPerson) : sent.answers
  const edits = decidedEdits(await context.fleet(), rule, answers)
  try {
    const outcome = await submitDrafts(context, {
      action: 'decisions.replace',
      drafts: [],
      decisions: () => edits,
      // Nobody but a person confirms what a scheduler decides.
      options: isByPerson ? options : { ...options, ...UNCONFIRMED },
      ...(!isByPerson && { require: (impact) => requireNobody(impact, options) }),
    })
    if (outcome.kind === 'kept') await settle(context, rule, ask, edits, outcome.change)
    return outcome
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== WAITS) throw error
    await keepWaiting(context, rule, change, answers, error)
    return { kind: 'waits', why: error }
  }
}

function requireScheduler({ policy }: Rule): void {
  if (policy.scheduler !== null) return
  const how = policy.pick === null ? 'It places on all clusters that it selects.' : 'It picks some.'
  throw new Refusal('conflict', `No scheduler decides for the policy ${policy.name}. ${how}`, {
    code: 'no_scheduler',
  })
}

/** What waits, for a person who confirms it by the change that it answers. */
function waitingAnswers(
  { waiting }: KnownAsk,
  change: number,
  isByPerson: boolean,
): readonly Answer[] {
  if (!isByPerson) {
    throw new Refusal('forbidden', 'Only people confirm what a scheduler decided.')
  }
  if (waiting === null || waiting.change !== change) {
    throw new Refusal('conflict', 'Nothing that answers this waits to be confirmed.', {
      code: 'nothing_waits',
    })
  }
  return waiting.decisions.map(({ reasons = {}, ...decision }) => ({
    ...decision,
    reasons: new Map(Object.entries(reasons)),
  }))
}

function decidedEdits(
  fleet: Fleet,
  rule: Rule,
  answers: readonly Answer[],
): readonly DecidedEdit[] {
  const read = answeredDecisions(fleet, rule, answers)
  if (!read.ok) throw refusalOf('invalid', read.issues)
  const told = new Map(answers.map((answer) => [idOf(fleet, answer), answer]))
  const issues: Issue[] = []
  const edits = read.value.map((edit): DecidedEdit => {
    const { reasons } = told.get(edit.application)!
    const candidates = candidatesOf(fleet, rule, edit.application)
    const clusters: Record<string, string> = {}
    for (const [name, reason] of reasons) {
      const id = findByName(fleet.clusters, name)?.id
      if (id !== undefined && hasBit(candidates, id)) clusters[id] = singleLine(reason).trim()
      else if (issues.length < ISSUES_MAX) issues.push(noCandidate(name))
    }
    return { ...edit, reasons: { by: rule.policy.scheduler!, clusters } }
  })
  if (issues.length > 0) throw refusalOf('invalid', issues)
  return edits
}

const ISSUES_MAX = 100

const idOf = ({ applications }: Fleet, { application, namespace }: Answer) =>
  findByName(applications, application, namespace)!.id

function noCandidate(name: string): Issue {
  const reason = `${quoted(name)}, of which a reason is given, is no cluster on which the policy may place the application.`
  return { path: ['decisions', 'reasons'], code: 'not_a_candidate', reason }
}

const WAITS = 'removals_wait'
const UNCONFIRMED = { confirmRemovals: null, confirmChanges: null }

/** Has a decision wait that somebody would have to confirm, or give a reason for. What stops it anyway is told first. */
function requireNobody(impact: ImpactDocument, { reason }: WriteOptions): void {
  const { placements, stops } = impact
  if (stops !== undefined || (hasNumbers(impact, UNCONFIRMED) && hasReason(impact, { reason })))
    return
  const removed = counted(placements.removed, 'placement')
  throw new Refusal(
    'conflict',
    `This removes ${removed}. It waits for a person to confirm it, or for the next decision.`,
    { code: WAITS, members: { impact } },
  )
}

async function settle(
  { scope, audit }: EditContext,
  { id, policy }: Rule,
  { waiting }: KnownAsk,
  edits: readonly DecidedEdit[],
  change: number | null,
): Promise<void> {
  if (waiting !== null) await writeWaiting(scope, id, null)
  const after = { scheduler: policy.scheduler, applications: edits.length }
  audit({ object: nameOfDecision(policy.name), ...(change !== null && { after, change }) })
}

async function keepWaiting(
  { scope, audit }: EditContext,
  { id, policy }: Rule,
  change: number,
  answers: readonly Answer[],
  { members }: Refusal,
): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `requireNobody` throws it
  const { placements } = members['impact'] as ImpactDocument
  const removals = placements.removed
  await writeWaiting(scope, id, {
    change,
    at: (await readInstant(scope)).toISOString(),
    removals,
    decisions: answers.map(({ reasons, ...answer }) => ({
      ...answer,
      reasons: Object.fromEntries(reasons),
    })),
  })
  const after = { scheduler: policy.scheduler, answers: change, waits: true, removals }
  audit({ object: nameOfDecision(policy.name), after })
}
