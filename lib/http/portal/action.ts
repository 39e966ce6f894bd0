// How forms save: through the door of the API, by a server action. A form gets every error as a state that it can show.
import { headers } from 'next/headers'
import type { z } from 'zod'
import type { Issue } from '#lib/domain/text/issue.ts'
import { attempt } from '#lib/http/api/attempt.ts'
import { problemOf } from '#lib/http/api/problem.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import type { FormState, MadeChange, RefusedForm } from '#lib/schemas/save-request.ts'
import { readShape } from '#lib/schemas/shape.ts'
import type { AttemptedEdit } from '#lib/usecases/audit/subject.ts'
import type { Door } from '#lib/usecases/define.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { Refusal, refusalOf } from '#lib/usecases/refusal.ts'
import { visitor } from './page.ts'

/** The server action of a form: reads what was sent, asks the use case for it, and tells the form of what came of that. */
export function formAction<S extends z.ZodType, Raw, Output, Told>(
  useCase: Door<Raw, Output>,
  schema: S,
  inputOf: (sent: z.output<S>) => Raw,
  told: (output: Output) => Told,
) {
  return async (sent: z.input<S>): Promise<FormState<Told>> =>
    submit(useCase, schema, sent, (read) => act(useCase, inputOf(read), told))
}

/** Sends on what a form sent, which may be anything. */
export async function submit<S extends z.ZodType, Told>(
  useCase: AttemptedEdit['useCase'],
  schema: S,
  sent: unknown,
  send: (read: z.output<S>) => Promise<FormState<Told>>,
): Promise<FormState<Told>> {
  const read = readShape(schema, sent)
  if (read.ok) return send(read.value)
  const refusal = refusalOf('invalid', read.issues)
  return save({ useCase, ref: {}, sent: undefined }, () => Promise.reject(refusal))
}

/** Asks a use case; every refusal and every unexpected error is a state that the form can show. */
export async function act<Raw, Output, Told>(
  useCase: Door<Raw, Output>,
  raw: Raw,
  told: (output: Output) => Told,
): Promise<FormState<Told>> {
  const sent = isSending(raw) ? raw.body : undefined
  return save({ useCase, ref: refIn(raw), sent }, async (services, session) =>
    told(await useCase.invoke(services, session, raw)),
  )
}

/** The same of what has to be read first, which may be refused, too. */
export async function actOnRead<Raw, Output, Told>(
  useCase: Door<Raw, Output>,
  readRaw: (session: Session) => Promise<Raw>,
  told: (output: Output) => Told,
): Promise<FormState<Told>> {
  return save({ useCase, ref: {}, sent: undefined }, async (services, session) =>
    told(await useCase.invoke(services, session, await readRaw(session))),
  )
}

type Outcome = MadeChange | { readonly kind: 'impact' | 'move' | 'upgrade' }

/** Storing something makes a change, unless nothing is different. */
export function changeOf(outcome: Outcome): MadeChange {
  return { change: 'change' in outcome ? outcome.change : null }
}

/** For a save that edits no object of the fleet, so makes no change. */
export function noChange(): MadeChange {
  return { change: null }
}

async function save<Told>(
  write: AttemptedEdit,
  send: (services: Services, session: Session) => Promise<Told>,
): Promise<FormState<Told>> {
  const given = await headers()
  const asking = {
    operation: write.useCase.name,
    requestId: originOf(given).requestId,
    headers: given,
    isOfBrowser: true,
    open: visitor,
    write: () => write,
  }
  try {
    return { kind: 'saved', ...(await attempt(asking, send)) }
  } catch (error) {
    return refusedState(error)
  }
}

/** Which object a form says it is for. */
function refIn(raw: unknown): AttemptedEdit['ref'] {
  if (typeof raw !== 'object' || raw === null) return {}
  const ref = 'ref' in raw ? raw.ref : 'id' in raw ? { id: raw.id } : {}
  return isRef(ref) ? ref : {}
}

function isRef(ref: unknown): ref is AttemptedEdit['ref'] {
  if (typeof ref !== 'object' || ref === null) return false
  return Object.values(ref).every((name) => typeof name === 'string')
}

function isSending(raw: unknown): raw is { readonly body: unknown } {
  return typeof raw === 'object' && raw !== null && 'body' in raw
}

const NO_MEMBERS: Refusal['members'] = {}

export function refusedState(error: unknown): RefusedForm {
  const { code, detail } = problemOf(error)
  const issues = error instanceof Refusal ? error.issues : []
  const { confirmChanges, waves } = error instanceof Refusal ? error.members : NO_MEMBERS
  return {
    kind: 'refused',
    code,
    message: detail,
    fields: reasonsByField(issues),
    ...(typeof confirmChanges === 'number' && { confirmChanges }),
    ...(typeof waves === 'number' && { waves }),
  }
}

function reasonsByField(issues: readonly Issue[]): Readonly<Record<string, readonly string[]>> {
  const byField = Map.groupBy(issues, ({ path }) => path.join('.'))
  return Object.fromEntries(
    [...byField].map(([field, issues]) => [field, issues.map(({ reason }) => reason)]),
  )
}
