// An address where no database answers: something accepts the connection and says nothing.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

export async function stalledServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  const port = await listenOn(server)
  return {
    url: `postgres://berth:x@127.0.0.1:${port}/berth`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
