import type { Session } from '#lib/usecases/session.ts'
import type { RequestOrigin } from './request-origin.ts'

/** A session that says from which request it was opened, for the audit. */
export function openedBy<S extends Session>(session: S, { address, requestId }: RequestOrigin): S {
  return { ...session, origin: { ...session.origin, address, requestId } }
}
