// Microsoft Entra ID with all its tenants behind one origin: each is an issuer of its own, told apart by the first step of
// an address.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createIssuer } from './issuer.ts'
import { startLoopbackServer } from './loopback-server.ts'

type Options = Omit<Parameters<typeof createIssuer>[1], 'accounts' | 'entraTenant'>
type Issuer = Awaited<ReturnType<typeof createIssuer>>
type Claims = Readonly<Record<string, unknown>>

/** `tenants`: each one's accounts by its GUID. A claim `tid` is added to those of each account. */
export async function startEntraAuthority(
  tenants: Readonly<Record<string, Readonly<Record<string, Claims>>>>,
  options: Options,
) {
  const issuers = new Map<string, Issuer>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, tid = ''] = (request.url ?? '').split('/')
    const issuer = issuers.get(tid)
    if (issuer) await issuer.handle(request, response)
    else response.writeHead(404).end()
  }
  const server = await startLoopbackServer(answer)
  for (const [tid, people] of Object.entries(tenants)) {
    const accounts = Object.fromEntries(
      Object.entries(people).map(([id, claims]) => [id, { tid, ...claims }]),
    )
    const issuer = await createIssuer(`${server.origin}/${tid}/v2.0`, {
      ...options,
      accounts,
      entraTenant: tid,
    })
    issuers.set(tid, issuer)
  }
  return {
    origin: server.origin,
    issuerOf: (tid: string) => {
      const issuer = issuers.get(tid)
      if (issuer) return issuer
      throw new Error(`There is no tenant ${tid}`)
    },
    close: () => server.close(),
  }
}
