import { type SQL, sql } from 'drizzle-orm'

/** Whether what was received at an instant was known at another; `knownAt` undefined: whatever was told by now is known. */
export function toldBy(knownAt: Date | undefined, receivedAt: SQL): SQL {
  return knownAt === undefined
    ? sql`true`
    : sql`${receivedAt} <= ${knownAt.toISOString()}::timestamptz`
}
