// The months of the history of what was observed, each a partition of its tables.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRows } from '../rows.ts'

/** For how long back what happened on clusters is taken in; what is told of earlier days isn't kept. */
const KEPT_DAYS = 90

const madeRow = z.strictObject({ made: z.unknown() })

/** Makes the partitions that entries can fall into from now on until the end of next month. */
export async function makePartitionsAhead(db: Database): Promise<void> {
  await outsideTenants(
    db,
    (tx) => readRows(tx, madeRow)`
      select make_observed_partitions(month::date) as made from generate_series(
        date_trunc('month', ${now} - make_interval(days => ${KEPT_DAYS})),
        date_trunc('month', ${now}) + interval '1 month', interval '1 month') month`,
  )
}

const now = sql`(now() at time zone 'UTC')`

/** Whether there is a partition for an instant: it isn't older than is kept, and at most a day ahead. */
export function isInPartitions(instant: ReturnType<typeof sql>) {
  return sql`${instant} >= now() - make_interval(days => ${KEPT_DAYS})
    and ${instant} < now() + interval '1 day'`
}
