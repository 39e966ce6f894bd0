// A route to a host named by somebody who doesn't run this machine. The name is resolved here, the address is checked, and
// git is told to connect to exactly that address, so that a name which resolves differently a moment later has no effect.
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { isHostAddress } from '#lib/domain/addresses/special-addresses.ts'
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'
import type { GitTransport } from './git-process.ts'
import { type NetworkRoute, RouteRefused } from './route.ts'

export type LookUp = (host: string) => Promise<readonly string[]>

const lookUpAll: LookUp = async (host) =>
  (await lookup(host, { all: true, verbatim: false })).map(({ address }) => address)

/** The route for a `url` that is https or ssh, in either spelling. */
export function guardedRoute(
  route: NetworkRoute,
  url: string,
  lookUp: LookUp = lookUpAll,
): NetworkRoute {
  const server = serverIn(url)
  return {
    protocol: route.protocol,
    lend: async (use) => {
      requireEmptyHands('a remote')
      const addresses = await addressesOf(server.host, lookUp)
      const pin = route.protocol === 'ssh' ? pinSsh : pinHttp
      return route.lend((transport) => use(pin(transport, server, addresses)))
    },
  }
}

type Server = { readonly host: string; readonly port: number | null }

function serverIn(url: string): Server {
  const scp = /^[^@:/]*@([^:/]*):/.exec(url)
  if (scp !== null) return { host: scp[1] ?? '', port: null }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? null : Number(port) }
}

async function addressesOf(host: string, lookUp: LookUp): Promise<readonly string[]> {
  const addresses = await lookUp(host).catch(() => {
    throw new RouteRefused(`The host ${host} is not known to the name service.`)
  })
  if (addresses.length === 0 || !addresses.every(isHostAddress)) {
    throw new RouteRefused(
      `The host ${host} leads to this machine, its link or a metadata service: that is not allowed.`,
    )
  }
  return addresses
}

/** https://git-scm.com/docs/git-config#Documentation/git-config.txt-httpcurloptResolve */
function pinHttp(
  transport: GitTransport,
  { host, port }: Server,
  addresses: readonly string[],
): GitTransport {
  const shown = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address))
  const resolve = `http.curloptResolve=${host}:${port ?? 443}:${shown.join(',')}`
  return { ...transport, settings: [...transport.settings, '-c', resolve] }
}

/** The host's key is still looked up under the name that people know. */
function pinSsh(
  transport: GitTransport,
  { host, port }: Server,
  [address = '']: readonly string[],
): GitTransport {
  const alias = port === null || port === 22 ? host : `[${host}]:${port}`
  const command = `${transport.environment['GIT_SSH_COMMAND']} -o HostName=${address} -o 'HostKeyAlias=${alias}'`
  return { ...transport, environment: { ...transport.environment, GIT_SSH_COMMAND: command } }
}
