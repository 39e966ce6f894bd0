import type { Session } from '#lib/usecases/session.ts'
import type { RequestOrigin } from './request-origin.ts'

/** The session together with the request that opened it, for the audit. */
export function openedBy<S extends Session>(session: S, { address, requestId }: RequestOrigin): S {
  return { ...session, origin: { ...session.origin, address, requestId } }
}
