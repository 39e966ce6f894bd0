// A request of Node.js as handlers read it: the web's own type, made of what the gate left of the headers and not of those
// that were sent, which no adapter that reads them itself could tell apart.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isReading } from './reading.ts'

/** Its signal is aborted when the client goes away before it has the whole answer. */
export function webRequestOf(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Request {
  const { method = 'GET', url = '/', headers } = request
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const init = { method, headers: headersOf(headers), signal: gone.signal }
  const address = `${origin}${url}`
  if (isReading(method)) return new Request(address, init)
  // Half: the answer may come before the body does, which is what the types of browsers don't know.
  const withBody = { ...init, body: bodyOf(request), duplex: 'half' }
  return new Request(address, withBody)
}

function headersOf(given: IncomingMessage['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    // Node.js joins headers of the same name, except those of which there can't be several in a request.
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/**
 * The bytes of a body as they are asked for. Who stops reading leaves the rest where it is, and the connection whole: the
 * client still has to hear why (unread-bodies.ts).
 */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false })
  return new ReadableStream<Uint8Array>(
    {
      pull: async (stream) => {
        const { done, value } = await parts.next()
        if (done === true) stream.close()
        else stream.enqueue(value)
      },
      cancel: () => void parts.return?.(),
    },
    { highWaterMark: 0 },
  )
}
