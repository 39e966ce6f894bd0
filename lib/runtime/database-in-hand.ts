// Tracks who holds a connection to the database. There are few of them for all tenants, so while holding one, code may wait
// only for the database: not for a client, a child process, a remote, or another connection. Everything that waits for
// something else asks here first, so code that starts to wait inside a transaction fails in the first test that runs it.
import { AsyncLocalStorage } from 'node:async_hooks'

type Hand = { holds: boolean }

// One in the process, although Next.js loads this module several times.
const place = globalThis as typeof globalThis & { berthHands?: AsyncLocalStorage<Hand> }
const hands = (place.berthHands ??= new AsyncLocalStorage<Hand>())

/** Runs `fn`, which holds a connection to the database until it ends. */
export async function withConnectionInHand<T>(fn: () => Promise<T>): Promise<T> {
  const hand = { holds: true }
  try {
    return await hands.run(hand, fn)
  } finally {
    // Work that `fn` started and left running no longer holds one.
    hand.holds = false
  }
}

/** Throws when the caller holds a connection. `what`: what they are about to wait for. */
export function requireEmptyHands(what: string): void {
  if (hands.getStore()?.holds !== true) return
  throw new Error(`Waits for ${what} with a connection to the database in hand`)
}
