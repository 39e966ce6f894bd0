// What a page may send to a server action: plain data. React's parser of such bodies accepts far more (promises, references
// to other parts, functions, files), which has been a way into servers, and answers 500 to what it can't read.
import type { IncomingMessage } from 'node:http'
import { parseJsonDocument } from '#lib/http/bodies/json-document.ts'
import { deadlineMs, type Pace } from '#lib/usecases/uploads.ts'

const ACTION_HEADER = 'next-action'

type Body = Pick<
  IncomingMessage,
  'headers' | 'read' | 'unshift' | 'destroyed' | 'readableEnded' | 'on' | 'off'
>

/** What was sent to a page; `slow`: it came too slowly. */
export type SentCall = 'plain' | 'slow' | 'other'

/**
 * Whether the request to a page is a call of a server action with plain data, as our forms make it. The body can be read
 * again afterwards. The gate has already checked that its length is declared and bounded.
 */
export async function readCall(request: Body, pace: Pace): Promise<SentCall> {
  const { headers } = request
  if (headers[ACTION_HEADER] === undefined) return 'other'
  if (!/^text\/plain(?:;|$)/i.test(headers['content-type'] ?? '')) return 'other'
  const body = await peek(request, Number(headers['content-length'] ?? 0), pace)
  if (body === 'slow') return 'slow'
  return body !== null && isPlainCall(body.toString('utf8')) ? 'plain' : 'other'
}

/** Null: there is no body, or it ended early. */
async function peek(request: Body, bytes: number, pace: Pace): Promise<Buffer | 'slow' | null> {
  const begun = performance.now()
  const parts: Buffer[] = []
  let length = 0
  while (length < bytes) {
    if (request.destroyed || request.readableEnded) return null
    const leftMs = begun + deadlineMs(pace, length) - performance.now()
    if (leftMs <= 0) return 'slow'
    const part: unknown = request.read()
    if (Buffer.isBuffer(part)) {
      parts.push(part)
      length += part.length
    } else await untilMore(request, leftMs)
  }
  if (length === 0) return null
  // In the same turn as the last read: a stream takes nothing back once it has emitted its end.
  const body = Buffer.concat(parts)
  request.unshift(body)
  return body
}

function untilMore(request: Body, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const
    const done = () => {
      clearTimeout(timer)
      for (const event of events) request.off(event, done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    for (const event of events) request.on(event, done)
  })
}

/** At most one argument, in which the only special text of React's format is the one for undefined. */
export function isPlainCall(text: string): boolean {
  const list = parseJsonDocument(text)
  if (!list.ok || !Array.isArray(list.value) || list.value.length > 1) return false
  const left: unknown[] = [...list.value]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && !isPlainText(value)) return false
    if (typeof value === 'object' && value !== null) {
      // Not spread: a list may have more items than a call may have arguments.
      for (const inner of Object.values(value)) left.push(inner)
    }
  }
  return true
}

/** https://github.com/facebook/react/blob/v19.2.0/packages/react-server/src/ReactFlightReplyServer.js: parseModelString */
function isPlainText(text: string): boolean {
  return !text.startsWith('$') || text.startsWith('$$') || text === '$undefined'
}
