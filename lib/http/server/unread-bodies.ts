// Handles requests that are answered before their body has arrived: refused by their headers, or because it comes too
// slowly.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** For so long the rest of the body is dropped: a client that is cut off while sending may never read its answer. */
const LINGER_MS = 2_000
/** After each pause some 100 KiB are dropped, which a request buffers; without pauses it would take a processor. */
const PAUSE_MS = 10

type Unread = Pick<IncomingMessage, 'complete' | 'once' | 'socket' | 'pause' | 'read' | 'resume'>

/** The next one to read from first. */
const unread = new Set<Unread>()
let isTaking = false

/** Ends the connection of such a request soon after its answer, instead of reading a body that nobody needs. */
export function endUnreadBody(
  request: Unread,
  response: Pick<ServerResponse, 'prependOnceListener'>,
  lingerMs: number = LINGER_MS,
): void {
  // Runs before Node.js's own listener, which makes an unread body flow. For a full buffer `read(0)` does nothing.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    request.pause()
    request.read()
    // An answer may be sent before the rest of the packet with the body's end has been processed.
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

/** Drops what has arrived for one of them, then continues with the next: together they cost no more than one. */
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
