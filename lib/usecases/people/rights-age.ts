// How long what a provider said of a person counts, however it was heard.
import type { PersonRow } from '#db/queries/people.ts'

/** What is older counts for nothing. */
export const RIGHTS_BOUND_MS = 10 * 60_000

/** Whether a person's groups and roles still count. */
export function holds({ rightsState, readAt }: PersonRow, now: Date): boolean {
  return rightsState === 'read' && now.getTime() - readAt.getTime() < RIGHTS_BOUND_MS
}
