// Who has a connection to the database in hand. There are few of them for all tenants, so whoever has one waits for the
// database alone: not for a client, a child process, a remote, or another connection. Whatever waits for others asks here
// first, so that code which comes to wait inside of a transaction fails in the first test that runs it.
import { AsyncLocalStorage } from 'node:async_hooks'

type Hand = { holds: boolean }

// One in the process, however often Next.js loads this module.
const place = globalThis as typeof globalThis & { berthHands?: AsyncLocalStorage<Hand> }
const hands = (place.berthHands ??= new AsyncLocalStorage<Hand>())

/** Runs `fn`, which has a connection to the database in hand until it ends. */
export async function withConnectionInHand<T>(fn: () => Promise<T>): Promise<T> {
  const hand = { holds: true }
  try {
    return await hands.run(hand, fn)
  } finally {
    // What `fn` began and left running has none any more.
    hand.holds = false
  }
}

/** Throws when whoever calls has a connection in hand. `what`: what they are about to wait for. */
export function requireEmptyHands(what: string): void {
  if (hands.getStore()?.holds !== true) return
  throw new Error(`Waits for ${what} with a connection to the database in hand`)
}
