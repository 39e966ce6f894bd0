import { Resolver } from 'node:dns/promises'

/** All addresses of a name; none: it isn't known. Ends early, and finds none, when the signal does. */
export type LookUpName = (host: string, signal: AbortSignal) => Promise<readonly string[]>

const RESOLVER = { timeout: 2_000, tries: 2 }

/**
 * Asks the name servers. Not the system's own lookup: that occupies a thread for as long as a server takes, of which the process
 * has few, and somebody else's server may take long. So names are whole, and those of /etc/hosts aren't known.
 */
export const askNameServers: LookUpName = async (host, signal) => {
  if (host === 'localhost') return ['127.0.0.1']
  const resolver = new Resolver(RESOLVER)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
