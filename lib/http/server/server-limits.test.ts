import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { serverLimits } from './server-limits.ts'
import { endUnreadBody } from './unread-bodies.ts'

/** Short, so that tests don't wait as long as a client may. */
const SHORT_MS = 50
const LONG_MS = 2 ** 30

let server = createServer()
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function begun(text: string) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  if (text !== '') socket.write(text)
  return socket
}

describe('a connection', () => {
  it('is checked often enough to be closed soon after its time', () => {
    const { connectionsCheckingInterval, headersTimeout, requestTimeout } = serverLimits
    expect(connectionsCheckingInterval * 10).toBeLessThanOrEqual(headersTimeout)
    expect(headersTimeout).toBeLessThan(requestTimeout)
  })

  it.each([
    ['nothing', ''],
    ['half a line', 'GET / HT'],
    ['headers without an end', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ])('on which %s was sent is closed when its time is up', async (_, text) => {
    const checked = { headersTimeout: SHORT_MS, connectionsCheckingInterval: SHORT_MS }
    server = createServer({ ...serverLimits, ...checked })
    await once(await begun(text), 'close')
  })

  it('ends soon after an answer that came before the body did', async () => {
    server = createServer({ requestTimeout: LONG_MS }, (request, response) => {
      endUnreadBody(request, response, SHORT_MS)
      response.end('no')
    })
    const socket = await begun('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await once(socket, 'close')
  })

  it.each([
    ['before any of it came', 0],
    ['once a request holds what it may of it', 1],
  ])('is read slowly of a body that is answered %s, however fast it comes', async (_, full) => {
    const { promise: taken, resolve: tell } = Promise.withResolvers<number>()
    server = createServer({ requestTimeout: LONG_MS }, (request, response) => {
      endUnreadBody(request, response, SHORT_MS)
      request.socket.once('close', () => tell(request.socket.bytesRead))
      const answer = () => {
        const isFull = request.readableLength >= full * request.readableHighWaterMark
        if (isFull) response.end('no')
        else setTimeout(answer, 1)
      }
      answer()
    })
    const socket = await begun('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n')
    const slice = Buffer.alloc(1024 * 1024)
    const send = () => {
      while (!socket.destroyed && socket.write(slice)) continue
    }
    socket.on('drain', send)
    send()
    expect(await taken).toBeLessThan(4 * slice.length)
  })

  it('goes on after an answer that came before the body, when that ends soon', async () => {
    server = createServer({ keepAliveTimeout: LONG_MS }, (request, response) => {
      endUnreadBody(request, response, LONG_MS)
      response.end('yes')
    })
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n'
    const socket = await begun(head)
    await once(socket, 'data')
    socket.write(`${'x'.repeat(500_000)}${head}`)
    await once(socket, 'data')
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })

  it('goes on after an answer to a request whose body was all there', async () => {
    server = createServer({ keepAliveTimeout: LONG_MS }, (request, response) => {
      endUnreadBody(request, response, 0)
      response.end('yes')
    })
    const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{'
    const socket = await begun(request)
    await once(socket, 'data')
    socket.write(request)
    await once(socket, 'data')
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })
})
