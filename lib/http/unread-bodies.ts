// Requests that are answered before their body is all there: refused by their headers, or for how slowly it comes.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** So long what still comes is thrown away: a client that is cut off while it sends may never read its answer. */
const LINGER_MS = 2_000

/** Ends the connection of such a request soon after its answer, instead of taking in what nobody reads. */
export function endUnreadBody(
  request: Pick<IncomingMessage, 'complete' | 'once' | 'socket'>,
  response: Pick<ServerResponse, 'once'>,
  lingerMs: number = LINGER_MS,
): void {
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.socket.destroy(), lingerMs)
    for (const end of ['end', 'close'] as const) request.once(end, () => clearTimeout(timer))
  })
}
