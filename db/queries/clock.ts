import { sql } from 'drizzle-orm'

/** When what is recorded happened: by the database's clock, unless the transaction was given an instant (`Database.now`). */
export const recordedAt = sql`coalesce(
  nullif(current_setting('berth.now', true), '')::timestamptz, clock_timestamp())`
