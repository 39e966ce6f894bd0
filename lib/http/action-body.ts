// What a page may send to a server action: plain data. React's reader of such bodies takes far more (promises, references to
// other parts, functions, files), which was the way into other people's servers, and answers 500 to what it can't read.
import type { IncomingMessage } from 'node:http'
import { parseJsonDocument } from './json-document.ts'

const ACTION_HEADER = 'next-action'

type Body = Pick<
  IncomingMessage,
  'headers' | 'read' | 'unshift' | 'destroyed' | 'readableEnded' | 'on' | 'off'
>

/**
 * Whether what is sent to a page is a call of a server action with plain data, as our forms make it. The body can be read
 * again afterwards. The gate has seen to it that its length is told and bounded.
 */
export async function isPlainAction(request: Body): Promise<boolean> {
  const { headers } = request
  if (headers[ACTION_HEADER] === undefined) return false
  if (!/^text\/plain(?:;|$)/i.test(headers['content-type'] ?? '')) return false
  const body = await peek(request, Number(headers['content-length'] ?? 0))
  return body !== null && isPlainCall(body.toString('utf8'))
}

/** Null: there is none, or it ended before all of it was there. */
async function peek(request: Body, bytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let length = 0
  while (length < bytes) {
    if (request.destroyed || request.readableEnded) return null
    const part: unknown = request.read()
    if (Buffer.isBuffer(part)) {
      parts.push(part)
      length += part.length
    } else await untilMore(request)
  }
  if (length === 0) return null
  // In the same turn as the last read: a stream takes nothing back once it has said that it ended.
  const body = Buffer.concat(parts)
  request.unshift(body)
  return body
}

function untilMore(request: Body): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const
    const done = () => {
      for (const event of events) request.off(event, done)
      resolve()
    }
    for (const event of events) request.on(event, done)
  })
}

/** One argument at most, in which every text that React reads as more than text is the word for what isn't there. */
export function isPlainCall(text: string): boolean {
  const list = parseJsonDocument(text)
  if (!list.ok || !Array.isArray(list.value) || list.value.length > 1) return false
  const left: unknown[] = [...list.value]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && !isPlainText(value)) return false
    if (typeof value === 'object' && value !== null) {
      // Not spread: a call has no room for as many arguments as a list has items.
      for (const inner of Object.values(value)) left.push(inner)
    }
  }
  return true
}

/** https://github.com/facebook/react/blob/v19.2.0/packages/react-server/src/ReactFlightReplyServer.js: parseModelString */
function isPlainText(text: string): boolean {
  return !text.startsWith('$') || text.startsWith('$$') || text === '$undefined'
}
