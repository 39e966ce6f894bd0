// Restarts a server that died while in use, after growing delays, and gives up when it keeps dying.
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Reached } from './reach.ts'

const RESTARTS_MAX = 4
const WINDOW_MS = 10 * 60_000
const FIRST_DELAY_MS = 100

type Kept = Pick<Reached, 'keeper' | 'lost' | 'port'>

export type Running = {
  /** Resolves when the server was given up. */
  readonly gone: Promise<Error>
  /** Stops watching; answers the last connection to the server. */
  readonly end: () => Promise<Sql>
}

/** Watches a server by the connection that was made to it; `reach` makes another one, if necessary to a new server. */
export function keepRunning(first: Kept, reach: () => Promise<Kept>): Running {
  const { promise: gone, resolve: giveUp } = Promise.withResolvers<Error>()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  let current = first
  let isLeaving = false

  async function bringBack(delayMs: number): Promise<void> {
    await current.keeper.end({ timeout: 0 })
    await Promise.race([pause(delayMs), left])
    if (isLeaving) return
    current = await reach()
  }

  async function watch(): Promise<void> {
    let restarts: number[] = []
    let failure = new Error('The database server died again and again')
    for (;;) {
      await Promise.race([current.lost, left])
      if (isLeaving) return
      restarts = restarts.filter((at) => at > Date.now() - WINDOW_MS)
      if (restarts.length === RESTARTS_MAX) return giveUp(failure)
      const delayMs = FIRST_DELAY_MS * 4 ** restarts.length
      restarts.push(Date.now())
      await bringBack(delayMs).catch((error: unknown) => {
        failure = new Error('The database server died and does not come back', { cause: error })
      })
      // Its users know no other port.
      if (current.port !== first.port) return giveUp(new Error('The database server moved'))
    }
  }

  const watching = watch()
  return {
    gone,
    end: async () => {
      isLeaving = true
      leave()
      await watching
      return current.keeper
    },
  }
}
