// Lends connections, each to one borrower at a time and fairly between tenants, and takes them all back when the database
// stops answering.
import { requireEmptyHands, withConnectionInHand } from '#lib/runtime/database-in-hand.ts'
import type { Connection } from './connection.ts'
import { isStorageFull, isUnavailable } from './errors.ts'
import { Heartbeat, HEARTBEAT_TIMES } from './heartbeat.ts'
import { Stock } from './stock.ts'
import { type Lane, type LineLimits, NO_TENANT, WaitingLine } from './waiting-line.ts'

export type Pool = {
  /** Runs `fn` with a connection of its own. */
  readonly lend: <T>(fn: (connection: Connection) => Promise<T>, lane?: Lane) => Promise<T>
  /** Whether the server’s disk was found full. The check of readiness resets it once there is room again. */
  readonly disk: { isFull: boolean }
  /** Closes every connection; whatever is running on one fails. */
  readonly close: () => Promise<void>
}

type Loan = { readonly since: number }

/** A pool of at most `max` connections, each made when it is first needed and kept until it is lost. */
export function openPool(
  connect: () => Promise<Connection>,
  limits: LineLimits,
  times = HEARTBEAT_TIMES,
): Pool {
  const stock = new Stock(connect)
  const line = new WaitingLine(limits)
  const heartbeat = new Heartbeat(connect, times)
  /** The oldest first. */
  const loans = new Set<Loan>()
  const disk = { isFull: false }
  let isSilent = false

  async function lend<T>(
    fn: (connection: Connection) => Promise<T>,
    lane: Lane = NO_TENANT,
  ): Promise<T> {
    requireEmptyHands('another connection')
    if (isSilent) throw silence()
    await line.take(lane)
    const loan = { since: performance.now() }
    loans.add(loan)
    try {
      return await run(stock, fn)
    } catch (error) {
      if (isStorageFull(error)) disk.isFull = true
      throw error
    } finally {
      loans.delete(loan)
      line.end(lane)
    }
  }

  /** While a query takes long, checks whether the database answers at all. */
  async function listen(): Promise<void> {
    const [oldest] = loans
    const isLong = oldest !== undefined && performance.now() - oldest.since > times.suspiciousMs
    if (!isLong && !isSilent) return
    const beats = await heartbeat.beats()
    if (!beats && !isSilent) {
      line.failAll(silence())
      stock.destroyAll(silence())
    }
    isSilent = !beats
  }

  const listening = repeat(listen, times.suspiciousMs)

  async function close(): Promise<void> {
    listening.end()
    await Promise.all([heartbeat.end(), stock.close()])
  }

  return { lend, disk, close }
}

async function run<T>(stock: Stock, fn: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await stock.borrow()
  let isBroken = false
  try {
    return await withConnectionInHand(() => fn(connection))
  } catch (error) {
    isBroken = isUnavailable(error)
    throw error
  } finally {
    stock.giveBack(connection, { isBroken })
  }
}

/** Runs again and again, `ms` apart, without keeping the process alive. */
function repeat(run: () => Promise<void>, ms: number): { end: () => void } {
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    if (!hasEnded) timer = setTimeout(() => void run().finally(next), ms).unref()
  }
  next()
  return {
    end: () => {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}

/** With the code of a connection that received nothing. */
function silence(): Error {
  return Object.assign(new Error('The database answers nothing'), { code: 'ETIMEDOUT' })
}
