// The pipeline of everything that is asked for, over REST or from a form: who asks, how often and from where. A refusal is
// in the audit before the caller hears of it.
import { isUnfinished } from '#lib/http/bodies/body-bytes.ts'
import { requireSameOrigin } from '#lib/http/request/same-origin.ts'
import type { AttemptedEdit } from '#lib/usecases/audit/subject.ts'
import type { Session } from '#lib/usecases/session.ts'
import { currentServices, type Services } from '#lib/usecases/services.ts'
import { admit, admitWrite } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { auditedError } from './audited-refusal.ts'
import { problemOf } from './problem.ts'

type Asking = {
  /** The operation and the request, as the log names them. */
  readonly operation: string
  readonly requestId: string
  readonly headers: Headers
  /** Whether a cookie identifies the caller. Browsers send it along with requests from any site's pages. */
  readonly isOfBrowser: boolean
  readonly open: (services: Services) => Promise<Session | null>
  /** What it would edit, as far as that is known when it is refused; null: it is no edit. */
  readonly write: (() => AttemptedEdit) | null
  /** For an observation, which is counted apart. */
  readonly record?: Parameters<typeof admit>[2]
}

/** What `run` answers, if the caller may ask now. Throws the error to answer otherwise. */
export async function attempt<Output>(
  asking: Asking,
  run: (services: Services, session: Session) => Promise<Output>,
): Promise<Output> {
  const { headers, isOfBrowser, open, write, record = null } = asking
  const services = currentServices()
  let session: Session | null = null
  try {
    session = await open(services)
    if (!session) throw new Refusal('unauthenticated', 'Sign in, or send a token.')
    await admit(services, session, record)
    if (write) admitWrite(services, session)
    if (isOfBrowser) requireSameOrigin(headers, services.environment)
    return await run(services, session)
  } catch (thrown) {
    const error = write ? await auditedError(services, session, write(), thrown) : thrown
    tell(services, asking, error)
    throw error
  }
}

function tell({ log }: Services, { operation, requestId }: Asking, error: unknown): void {
  const { status, code } = problemOf(error)
  const told = { err: error, requestId, operation }
  if (error instanceof Refusal && status === 503) log.warn({ code, requestId }, 'request put off')
  else if (status >= 500) log.error(told, 'request failed')
  if (isUnfinished(code)) log.debug(told, 'request not finished')
}
