// How forms save: through the door of the API, by a server action. A form gets every error as a state that it can show.
import { headers } from 'next/headers'
import type { Issue } from '#lib/domain/text/issue.ts'
import { attempt } from '#lib/http/api/attempt.ts'
import { problemOf } from '#lib/http/api/problem.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import type { AttemptedEdit } from '#lib/usecases/audit/subject.ts'
import type { Door } from '#lib/usecases/define.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { visitor } from './page.ts'

type Refused = {
  readonly kind: 'refused'
  /** A stable code, and one sentence for the person. */
  readonly code: string
  readonly message: string
  /** What is wrong with each field, by its path: `metadata.region`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}

export type FormState<Output> = { readonly kind: 'saved'; readonly output: Output } | Refused

/**
 * Calls a use case with the values of a form; every refusal and every unexpected error is a state that the form can show.
 */
export async function act<Raw, Output>(
  useCase: Door<Raw, Output>,
  raw: Raw,
): Promise<FormState<Output>> {
  const ref = refIn(raw)
  const sent = isSending(raw) ? raw.body : undefined
  return save({ useCase, ref, sent }, (services, session) => useCase.invoke(services, session, raw))
}

/** Answers a form whose request can't be read. */
export async function refuseForm(
  useCase: AttemptedEdit['useCase'],
  refusal: Refusal,
): Promise<FormState<never>> {
  return save({ useCase, ref: {}, sent: undefined }, () => Promise.reject(refusal))
}

async function save<Output>(
  write: AttemptedEdit,
  send: (services: Services, session: Session) => Promise<Output>,
): Promise<FormState<Output>> {
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
    return { kind: 'saved', output: await attempt(asking, send) }
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

export function refusedState(error: unknown): Refused {
  const { code, detail } = problemOf(error)
  const issues = error instanceof Refusal ? error.issues : []
  return { kind: 'refused', code, message: detail, fields: reasonsByField(issues) }
}

function reasonsByField(issues: readonly Issue[]): Readonly<Record<string, readonly string[]>> {
  const byField = Map.groupBy(issues, ({ path }) => path.join('.'))
  return Object.fromEntries(
    [...byField].map(([field, issues]) => [field, issues.map(({ reason }) => reason)]),
  )
}
