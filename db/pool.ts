// Lends connections, each to one borrower at a time, first come first served.
import { requireEmptyHands, withConnectionInHand } from '#lib/in-hand.ts'
import type { Connection } from './connection.ts'
import { isUnavailable } from './errors.ts'

export type Pool = {
  /** Runs `fn` with a connection of its own. */
  readonly lend: <T>(fn: (connection: Connection) => Promise<T>) => Promise<T>
  /** Closes every connection; what still runs on one fails. */
  readonly close: () => Promise<void>
}

/** A pool of at most `max` connections, each made when it is first needed and kept until it is lost. */
export function openPool(connect: () => Promise<Connection>, max: number): Pool {
  const open = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: (() => void)[] = []
  let free = max

  async function takeTurn(): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function endTurn(): void {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  async function borrow(): Promise<Connection> {
    for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
      if (!connection.isLost()) return connection
      open.delete(connection)
    }
    const connection = await connect()
    open.add(connection)
    return connection
  }

  async function lend<T>(fn: (connection: Connection) => Promise<T>): Promise<T> {
    requireEmptyHands('another connection')
    await takeTurn()
    try {
      const connection = await borrow()
      let isBroken = false
      try {
        return await withConnectionInHand(() => fn(connection))
      } catch (error) {
        isBroken = isUnavailable(error)
        throw error
      } finally {
        // A query can fail a moment before its connection is known to be lost.
        if (isBroken) void connection.close()
        if (isBroken || connection.isLost()) open.delete(connection)
        else idle.push(connection)
      }
    } finally {
      endTurn()
    }
  }

  async function close(): Promise<void> {
    await Promise.all([...open].map((connection) => connection.close()))
  }

  return { lend, close }
}
