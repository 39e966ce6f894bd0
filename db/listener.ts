// A connection that receives notifications of other transactions. postgres.js's own `listen` gives up silently when it
// can't reconnect, so this one reports its loss, and the listener makes another.
import postgres from 'postgres'

export type Listener = {
  /** Resolves when the connection is lost; from then on nothing is received. */
  readonly lost: Promise<void>
  readonly close: () => Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000

/** Listens on a channel, or throws the driver's error within five seconds. */
export async function listen(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<Listener> {
  const { promise: lost, resolve: setLost } = Promise.withResolvers<void>()
  const options = {
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
  const client = postgres(url, options)
  const timer = setTimeout(() => void client.end({ timeout: 0 }), CONNECT_TIMEOUT_MS)
  try {
    await client`listen ${client(channel)}`
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { lost, close: () => client.end({ timeout: 0 }) }
}
