import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** When what is recorded happened: by the database's clock, unless the transaction was given an instant (`Database.now`). */
export const recordedAt = sql`coalesce(
  nullif(current_setting('berth.now', true), '')::timestamptz, clock_timestamp())`

/** For what is due at once. Columns keep milliseconds, and Postgres would round up to one that is still to come. */
export const dueNow = sql`date_trunc('milliseconds', clock_timestamp())`

/** This instant, by the same clock. */
export async function readInstant({ tx }: Pick<TenantScope, 'tx'>): Promise<Date> {
  const row = await readRow(tx, z.strictObject({ at: z.date() }))`select ${recordedAt} as at`
  return row!.at
}
