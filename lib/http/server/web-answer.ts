// Sends a handler's answer over a response of Node.js: in one piece where it says how long it is, otherwise at the pace of
// its reader.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { isCompressible, takesGzip } from './compression.ts'

const compress = promisify(gzip)

/** A client that takes nothing of what waits for it for so long is considered gone; an export waits as long. */
const PATIENCE_MS = 60_000

type Asked = Pick<IncomingMessage, 'method' | 'headers'>

/** Resolves when all was handed on. Rejects when an answer without a length breaks off; its reader is then cut off, too. */
export async function sendAnswer(
  answer: Response,
  { method, headers }: Asked,
  response: ServerResponse,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  cutOffUnread(response, patienceMs)
  const length = answer.headers.get('content-length')
  const bytes = length === null ? null : Number(length)
  response.statusCode = answer.status
  response.setHeaders(answer.headers)
  if (answer.body === null) return void response.end()
  const mayBeGzip = isCompressible(answer.headers, bytes)
  if (mayBeGzip) response.appendHeader('Vary', 'Accept-Encoding')
  const isGzip = mayBeGzip && takesGzip(headers['accept-encoding'])
  if (isGzip) {
    response.removeHeader('Content-Length')
    response.setHeader('Content-Encoding', 'gzip')
  }
  if (method === 'HEAD') {
    response.end()
    return answer.body.cancel()
  }
  await (bytes === null ? stream : sendWhole)(answer, response, isGzip)
}

/**
 * Whether a client vanished without a word or stopped reading: the system keeps its connection for a quarter of an hour, or for as
 * long as the client's own system says that it is there.
 */
function cutOffUnread(response: ServerResponse, patienceMs: number): void {
  // Node.js tells when neither anything was sent nor the system took any of it for so long.
  response.setTimeout(patienceMs, () => {
    if (response.writableLength > 0) response.destroy()
  })
}

async function sendWhole(answer: Response, response: ServerResponse, isGzip: boolean) {
  const whole = Buffer.from(await answer.arrayBuffer())
  if (!isGzip) return void response.end(whole)
  const sent = await compress(whole)
  response.setHeader('Content-Length', sent.length).end(sent)
}

async function stream({ body }: Response, response: ServerResponse, isGzip: boolean) {
  // So that who waits for events knows that they will come.
  response.flushHeaders()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one class, which two libraries of types describe
  const parts = Readable.fromWeb(body as NodeReadableStream)
  await (isGzip ? pipeline(parts, createGzip(), response) : pipeline(parts, response))
}
