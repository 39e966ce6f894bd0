// Server-sent events: an answer that goes on for as long as somebody reads it.
// https://html.spec.whatwg.org/multipage/server-sent-events.html

/** A reader who leaves more than this unread is cut off, and comes back for what was missed. */
const UNREAD_MAX = 64 * 1024

export type EventSink = {
  /** Sends a text of whole lines. */
  readonly send: (text: string) => void
  /** Ends the answer with a last text. */
  readonly end: (farewell: string) => void
}

/**
 * An answer whose events `begin` sends. What `begin` returns is called once, however the answer ends; what `begin` throws is
 * thrown here.
 */
export function eventStream(begin: (sink: EventSink) => () => void): Response {
  const encoder = new TextEncoder()
  let isOpen = true
  let leave: (() => void) | null = null
  const over = () => {
    isOpen = false
    leave?.()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (stream) => {
        leave = begin({
          send: (text) => {
            if (!isOpen) return
            const bytes = encoder.encode(text)
            if (bytes.length <= (stream.desiredSize ?? 0)) return stream.enqueue(bytes)
            over()
            stream.error(new Error('Somebody reads events too slowly'))
          },
          end: (farewell) => {
            if (!isOpen) return
            over()
            stream.enqueue(encoder.encode(farewell))
            stream.close()
          },
        })
        if (!isOpen) leave?.()
      },
      cancel: over,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_MAX }),
  )
  return new Response(body, { headers: eventStreamHeaders })
}

export const eventStreamHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Neither we nor a proxy may compress it, which would hold events back.
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
}
