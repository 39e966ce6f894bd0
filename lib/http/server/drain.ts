// Shuts a server down: requests that wait for an answer get it, and idle connections delay nothing. `server.close()` alone
// would leave two kinds of connection open until the client or a timeout closes them: those without a request so far, which
// browsers open in advance, and those whose answer was under way.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Follows a server's connections, and must be called before it listens. The returned function shuts the server down: it
 * accepts no new connections, each open one is closed once its answers are sent, and after `patienceMs` the rest is cut
 * off.
 */
export function prepareDrain(server: Server, patienceMs: number): () => Promise<void> {
  const owed = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false
  server.on('connection', (socket) => {
    owed.set(socket, new Set())
    socket.once('close', () => owed.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const answers = owed.get(socket)
    answers?.add(response)
    response.once('close', () => {
      answers?.delete(response)
      if (isDraining && answers?.size === 0) socket.destroySoon()
    })
  })
  return async () => {
    isDraining = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const [socket, answers] of owed) if (answers.size === 0) socket.destroySoon()
    await Promise.race([closed, pause(patienceMs, null, { ref: false })])
  }
}
