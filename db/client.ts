// The way to the database: transactions of one tenant, and a few queries outside of tenants.
import { setTimeout as pause } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
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

/** What a transaction is for; this decides how long one of its statements may take. */
type Pace = 'read' | 'heavy' | 'write'
type StatementTimeouts = Readonly<Record<Pace, number>>

/** In milliseconds. A write may delay the tenant's other writes for up to a minute. */
const REQUEST_TIMEOUTS: StatementTimeouts = { read: 10_000, heavy: 30_000, write: 60_000 }
/** Nobody waits for a publication, and it may be of a whole fleet. */
export const PUBLISHER_TIMEOUTS: StatementTimeouts = {
  read: 600_000,
  heavy: 600_000,
  write: 600_000,
}

export type Database = {
  readonly pool: Pool
  /** Absent: those for requests. */
  readonly timeouts?: StatementTimeouts
  /** How long a statement waits for a row that somebody else holds; absent: as long as it may take. Then the transaction fails with `isHeld`. */
  readonly lockTimeoutMs?: number
  /** When what is recorded happened, for a history that is made; absent: the database's clock says it. */
  readonly now?: () => Date
}

/** Drizzle within a transaction. It can't begin another one, which would commit this one. */
export type Transaction = Omit<PostgresJsDatabase, 'transaction'>

/** What raw statements are sent with. */
export type Queries = { readonly execute: (statement: SQL) => PromiseLike<unknown[]> }

const MAX_ATTEMPTS = 4

/** Shared, because it caches the names of columns. */
const dialect = new PgDialect({ casing: 'snake_case' })

type DatabaseOptions = {
  readonly max: number
  readonly perTenant?: number
  readonly timeouts?: StatementTimeouts
}

/** A database with at most `max` connections, each made when it is first needed, and optionally fewer for one tenant. */
export function openDatabase(
  url: string,
  { max, perTenant = max, timeouts }: DatabaseOptions,
): Database {
  return { pool: openPool(() => connect(url), { max, perTenant }), timeouts }
}

/** Closes every connection; whatever is running on one fails. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.pool.close()
}

/** A plan that was made while a table was empty would read all of it, however much it holds by now. */
const PLANS_ONCE =
  ", set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)"

const WAITS_FOR_NO_DISK = ", set_config('synchronous_commit', 'off', true)"

type InTenantOptions = {
  readonly readOnly?: boolean
  readonly locksTenant?: boolean
  readonly isRecord?: boolean
  readonly isHeavy?: boolean
  readonly plansOnce?: boolean
  readonly mayBeLost?: boolean
}

/**
 * Runs `fn` in one transaction that sees only the rows of `tenant`. Read-only ones see one snapshot throughout.
 *
 * `fn` is run again, up to four times in all, when Postgres gave the transaction up in favour of another (a deadlock, a
 * serialization failure), so it must do nothing but query. Throws `DatabaseUnavailable` when there is no connection or it
 * was lost (if that was during the commit, the transaction may have been kept), its subclass `DatabaseBusy` when none was
 * free in time, and `StatementTooLong` when a statement took too long. `locksTenant`: `fn` locks the tenant's row before
 * anything else. `isRecord`: it keeps what a cluster said. `isHeavy`: a read that may take long. `plansOnce`: `fn` looks rows up by keys alone, so that a connection's
 * first plan of each statement suits every value; to make one takes longer than most such statements. `mayBeLost`: it ends
 * without waiting for the disk, so that a database that is killed within a second may have lost it as a whole.
 */
export async function inTenant<T>(
  db: Database,
  tenant: number,
  fn: (tx: Transaction) => Promise<T>,
  options: InTenantOptions = {},
): Promise<T> {
  const begin = beginOf(db, tenant, options)
  const lane = { tenant, use: useOf(options) }
  const keeps = options.readOnly !== true
  return attempt(db, lane, (connection) => transact(connection, { begin, keeps }, fn))
}

/**
 * Runs each statement in a transaction of its own, as `inTenant` runs several, and in one round trip: what begins the
 * transaction, the statement and the commit are sent one right after the other, before anything is answered.
 */
export function eachAlone(
  db: Database,
  tenant: number,
  options: Pick<InTenantOptions, 'isRecord' | 'plansOnce' | 'mayBeLost'>,
): Queries {
  const lane = { tenant, use: useOf(options) }
  return {
    execute: async (statement) => {
      const begin = beginOf(db, tenant, options)
      const { sql: text, params } = dialect.sqlToQuery(statement)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Drizzle hands them on itself
      const parameters = params as Parameters<Connection['client']['unsafe']>[1]
      return attempt(db, lane, (connection) =>
        orRollBack(connection, async () => {
          const { client } = connection
          const [, rows] = await Promise.all([
            client.unsafe(begin).execute(),
            client.unsafe(text, parameters).execute(),
            commit(client),
          ])
          return rows
        }),
      )
    },
  }
}

/** One message, one round trip. The settings are local to the transaction and end with it. */
function beginOf(db: Database, tenant: number, options: InTenantOptions): string {
  if (!Number.isSafeInteger(tenant) || tenant < 1) throw new Error(`There is no tenant ${tenant}`)
  const mode =
    options.readOnly === true ? 'isolation level repeatable read, read only' : 'read write'
  const timeoutMs = (db.timeouts ?? REQUEST_TIMEOUTS)[paceOf(options)]
  const now = db.now ? `, set_config('berth.now', '${db.now().toISOString()}', true)` : ''
  const locks =
    db.lockTimeoutMs === undefined
      ? ''
      : `, set_config('lock_timeout', '${db.lockTimeoutMs}', true)`
  const plans = options.plansOnce === true ? PLANS_ONCE : ''
  const waits = options.mayBeLost === true ? WAITS_FOR_NO_DISK : ''
  return `begin ${mode}; select set_config('berth.tenant', '${tenant}', true), set_config('statement_timeout', '${timeoutMs}', true)${locks}${plans}${waits}${now}`
}

function useOf({ locksTenant, isRecord }: InTenantOptions): Lane['use'] {
  if (locksTenant === true) return 'lock'
  return isRecord === true ? 'record' : 'other'
}

function paceOf({ readOnly, isHeavy }: InTenantOptions): Pace {
  if (readOnly !== true) return 'write'
  return isHeavy === true ? 'heavy' : 'read'
}

/**
 * Runs `fn` without a tenant and without a transaction. Every table refuses it, so it can only call the functions that are
 * meant for the time before a tenant is known. Repeats and throws as `inTenant` does.
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

/** `keeps`: it isn't over before Postgres has said that it is kept. */
async function transact<T>(
  connection: Connection,
  { begin, keeps }: { readonly begin: string; readonly keeps: boolean },
  fn: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { client } = connection
  return orRollBack(connection, async () => {
    // Not waited for: the first query is sent right after it, on the same connection.
    const begun = client.unsafe(begin).execute()
    const [value] = await Promise.all([withQueries(client, fn), begun])
    const committed = commit(client)
    // What was read is true whatever becomes of the connection, and its next borrower's statements come after this one.
    if (keeps) await committed
    else committed.catch(() => undefined)
    return value
  })
}

async function orRollBack<T>(
  { client, isLost, close }: Connection,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isLost()) await client.unsafe('rollback').catch(close)
    throw error
  }
}

async function commit(client: Connection['client']): Promise<void> {
  const { command } = await client.unsafe('commit')
  // Postgres answers so, without an error, when a statement had failed and the transaction continued.
  if (command !== 'COMMIT')
    throw new Error('A statement of the transaction failed: nothing is kept')
}

/**
 * Lends the client's queries to `fn`, and takes them back at the end: when one of several queries failed, `fn` may be about
 * to send another, which must not reach the connection's next borrower.
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
