// Refused writes of known principals. A refusal has no transaction that is kept, so that its event gets one of its own.
import { inTenant } from '#db/client.ts'
import { appendAuditEvent } from '#db/queries/audit.ts'
import type { Session } from '../session.ts'
import type { Services } from '../services.ts'

export type RefusedWrite = {
  /** The use case, `noun.verb`. */
  readonly action: string
  /** As far as the request's address or its body names it; what else the body says is nobody's to keep. */
  readonly object: string | null
  readonly code: string
}

export async function recordRefusal(
  { database }: Services,
  { tenant, actor, origin }: Session,
  refused: RefusedWrite,
): Promise<void> {
  await inTenant(database, tenant.id, (tx) =>
    appendAuditEvent(
      { tx, tenant: tenant.id },
      { ...origin, ...refused, actor, result: 'refused', change: null, details: null },
    ),
  )
}
