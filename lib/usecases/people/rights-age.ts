// How long a provider's word about a person is valid, however it was obtained.
import type { PersonRow } from '#db/queries/people.ts'

/** Anything older counts for nothing. */
export const RIGHTS_BOUND_MS = 10 * 60_000

/** Whether a person's groups and roles are still valid. */
export function holds({ rightsState, readAt }: PersonRow, now: Date): boolean {
  return rightsState === 'read' && now.getTime() - readAt.getTime() < RIGHTS_BOUND_MS
}
