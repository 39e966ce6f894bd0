// What reading costs, as counted by Postgres.
import { sql } from 'drizzle-orm'
import type { Transaction } from '../client.ts'

/**
 * How many rows of these tables, or of all, `read` reads in the transaction. Those that an index-only scan finds where vacuum was
 * aren’t counted, for Postgres doesn’t read them.
 */
export async function rowsReadBy(
  tx: Transaction,
  read: () => Promise<unknown>,
  tables?: readonly string[],
): Promise<number> {
  const before = await countReads(tx, tables)
  await read()
  return (await countReads(tx, tables)) - before
}

/** Includes what the connection hasn't reported of earlier transactions. */
async function countReads(tx: Transaction, tables?: readonly string[]): Promise<number> {
  const isMeant = tables === undefined ? sql`true` : sql`relname in ${tables}`
  const [row] = await tx.execute<{ rows: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where ${isMeant}`)
  return row!.rows
}
