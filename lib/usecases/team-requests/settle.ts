import type { TeamRequestState } from '#db/queries/team-requests.ts'
import type { AuditRecord } from '../audit/recording.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import { Refusal } from '../refusal.ts'

/** Refuses unless this decision settled the request: the first one counts. */
export function requireSettled(wasOpen: boolean): void {
  if (wasOpen) return
  throw new Refusal('conflict', 'The request was decided or withdrawn already.', {
    code: 'request_settled',
  })
}

export const requestSubject: Subject = { kind: 'team-request', namedBy: ['name'] }

/** What is reported to the audit about a request that was open. */
export function stateRecord(id: string, state: TeamRequestState, reason?: string): AuditRecord {
  const after = { state, ...(reason !== undefined && { reason }) }
  return { object: auditName(requestSubject, id), before: { state: 'open' }, after }
}

/** Of a request that nothing came of. */
export const NOTHING_MADE = { change: null, team: null, cluster: null } as const
