// Requests that are answered before their body is all there: refused by their headers, or for how slowly it comes.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** So long what still comes is thrown away: a client that is cut off while it sends may never read its answer. */
const LINGER_MS = 2_000
/** After each some 100 KiB of it, which is what a request holds; as fast as clients send, it would take all of a processor. */
const PAUSE_MS = 10

type Unread = Pick<IncomingMessage, 'complete' | 'once' | 'socket' | 'pause' | 'read' | 'resume'>

/** The next in turn first. */
const unread = new Set<Unread>()
let isTaking = false

/** Ends the connection of such a request soon after its answer, instead of taking in what nobody reads. */
export function endUnreadBody(
  request: Unread,
  response: Pick<ServerResponse, 'prependOnceListener'>,
  lingerMs: number = LINGER_MS,
): void {
  // Ahead of Node.js, which has a body flow that nobody has read of. A request that is full takes `read(0)` for nothing.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    request.pause()
    request.read()
    // An answer may be out before the rest of the very packet is looked at that has the body's end.
    setImmediate(() => {
      if (request.complete) request.resume()
      else linger(request, lingerMs)
    })
  })
}

function linger(request: Unread, lingerMs: number): void {
  unread.add(request)
  takeInTurn()
  const timer = setTimeout(() => request.socket.destroy(), lingerMs)
  for (const end of ['end', 'close'] as const) {
    request.once(end, () => {
      clearTimeout(timer)
      unread.delete(request)
    })
  }
}

/** Throws away what has come of one of them, and so on while there are any: together they cost no more than one. */
function takeInTurn(): void {
  if (isTaking) return
  isTaking = true
  const timer = setInterval(() => {
    const [next] = unread
    if (next === undefined) {
      clearInterval(timer)
      isTaking = false
      return
    }
    unread.delete(next)
    unread.add(next)
    next.read()
  }, PAUSE_MS)
}
