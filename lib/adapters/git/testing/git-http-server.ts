// A git server for tests: `git http-backend` behind Node's HTTP server, with the faults that real servers have.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `discovery` is when the client asks what there is, `sending` when it asks for refs or a pack or sends one, and `pushing` when it
 * sends one.
 */
type Stage = 'discovery' | 'sending' | 'pushing'

export type Fault =
  | { readonly kind: 'status'; readonly at: Stage; readonly status: number }
  | { readonly kind: 'hang'; readonly at: Stage }
  /** One byte of the answer every 20 ms. */
  | { readonly kind: 'slow'; readonly at: Stage }
  | { readonly kind: 'garbage'; readonly at: Stage }
  | { readonly kind: 'redirect'; readonly at: Stage; readonly to: string }
  /** A refusal that repeats the credential that came with the request, in several spellings. */
  | { readonly kind: 'echo'; readonly at: Stage }
  /** Does something just before git handles the request. */
  | { readonly kind: 'before'; readonly at: Stage; readonly act: () => Promise<void> }
  /** Git handles the request, but the client gets this status, or no answer at all. */
  | { readonly kind: 'lost-answer'; readonly at: Stage; readonly status: number | 'hang' }

type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly authorization: string | null
}

type Answer = ReturnType<typeof readCgi>

type Options = {
  /** The Authorization header without which every request is answered with 401. */
  readonly authorization?: string
  readonly tls?: { readonly key: string; readonly cert: string }
}

export type GitHttpServer = Awaited<ReturnType<typeof startGitHttpServer>>

/** Serves one bare repository for reading and writing. */
export async function startGitHttpServer(repository: string, options: Options = {}) {
  const requests: SeenRequest[] = []
  const state: { fault: Fault | null } = { fault: null }
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    handle(repository, options, requests, state.fault, request, response).catch(() =>
      response.destroy(),
    )
  }
  const { tls } = options
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const origin = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`
  return {
    origin,
    url: `${origin}/${path.basename(repository)}`,
    requests,
    state,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(
  repository: string,
  options: Options,
  requests: SeenRequest[],
  configured: Fault | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const seen = seenOf(request)
  requests.push(seen)
  if (options.authorization !== undefined && seen.authorization !== options.authorization) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
    return
  }
  const fault = configured !== null && isAt(configured.at, seen) ? configured : null
  if (fault !== null && answersInstead(fault, seen, response)) return
  if (fault?.kind === 'before') await fault.act()
  await send(await runBackend(repository, request), fault, response)
}

function isAt(stage: Stage, { method, url }: SeenRequest): boolean {
  if (stage === 'discovery') return method === 'GET'
  return method !== 'GET' && (stage === 'sending' || url.endsWith('/git-receive-pack'))
}

async function send(answer: Answer, fault: Fault | null, response: ServerResponse): Promise<void> {
  if (fault?.kind === 'lost-answer') {
    if (fault.status !== 'hang') response.writeHead(fault.status).end()
    return
  }
  response.writeHead(answer.status, answer.headers)
  if (fault?.kind === 'slow') await sendSlowly(response, answer.body)
  response.end(fault?.kind === 'slow' ? '' : answer.body)
}

function seenOf({ method = 'GET', url = '/', headers }: IncomingMessage): SeenRequest {
  return { method, url, authorization: headers.authorization ?? null }
}

/** Faults that keep the request from git; true when there was one. */
function answersInstead(fault: Fault, seen: SeenRequest, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status).end('The server is not well.')
      return true
    case 'hang':
      return true
    case 'garbage':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('\0garbage'.repeat(1000))
      return true
    case 'redirect':
      response.writeHead(302, { Location: `${fault.to}${seen.url}` }).end()
      return true
    case 'echo':
      response.writeHead(403, { 'Content-Type': 'text/plain' }).end(spelled(seen))
      return true
    default:
      return false
  }
}

function spelled({ authorization }: SeenRequest): string {
  const [, pair = ''] = (authorization ?? '').split(' ')
  const plain = Buffer.from(pair, 'base64')
  const [, token = ''] = plain.toString().split(':')
  return [authorization, plain, token, encodeURIComponent(token), ''].join('\n')
}

async function sendSlowly(response: ServerResponse, body: Buffer): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await sleep(20)
  }
}

async function runBackend(repository: string, request: IncomingMessage) {
  const [pathName = '', query = ''] = (request.url ?? '').split('?')
  const { headers } = request
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: process.env.NODE_ENV,
      HOME: path.join(repository, 'no-home'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROJECT_ROOT: path.dirname(repository),
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'tester',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathName,
      QUERY_STRING: query,
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: headers['content-length'],
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
  })
  backend.stdin.on('error', () => {})
  request.pipe(backend.stdin)
  const chunks: Buffer[] = []
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(backend, 'close')
  return readCgi(Buffer.concat(chunks))
}

/** https://datatracker.ietf.org/doc/html/rfc3875#section-6 */
function readCgi(output: Buffer) {
  const end = output.indexOf('\r\n\r\n')
  const lines = output.subarray(0, end).toString().split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)))
  const status = Number.parseInt(headers['Status'] ?? '200', 10)
  delete headers['Status']
  return { status, headers, body: output.subarray(end + 4) }
}
