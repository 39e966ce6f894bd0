// A server that passes requests on as Next.js does: bodies are streams that are read while they arrive.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { serverLimits } from '#lib/http/server/server-limits.ts'

export type Answerer = (request: Request) => Promise<Response>

export type StreamingServer = Awaited<ReturnType<typeof startStreamingServer>>

export async function startStreamingServer(answer: Answerer) {
  const taken: unknown[] = []
  const sockets: Socket[] = []
  const server = createServer(serverLimits, (incoming, outgoing) => {
    const answered = pass(answer, incoming, outgoing)
    taken.push(incoming.url)
    server.emit('taken')
    answered.catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** A socket on which only this text was sent. */
    open: async (text: string): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      sockets.push(socket)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    },
    /** Resolves once this many requests were passed on in all. */
    untilTaken: async (count: number) => {
      while (taken.length < count) await once(server, 'taken')
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function pass(
  answer: Answerer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const response = await answer(
    new Request(new URL(incoming.url ?? '/', 'http://portal'), {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    }),
  )
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  for await (const chunk of response.body ?? []) {
    if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  }
  outgoing.end()
}
