// One HTTP server with Next.js in it, in this very process: whoever kills the process has killed all of it.
import { createServer } from 'node:http'
import next from 'next'
import type { Environment } from '#lib/env.ts'
import { start } from '#lib/start.ts'

const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 300_000

/** Starts Berth and answers, and resolves once it does. */
export async function serve({ host, port }: Environment, options: { dev: boolean }): Promise<void> {
  await start()
  const app = next({ dev: options.dev, hostname: host, port, dir: process.cwd() })
  await app.prepare()
  const handle = app.getRequestHandler()
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      if (isDecodable(request.url ?? '')) void handle(request, response)
      else response.writeHead(400, { 'Content-Type': 'text/plain' }).end('A malformed address.\n')
    },
  )
  if (options.dev) {
    const upgrade = app.getUpgradeHandler()
    server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head))
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/** Next.js answers an address with a malformed escape as if that were its own fault. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address.split('?', 1)[0]!)
    return true
  } catch {
    return false
  }
}
