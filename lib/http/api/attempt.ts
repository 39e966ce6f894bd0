// What everything that is asked for goes through, over REST or from a form: who asks, how often and from where. What is
// refused is in the audit before whoever asked hears of it.
import { isUnfinished } from '#lib/http/bodies/body-bytes.ts'
import { requireSameOrigin } from '#lib/http/request/same-origin.ts'
import type { Session } from '#lib/usecases/session.ts'
import { currentServices, type Services } from '#lib/usecases/services.ts'
import { admit, admitWrite } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { type AttemptedWrite, auditedError } from './audited-refusal.ts'
import { problemOf } from './problem.ts'

type Asking = {
  /** What is asked for, and in which request, as the log calls them. */
  readonly operation: string
  readonly requestId: string
  readonly headers: Headers
  /** Whether a cookie speaks for whoever asks, which a browser sends along whoever's page it shows. */
  readonly isOfBrowser: boolean
  readonly open: (services: Services) => Promise<Session | null>
  /** What it would write, as far as that is known by then; null: it keeps nothing. */
  readonly write: (() => AttemptedWrite) | null
}

/** What `run` answers to whoever may ask now. Throws what is to be told instead. */
export async function attempt<Output>(
  asking: Asking,
  run: (services: Services, session: Session) => Promise<Output>,
): Promise<Output> {
  const { headers, isOfBrowser, open, write } = asking
  const services = currentServices()
  let session: Session | null = null
  try {
    session = await open(services)
    if (!session) throw new Refusal('unauthenticated', 'Sign in, or send a token.')
    await admit(services, session)
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
