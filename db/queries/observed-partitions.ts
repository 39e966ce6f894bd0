// The months of the history of what was observed, each a partition of its tables.
import { sql } from 'drizzle-orm'
import { type Database, outsideTenants } from '../client.ts'

/** For how long back what happened on clusters is taken in; what is told of earlier days isn't kept. */
const KEPT_DAYS = 90

/** Makes the partitions that entries can fall into from now on until the end of next month. */
export async function makePartitionsAhead(db: Database): Promise<void> {
  await outsideTenants(db, (tx) =>
    tx.execute(sql`
      select make_observed_partitions(month::date) from generate_series(
        date_trunc('month', ${now} - make_interval(days => ${KEPT_DAYS})),
        date_trunc('month', ${now}) + interval '1 month', interval '1 month') month`),
  )
}

const now = sql`(now() at time zone 'UTC')`

/** Whether there is a partition for an instant: it isn't older than is kept, and at most a day ahead. */
export function isInPartitions(instant: ReturnType<typeof sql>) {
  return sql`${instant} >= now() - make_interval(days => ${KEPT_DAYS})
    and ${instant} < now() + interval '1 day'`
}
