// What commands on Berth's own machine do. Nobody is signed in there, so the command itself is the actor.
import { appendAuditEvent } from '#db/queries/audit.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { ownOrigin } from '../session.ts'
import { type AuditRecord, startRecording } from './recording.ts'

export async function recordCommand(
  scope: TenantScope,
  /** As it is typed, such as `npm run token`. */
  command: string,
  action: string,
  record: AuditRecord,
): Promise<void> {
  const recording = startRecording()
  recording.add(record)
  await appendAuditEvent(scope, {
    ...ownOrigin,
    ...recording.told(),
    actor: { kind: 'system', id: command, name: command },
    action,
    result: 'accepted',
    code: null,
  })
}
