// What forms save through: the door of the API, asked by a server action. A form never throws at whoever filled it in.
import { headers } from 'next/headers'
import type { Issue } from '#lib/domain/issue.ts'
import { currentProcess } from '#lib/usecases/process.ts'
import { admit } from '#lib/usecases/rate-limit.ts'
import { problemOf } from './problem.ts'
import { type Door, visitor } from './page.ts'
import { requireSameOrigin } from './same-origin.ts'
import { Refusal } from '#lib/usecases/refusal.ts'

type Refused = {
  readonly kind: 'refused'
  /** A stable code, and one sentence for the person. */
  readonly code: string
  readonly message: string
  /** What is wrong with each field, by its path: `metadata.region`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}

export type FormState<Output> = { readonly kind: 'saved'; readonly output: Output } | Refused

/** Asks a use case for what a form says; every "no" and every surprise is a state that the form can show. */
export async function act<Raw, Output>(
  useCase: Door<Raw, Output>,
  raw: Raw,
): Promise<FormState<Output>> {
  const process = currentProcess()
  try {
    requireSameOrigin(await headers(), process.environment)
    const session = await visitor()
    if (session) await admit(process, session)
    const output = await useCase.invoke(process, session, raw)
    return { kind: 'saved', output }
  } catch (error) {
    if (problemOf(error).status >= 500) process.log.error({ err: error }, 'form failed')
    return refusedState(error)
  }
}

/** What went wrong, as a form shows it. */
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
