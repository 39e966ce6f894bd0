// What is kept of what was observed, and for how many days: most of it in months, each a partition of its tables.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { isHeld } from '../errors.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const madeRow = z.strictObject({ made: z.unknown() })

/** Makes the partitions that entries can fall into from now on until the end of next month. */
export async function makePartitionsAhead(db: Database, keptDays: number): Promise<void> {
  await outsideTenants(
    db,
    (tx) => readRows(tx, madeRow)`
      select make_observed_partitions(month::date) as made from generate_series(
        date_trunc('month', ${now} - make_interval(days => ${keptDays})),
        date_trunc('month', ${now}) + interval '1 month', interval '1 month') month`,
  )
}

const droppedRow = z.strictObject({ name: z.string() })

/** Drops the months that ended before what is kept, unless somebody reads them just now; answers their partitions. */
export async function dropOldPartitions(db: Database, keptDays: number): Promise<string[]> {
  try {
    const rows = await outsideTenants(
      db,
      (tx) => readRows(tx, droppedRow)`
        select drop_observed_partitions((${now} - make_interval(days => ${keptDays}))::date) as name`,
    )
    return rows.map(({ name }) => name)
  } catch (error) {
    if (isHeld(error)) return []
    throw error
  }
}

const now = sql`(now() at time zone 'UTC')`

/** Whether there is a partition for an instant: it isn't older than is kept, and at most a day ahead. */
export function isInPartitions(instant: SQL, keptDays: number): SQL {
  return sql`${instant} >= ${keptSince(keptDays)} and ${instant} < now() + interval '1 day'`
}

function keptSince(keptDays: number): SQL {
  return sql`now() - make_interval(days => ${keptDays})`
}

/** So that no turn of a tenant takes long. */
const DELETED_AT_ONCE = 10_000

/** Deletes what is older than is kept and in no partition. What a cluster had pulled by then stays. */
export async function forgetOldObservations(
  { tx, tenant }: TenantScope,
  keptDays: number,
): Promise<void> {
  const kept = keptSince(keptDays)
  await tx.execute(sql`
    delete from observed_pulls where tenant = ${tenant} and ctid = any(array(
      select p.ctid from observed_pulls p
      where p.tenant = ${tenant} and p.received_at < ${kept} and exists (
        select from observed_pulls n where n.tenant = ${tenant} and n.cluster = p.cluster
          and n.at > p.at and n.received_at < ${kept} and n.change is not null)
      limit ${DELETED_AT_ONCE}))`)
  // Since when a cluster reports stays.
  await tx.execute(sql`
    delete from observed_silences where tenant = ${tenant} and to_at < ${kept}
      and from_at > '-infinity'`)
}
