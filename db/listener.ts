// A connection that receives notifications of other transactions. postgres.js's own `listen` gives up silently when it
// can't reconnect, so this one reports its loss, and the listener makes another.
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { readServerAddress } from './server-address.ts'

export type Listener = {
  /** Resolves when the connection is lost; from then on nothing is received. */
  readonly lost: Promise<void>
  /**
   * Tells all who listen on a channel, at once. Throws the driver's error; a server that doesn't answer within five seconds
   * loses the connection.
   */
  readonly tell: (channel: string, payload: string) => Promise<void>
  /** Whether the server still answers; one that doesn't loses the connection. */
  readonly check: () => Promise<boolean>
  readonly close: () => Promise<void>
}

const PATIENCE_MS = 5_000
/** Nothing else is sent on most of these connections, and on some networks a silent one is dropped without a word. */
const CHECK_MS = 15_000
const RETRY_MS = 1_000

/** Listens on a channel, or throws the driver's error within five seconds. */
export async function listen(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<Listener> {
  const { promise: lost, resolve: setLost } = Promise.withResolvers<void>()
  const { address, socket } = readServerAddress(url)
  const options = {
    ...socket,
    max: 1,
    max_lifetime: null,
    // The driver ignores the outcome of its own query for types: if interrupted, that would crash the process.
    fetch_types: false,
    connection: { application_name: 'berth listener' },
    onnotice: () => undefined,
    onclose: () => {
      setLost()
      void client.end({ timeout: 0 })
    },
    // Known to the driver (3.4.9, src/connection.js), but not to its types.
    onnotify: (_channel: string, payload: string) => onMessage(payload),
  }
  const client = postgres(address, options)
  const inTime = async (query: PromiseLike<unknown>) => {
    const timer = setTimeout(() => void client.end({ timeout: 0 }), PATIENCE_MS)
    try {
      await query
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    await inTime(client`listen ${client(channel)}`)
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  }
  return {
    lost,
    tell: (name, payload) => inTime(client`select pg_notify(${name}, ${payload})`),
    check: () =>
      inTime(client`select 1`).then(
        () => true,
        () => false,
      ),
    close: () => client.end({ timeout: 0 }),
  }
}

/**
 * Listens until the signal, with another connection a second after each that is lost or can't be made. `follow` is told of
 * each connection, and by null that there is none.
 */
export async function keepListening(
  attempt: () => Promise<Listener>,
  follow: (listener: Listener | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })
  while (!signal.aborted) {
    const listener = await attempt().catch(() => null)
    follow(listener)
    if (listener !== null) {
      const checking = setInterval(() => void listener.check(), CHECK_MS)
      await Promise.race([listener.lost, aborted])
      clearInterval(checking)
      follow(null)
      await listener.close()
    }
    if (!signal.aborted) await Promise.race([pause(RETRY_MS), aborted])
  }
}
