// The hosts that the sources of applications are on. Berth refuses addresses of the machine itself, so they have names, and
// programs reach them through a proxy, with the environment that it answers: by https, as clusters do.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { CERTIFICATE } from './certificate.ts'

export const GIT_HOST = 'git.example.com'
export const CHARTS_HOST = 'charts.example.com'
export const REGISTRY_HOST = 'registry.example.com'

/** `ports` says where each host is on this machine. Answers with which settings programs reach them, and only them. */
export async function startInternet(folder: string, ports: Readonly<Record<string, number>>) {
  const trusted = path.join(folder, 'trusted.pem')
  writeFileSync(trusted, CERTIFICATE)
  const tunnels = new Set<Duplex>()
  const proxy = createServer((_, response) => response.writeHead(502).end())
  proxy.on('connect', (request, socket, head) => {
    const port = ports[(request.url ?? '').replace(/:443$/, '')]
    if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      tunnels.add(one)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        tunnels.delete(one)
        other.destroy()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    environment: {
      HTTPS_PROXY: `http://127.0.0.1:${address.port}`,
      HTTP_PROXY: `http://127.0.0.1:${address.port}`,
      NO_PROXY: '',
      SSL_CERT_FILE: trusted,
      GIT_SSL_CAINFO: trusted,
    },
    close: async () => {
      for (const end of tunnels) end.destroy()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
