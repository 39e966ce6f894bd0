import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDrain } from './drain.ts'

const FOREVER_MS = 2 ** 30

let server: Server
let clients: Socket[]
beforeEach(() => {
  // Without timeouts, which would close connections on their own.
  server = createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
  clients = []
})
afterEach(() => {
  for (const client of clients) client.destroy()
  server.closeAllConnections()
  server.close()
})

async function listening(patienceMs: number): Promise<() => Promise<void>> {
  const drain = prepareDrain(server, patienceMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return drain
}

function port(): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** A connection that the server has accepted, of a client that keeps its half open and waits. */
async function connected(): Promise<Socket> {
  const accepted = once(server, 'connection')
  const client = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true })
  clients.push(client)
  await accepted
  return client
}

/** Sends a request, and gives the answer for the server to write. */
async function asked(client: Socket): Promise<ServerResponse> {
  const request = once(server, 'request')
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, response] = (await request) as [unknown, ServerResponse]
  return response
}

describe('draining', () => {
  it('ends connections on which nobody waits, also those that never asked anything', async () => {
    const drain = await listening(FOREVER_MS)
    await connected()
    const answered = await connected()
    const response = await asked(answered)
    response.end('one')
    await once(response, 'close')
    await drain()
  })

  it('gives each the whole answer that it waits for, and then ends its connection', async () => {
    const drain = await listening(FOREVER_MS)
    const [early, late] = [await connected(), await connected()]
    const begun = await asked(early)
    begun.write('first ')
    const unbegun = await asked(late)
    const drained = drain()
    begun.end('second')
    unbegun.end('all of it')
    expect(await text(early)).toMatch(/first .*second/s)
    expect(await text(late)).toContain('all of it')
    await drained
  })

  it('answers all that one connection asked for', async () => {
    const drain = await listening(FOREVER_MS)
    const client = await connected()
    const answers = [await asked(client), await asked(client)]
    const drained = drain()
    const [first, second] = answers
    first!.end('first')
    await once(first!, 'close')
    second!.end('second')
    expect(await text(client)).toMatch(/first.*second/s)
    await drained
  })

  it('takes no new connection', async () => {
    const drain = await listening(FOREVER_MS)
    const response = await asked(await connected())
    const taken = port()
    const drained = drain()
    const refused = connect(taken, '127.0.0.1')
    expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
    response.end()
    await drained
  })

  it('gives up on an answer that does not come', async () => {
    const drain = await listening(1)
    await asked(await connected())
    await drain()
  })

  it('ends a server that does not listen yet', async () => {
    await prepareDrain(server, FOREVER_MS)()
  })
})
