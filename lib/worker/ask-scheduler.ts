// One question to a scheduler, and what becomes of its answer.
import { randomUUID } from 'node:crypto'
import { inTenant } from '#db/client.ts'
import type { AskOutcome, ClaimedAsk } from '#db/queries/scheduler-asks.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { type Actor, nameOfScheduler } from '#lib/domain/access/actor.ts'
import { QUESTION_START } from '#lib/domain/decisions/question.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { type Checked, refused } from '#lib/domain/text/issue.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import { parseJsonDocument } from '#lib/http/bodies/json-document.ts'
import { parseInThread } from '#lib/http/bodies/parse-threads.ts'
import { isErrorNamed } from '#lib/runtime/error-name.ts'
import { ANSWER_BYTES_MAX } from '#lib/schemas/decision.ts'
import { recordRefusal } from '#lib/usecases/audit/refusals.ts'
import { entityTag } from '#lib/usecases/changes/drafts.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { answerDecisionUseCase } from '#lib/usecases/decisions/answer.ts'
import { questionJson } from '#lib/usecases/decisions/question.ts'
import { openSecret } from '#lib/usecases/objects/kept-secrets.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import type { Services } from '#lib/usecases/services.ts'
import { BERTH, ownSession, type TenantIdentity } from '#lib/usecases/session.ts'
import { signatureHeaders } from './sign-delivery.ts'

const ERROR_CHARACTERS_MAX = 500

type Ready = {
  readonly id: string
  readonly policy: string
  readonly scheduler: string
  readonly change: number
  readonly everyMs: number
  readonly timeoutMs: number
  readonly url: string
  /** Null: it can't be opened any more. */
  readonly secret: string | null
  readonly body: string
}

/** Asks the scheduler of a claimed policy and keeps what it decides. Null: the process ends, and nobody knows. */
export async function askScheduler(
  services: Services,
  tenant: TenantIdentity,
  claimed: ClaimedAsk,
  signal: AbortSignal,
): Promise<AskOutcome | null> {
  const ready = await inTenant(
    services.database,
    tenant.id,
    (tx) => readyQuestion(services, { tx, tenant: tenant.id }, claimed.policy),
    { readOnly: true },
  )
  if (ready === null) return { error: null, isFailure: false, change: null, everyMs: null }
  const outcome = await outcomeOf(services, tenant, ready, signal)
  if (outcome === null) return null
  const { change, everyMs } = ready
  return { ...outcome, change, everyMs }
}

type Outcome = Pick<AskOutcome, 'error' | 'isFailure'>

const WELL: Outcome = { error: null, isFailure: false }
const failed = (error: string): Outcome => ({
  error: singleLine(error.slice(0, ERROR_CHARACTERS_MAX)),
  isFailure: true,
})

/** Null: nobody is to be asked. */
async function readyQuestion(
  { fleets, sealing, environment }: Services,
  scope: TenantScope,
  policy: number,
): Promise<Ready | null> {
  const { lastChange: change } = await readTenantState(scope, { lock: false })
  const fleet = await fleets.at(scope, change)
  const rule = fleet.rules[policy]
  const name = rule?.policy.scheduler ?? null
  const found = name === null ? null : findObject(fleet, { kind: 'scheduler', team: null, name })
  if (!rule || !found || found.object.kind !== 'scheduler' || found.object.url === null) return null
  const { url, everyMs, timeoutMs } = found.object
  const page = { change, position: QUESTION_START }
  const question = await questionJson(scope, { fleet, rule, page, url: environment.url })
  const secret = await openSecret(scope, sealing, { ...found, field: 'secret' }).catch(
    (error: unknown) => {
      if (isErrorNamed(error, ['SealedUnreadable'])) return null
      throw error
    },
  )
  const id = randomUUID()
  const body = JSON.stringify({ id, ...question })
  const scheduler = found.object.name
  return { id, policy: rule.policy.name, scheduler, change, everyMs, timeoutMs, url, secret, body }
}

async function outcomeOf(
  services: Services,
  tenant: TenantIdentity,
  ready: Ready,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const { id, url, secret, body, timeoutMs } = ready
  if (secret === null) return failed('The secret cannot be opened any more: set it again.')
  const signature = signatureHeaders(secret, { id, at: new Date(), body })
  const answer = await services.callOut(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body,
    timeoutMs,
    maxBytes: ANSWER_BYTES_MAX,
    signal,
  })
  if (signal.aborted) return null
  if (answer.outcome !== 'answered') return failed(answer.reason)
  // It will decide later, by itself.
  if (answer.status === 202) return WELL
  if (answer.status !== 200) return failed(`It answers with the status ${answer.status}.`)
  const read = await readAnswer(tenant, answer.text)
  if (!read.ok) return failed(`It answers with what can’t be read. ${read.issues[0]!.reason}`)
  return decide(services, tenant, ready, read.value)
}

/** What is parsed within some ten milliseconds; longer answers go to a thread. */
const INLINE_CHARACTERS_MAX = 64 * 1024

async function readAnswer({ id }: TenantIdentity, text: string): Promise<Checked<unknown>> {
  if (text.length <= INLINE_CHARACTERS_MAX) return parseJsonDocument(text)
  try {
    return await parseInThread(id, 'json', [new TextEncoder().encode(text)])
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'too_large') throw error
    return refused([{ path: [], code: error.kind, reason: error.message }])
  }
}

/** What stops a decision for a while, or what came too late, is no fault of the scheduler. */
async function decide(
  services: Services,
  tenant: TenantIdentity,
  { policy, scheduler, change }: Ready,
  body: unknown,
): Promise<Outcome> {
  const session = ownSession(tenant, schedulerActor(scheduler))
  const precondition = [entityTag(change)]
  try {
    const input = { policy, body, precondition, options: PLAIN_WRITE }
    await answerDecisionUseCase.invoke(services, session, input)
    return WELL
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const attempted = { useCase: answerDecisionUseCase, ref: { name: policy }, sent: null }
    await recordRefusal(services, session, attempted, error.code)
    return { ...failed(error.message), isFailure: error.kind === 'invalid' }
  }
}

/** Whoever decides as a scheduler that Berth asked. */
function schedulerActor(scheduler: string): Actor {
  const name = nameOfScheduler(scheduler)
  return { ...BERTH, id: name, name, schedules: scheduler }
}
