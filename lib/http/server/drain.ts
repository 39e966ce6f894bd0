// How a server ends: whoever waits for an answer gets it, and a connection on which nobody waits holds up nothing.
// `server.close()` alone would leave two kinds open, each for as long as its client likes or a timeout lasts: those that never
// sent a request, as browsers open them ahead of need, and those whose answer was still under way.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Follows a server's connections, from before it listens. The function that it answers ends the server: no connection is
 * taken any more, each that is there ends once nothing is owed on it, and after `patienceMs` the rest is given up.
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
