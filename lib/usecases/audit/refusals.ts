// Refused edits of known principals. The transaction of a refused edit is rolled back, so its event has one of its own.
import { inTenant } from '#db/client.ts'
import { appendAuditEvent } from '#db/queries/audit.ts'
import type { Services } from '../services.ts'
import type { Session } from '../session.ts'
import { type AttemptedEdit, attemptedName } from './subject.ts'

export async function recordRefusal(
  { database }: Services,
  { tenant, actor, origin }: Session,
  attempted: AttemptedEdit,
  code: string,
): Promise<void> {
  const refused = { result: 'refused', code, change: null, details: null } as const
  const named = { action: attempted.useCase.name, object: attemptedName(attempted) }
  await inTenant(database, tenant.id, (tx) =>
    appendAuditEvent({ tx, tenant: tenant.id }, { ...origin, ...named, ...refused, actor }),
  )
}
