// Records the refusal of a write in the audit before it is answered.
import { isUnfinished } from '#lib/http/bodies/body-bytes.ts'
import { recordRefusal } from '#lib/usecases/audit/refusals.ts'
import type { AttemptedEdit } from '#lib/usecases/audit/subject.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { admitRefusal } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { problemOf } from './problem.ts'

/**
 * The error to answer a failed write with: the one it failed with, once it is in the audit. Some failures are not recorded:
 * too many requests, which would flood the audit; refused writes beyond a payer's allowance; our own errors; bodies that never
 * arrived completely; and what nobody proved to have sent.
 */
export async function auditedError(
  services: Services,
  session: Session | null,
  attempted: AttemptedEdit,
  error: unknown,
): Promise<unknown> {
  const { status, code } = problemOf(error)
  const isNobodys = !session || status === 401
  if (isNobodys || status >= 500 || status === 429 || isUnfinished(code)) return error
  try {
    await admitRefusal(services, session)
    await recordRefusal(services, session, attempted, code)
    return error
  } catch (cause) {
    if (cause instanceof Refusal) return cause
    services.log.error({ err: cause }, 'a refused write could not be written to the audit')
    return new Refusal('unavailable', 'The audit is not available; try again shortly.')
  }
}
