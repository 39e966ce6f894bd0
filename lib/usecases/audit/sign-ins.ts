import { appendAuditEvent } from '#db/queries/audit.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Origin } from '../session.ts'

/** Where a request comes from that has no session, or ends it. */
export type SignInOrigin = Pick<Origin, 'address' | 'requestId'>

type KnownPerson = { readonly subject: string; readonly name: string }

/** Records that somebody signed in or out, or was refused, with the code that they were told. */
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
