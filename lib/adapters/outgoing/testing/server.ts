// A web server of this machine, for tests of what is called.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'

/** Answers until the test is over. The port that it listens at, of 127.0.0.1. */
export async function listening(
  answer: RequestListener,
  { tls }: { readonly tls: boolean } = { tls: false },
): Promise<number> {
  const server = tls
    ? createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, answer)
    : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
