// A server that passes requests on as the portal's does: bodies are streams that are read while they arrive.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { answerDirectly } from '#lib/http/server/direct-answers.ts'
import { serverLimits } from '#lib/http/server/server-limits.ts'

export type Answerer = (request: Request) => Promise<Response>

export type StreamingServer = Awaited<ReturnType<typeof startStreamingServer>>

export async function startStreamingServer(answer: Answerer) {
  const taken: unknown[] = []
  const sockets: Socket[] = []
  const server = createServer(serverLimits, (incoming, outgoing) => {
    void answerDirectly(answer, incoming, outgoing, 'http://portal')
    taken.push(incoming.url)
    server.emit('taken')
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
