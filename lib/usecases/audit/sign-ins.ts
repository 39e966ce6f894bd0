import { appendAuditEvent } from '#db/queries/audit.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Origin } from '../session.ts'

/** From which request somebody comes who has no session, or wants none any more. */
export type SignInOrigin = Pick<Origin, 'address' | 'requestId'>

type KnownPerson = { readonly subject: string; readonly name: string }

/** Adds to the audit that somebody signed in or out, or was refused to, with the code that they were told. */
export async function recordSignIn(
  scope: TenantScope,
  action: 'sessions.begin' | 'sessions.end',
  { subject, name }: KnownPerson,
  { address, requestId }: SignInOrigin,
  code: string | null = null,
): Promise<void> {
  await appendAuditEvent(scope, {
    actor: { kind: 'person', id: subject, name },
    address,
    requestId,
    token: null,
    action,
    object: null,
    result: code === null ? 'accepted' : 'refused',
    code,
    change: null,
    details: null,
  })
}
