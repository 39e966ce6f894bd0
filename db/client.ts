// The way to the database: transactions that belong to one tenant, and a few that belong to none.
import { setTimeout as pause } from 'node:timers/promises'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import {
  DatabaseBusy,
  DatabaseUnavailable,
  isConflict,
  isTimeout,
  isUnavailable,
  StatementTooLong,
} from './errors.ts'
import { openPool } from './pool.ts'
import type { Pool } from './pool.ts'
import { type Lane, LineTooLong, NO_TENANT } from './waiting-line.ts'

/** What a transaction is for, by which it is told how long one statement may take. */
type Pace = 'read' | 'heavy' | 'write'
type StatementTimeouts = Readonly<Record<Pace, number>>

/** In milliseconds. A write may hold up the tenant's others for as long as a minute. */
const REQUEST_TIMEOUTS: StatementTimeouts = { read: 10_000, heavy: 30_000, write: 60_000 }
/** Nobody waits for a publication, and it may be a whole fleet's. */
export const PUBLISHER_TIMEOUTS: StatementTimeouts = {
  read: 600_000,
  heavy: 600_000,
  write: 600_000,
}

export type Database = {
  readonly pool: Pool
  /** Absent: those of requests. */
  readonly timeouts?: StatementTimeouts
}

/** Drizzle within a transaction. It begins no other: that would commit this one. */
export type Transaction = Omit<PostgresJsDatabase, 'transaction'>

const MAX_ATTEMPTS = 4

/** One for all: it remembers how each column is called. */
const dialect = new PgDialect({ casing: 'snake_case' })

type DatabaseOptions = {
  readonly max: number
  readonly perTenant?: number
  readonly timeouts?: StatementTimeouts
}

/** A database with at most `max` connections, each made when it is first needed, and fewer for one tenant where told. */
export function openDatabase(
  url: string,
  { max, perTenant = max, timeouts }: DatabaseOptions,
): Database {
  return { pool: openPool(() => connect(url), { max, perTenant }), timeouts }
}

/** Closes every connection; what still runs on one fails. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.pool.close()
}

/**
 * Runs `fn` in one transaction that sees the rows of `tenant` alone. Read-only ones see one snapshot throughout.
 *
 * `fn` is run again, up to four times in all, when Postgres gave the transaction up for another's sake (a deadlock, a
 * serialization failure), so it must do nothing but query. Throws `DatabaseUnavailable` when there is no connection or it
 * was lost (if that was during the commit, the transaction may have been kept), and of that `DatabaseBusy` when none was
 * free in time; `StatementTooLong` when one took too long. `locksTenant`: `fn` locks the tenant's row before all else.
 * `isHeavy`: a read that may take long.
 */
export async function inTenant<T>(
  db: Database,
  tenant: number,
  fn: (tx: Transaction) => Promise<T>,
  options: { readOnly?: boolean; locksTenant?: boolean; isHeavy?: boolean } = {},
): Promise<T> {
  if (!Number.isSafeInteger(tenant) || tenant < 1) throw new Error(`There is no tenant ${tenant}`)
  const mode =
    options.readOnly === true ? 'isolation level repeatable read, read only' : 'read write'
  const timeoutMs = (db.timeouts ?? REQUEST_TIMEOUTS)[paceOf(options)]
  // One message, one round trip. Settings are local to the transaction: they go when that ends, however that is.
  const begin = `begin ${mode}; select set_config('berth.tenant', '${tenant}', true), set_config('statement_timeout', '${timeoutMs}', true)`
  const lane = { tenant, locksTenant: options.locksTenant === true }
  return attempt(db, lane, (connection) => transact(connection, begin, fn))
}

function paceOf({ readOnly, isHeavy }: { readOnly?: boolean; isHeavy?: boolean }): Pace {
  if (readOnly !== true) return 'write'
  return isHeavy === true ? 'heavy' : 'read'
}

/**
 * Runs `fn` without a tenant and without a transaction: every table answers it with an error, so it can only call the
 * functions that are asked before a tenant is known. Run again and throws as `inTenant` does.
 */
export async function outsideTenants<T>(
  db: Database,
  fn: (queries: Transaction) => Promise<T>,
): Promise<T> {
  return attempt(db, NO_TENANT, ({ client }) => withQueries(client, fn))
}

async function attempt<T>(
  db: Database,
  lane: Lane,
  action: (connection: Connection) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await db.pool.lend(action, lane)
    } catch (error) {
      if (error instanceof LineTooLong) throw new DatabaseBusy(error)
      if (isUnavailable(error)) throw new DatabaseUnavailable(error)
      if (isTimeout(error)) throw new StatementTooLong(error)
      if (!isConflict(error) || attempts === MAX_ATTEMPTS) throw error
      await pause(Math.random() * 20 * 2 ** attempts)
    }
  }
}

async function transact<T>(
  { client, isLost, close }: Connection,
  begin: string,
  fn: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    // Not waited for: the first query goes out right behind it, on the same connection.
    const begun = client.unsafe(begin).execute()
    const [value] = await Promise.all([withQueries(client, fn), begun])
    const { command } = await client.unsafe('commit')
    // Postgres answers so, and without an error, when a statement had failed and `fn` went on.
    if (command !== 'COMMIT')
      throw new Error('A statement of the transaction failed: nothing is kept')
    return value
  } catch (error) {
    if (!isLost()) await client.unsafe('rollback').catch(close)
    throw error
  }
}

/**
 * Lends the client's queries to `fn`. Taken back at the end: when one of several queries failed, `fn` may still be about to
 * send another, which must not reach the connection's next borrower.
 */
async function withQueries<T>(
  client: Connection['client'],
  fn: (queries: Transaction) => Promise<T>,
): Promise<T> {
  const { proxy, revoke } = Proxy.revocable(client, {})
  try {
    const session = new PostgresJsSession(proxy, dialect, undefined)
    return await fn(new PostgresJsDatabase(dialect, session, undefined))
  } finally {
    revoke()
  }
}
