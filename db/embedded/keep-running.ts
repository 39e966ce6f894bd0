// Brings back a server that died under whoever uses it, later and later, and gives up when it dies again and again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Reached } from './reach.ts'

const RESTARTS_MAX = 4
const WINDOW_MS = 10 * 60_000
const FIRST_DELAY_MS = 100

type Kept = Pick<Reached, 'keeper' | 'lost' | 'port'>

export type Running = {
  /** Resolves when it was given up. */
  readonly gone: Promise<Error>
  /** Lets the server be from now on; answers the last connection to it. */
  readonly end: () => Promise<Sql>
}

/** Watches a server by the connection that was made to it; `reach` makes another, where need be to another server. */
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
      // Whoever uses it knows no other port.
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
