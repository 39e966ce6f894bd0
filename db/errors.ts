// Which errors of the driver mean "the database isn't there", and which mean "try that transaction again".
import { isErrorNamed } from '#lib/runtime/error-name.ts'

/** There is no connection to the database, or it was lost on the way. `cause` says why, only for logs. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super('The database is not available', { cause })
  }

  static override [Symbol.hasInstance](thrown: unknown): thrown is DatabaseUnavailable {
    return isErrorNamed(thrown, ['DatabaseUnavailable', 'DatabaseBusy'])
  }
}

/** The database is there, but no connection to it was free in time. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'

  static override [Symbol.hasInstance](thrown: unknown): thrown is DatabaseBusy {
    return isErrorNamed(thrown, ['DatabaseBusy'])
  }
}

/** A statement took longer than its kind may. Nothing of its transaction is kept. */
export class StatementTooLong extends Error {
  override readonly name = 'StatementTooLong'

  constructor(cause: unknown) {
    super('A statement took longer than it may', { cause })
  }

  static override [Symbol.hasInstance](thrown: unknown): thrown is StatementTooLong {
    return isErrorNamed(thrown, ['StatementTooLong'])
  }
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html
const QUERY_CANCELED = '57014'
const LOCK_NOT_AVAILABLE = '55P03'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53200', // out_of_memory
  '53300', // too_many_connections
  '25P03', // idle_in_transaction_session_timeout
  // postgres.js 3.4.9, src/connection.js
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  // The operating system's, as Node names them
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code === null) return false
  return UNAVAILABLE_CODES.has(code) || code.startsWith('08') || isSocketGone(error)
}

/** The file of a Unix socket goes with the server. */
function isSocketGone(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && property(driverError(error), 'syscall') === 'connect'
}

/** Whether Postgres gave a transaction up in favour of another. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** Whether Postgres cancelled a statement because it took too long; nothing else here cancels statements. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED
}

/** Whether what a statement needed was held by another transaction for longer than it may wait. */
export function isHeld(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}

const FULL_CODES: ReadonlySet<string> = new Set([
  '53100', // disk_full
  // Of the operating system, for files that this process writes
  'ENOSPC',
  'EDQUOT',
])

/** Whether a disk was full: the database's, or that of this process. */
export function isStorageFull(error: unknown): boolean {
  const code = codeOf(error)
  return code !== null && FULL_CODES.has(code)
}

/** Whether a row violated a unique constraint or index: the named one, or any. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const source = driverError(error)
  if (codeOf(source) !== '23505') return false
  return constraint === undefined || property(source, 'constraint_name') === constraint
}

/** The SQLSTATE, or the driver's or the operating system's code, or null. */
export function codeOf(error: unknown): string | null {
  const code = property(driverError(error), 'code')
  return typeof code === 'string' ? code : null
}

/** drizzle wraps the driver's error, and when several addresses refused it is an AggregateError. */
function driverError(error: unknown): unknown {
  if (error instanceof Error && property(error, 'code') === undefined && error.cause !== undefined)
    return driverError(error.cause)
  return error
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
