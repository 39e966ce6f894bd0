// What stands between a write's "no" and its answer: the audit hears of it first.
import type { Session } from '#lib/usecases/define.ts'
import { recordRefusal } from '#lib/usecases/audit/refusals.ts'
import type { Process } from '#lib/usecases/process.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { problemOf } from './problem.ts'

export type AttemptedWrite = {
  /** The use case, `noun.verb`. */
  readonly action: string
  /** What the request's address calls the object. */
  readonly ref: Readonly<Record<string, string>>
}

/**
 * The error to answer a failed write with: the one that it failed with, once the audit has it. Too many requests are in no
 * audit, which they would flood, and neither is what went wrong on our side.
 */
export async function auditedError(
  process: Process,
  session: Session | null,
  { action, ref }: AttemptedWrite,
  error: unknown,
): Promise<unknown> {
  const { status, code } = problemOf(error)
  if (!session || status >= 500 || status === 429) return error
  try {
    await recordRefusal(process, session, { action, object: objectOf(action, ref), code })
    return error
  } catch (cause) {
    process.log.error({ err: cause }, 'a refused write could not be written to the audit')
    return new Refusal('unavailable', 'The audit is not available; try again shortly.')
  }
}

/** `applications.patch` of `ieb` and `app1` is on `application/ieb/app1`. */
function objectOf(action: string, ref: AttemptedWrite['ref']): string | null {
  const [plural = ''] = action.split('.')
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '')
  const { namespace, ...rest } = ref
  const names = [namespace, ...Object.values(rest)].filter((name) => name)
  return names.length === 0 ? null : [singular, ...names].join('/').slice(0, OBJECT_CHARACTERS_MAX)
}

/** Longer than any object's name. */
const OBJECT_CHARACTERS_MAX = 512
