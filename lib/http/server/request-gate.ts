// What every request passes before anything answers it. It stops what Next.js would answer with a 500, what Next.js would
// read differently than we do and what a page of another site may not send, and sets the headers of every answer.
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { clientAddress, dropClaims, noteOrigin } from '#lib/http/request/request-origin.ts'
import { isSameOrigin } from '#lib/http/request/same-origin.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { answersThisMachineAlone, type Environment } from '#lib/settings/env.ts'
import { isReading } from './reading.ts'
import { securityHeaders } from './security-headers.ts'

type RawRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>
}

export type GateRefusal = {
  readonly status: 307 | 400 | 401 | 403 | 404 | 405 | 408 | 411 | 413 | 421 | 429
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type Passage = {
  /** The headers of the answer, whatever answers. */
  readonly headers: Readonly<Record<string, string>>
  /** Null: the request goes on, rewritten by the gate. */
  readonly refusal: GateRefusal | null
  /** Whether it is a call of a server action. */
  readonly isCall: boolean
  /** What nothing behind the gate counts against a limit: reading a page, or a step of signing in. */
  readonly visit: Visit | null
}

export type Visit = {
  readonly of: 'page' | 'sign-in'
  /** The client's address; null: unknown. */
  readonly address: string | null
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** With several of them, one reader might use the first and another the last. */
const SINGLE_HEADERS = { host: 400, authorization: 401, 'content-type': 400 } as const
/** Next.js's error page, which always answers 500, and its image fetcher. */
const CLOSED = /^\/_(?:global-error$|next\/image(?:\/|$))/
/** The pages answer everything else, including addresses that don't exist. */
const NO_PAGE =
  /^\/(?:api\/v1\/|api\/auth\/|git\/|demo\/issuer\/|_next\/static\/|(?:api\/docs(?:\/problems|\/scalar\.js)?|healthz|readyz|metrics)$)/
const SIGN_IN = /^\/api\/auth\//
/** These routes bound the bytes of a body themselves. Elsewhere next-auth reads any amount, and Next.js answers 500. */
const COUNTS_BYTES = /^\/(?:api\/v1|git)\//
/** The same as in next.config.mjs. */
const BODY_BYTES_MAX = 1024 * 1024

/**
 * Decides whether a request goes on, and rewrites one that does: its target in origin-form without dot segments, its host
 * and origin as configured, and who asks, in headers that nothing else can write. It grants nothing: that is decided behind
 * the door, for each request anew.
 */
export function passGate(
  request: RawRequest,
  environment: Environment,
  { dev }: { dev: boolean },
): Passage {
  const requestId = randomUUID()
  const nonce = randomBytes(18).toString('base64')
  const forwardedFor = request.headers['x-forwarded-for']
  const address = clientAddress(request.socket.remoteAddress, forwardedFor, environment.proxies)
  dropClaims(request.headers)
  const refusal = refusalOf(request, environment)
  const isPage = refusal === null && isForPages(request)
  // Next.js's developer tools, and the API reference.
  const hasForeignStyles = dev || pathOf(request) === pagePaths.apiDocs
  const headers = securityHeaders(environment, { nonce, isPage, hasForeignStyles, dev })
  if (refusal === null) {
    request.headers['content-security-policy'] = headers['Content-Security-Policy']
    noteOrigin(request.headers, { address, requestId, nonce, target: targetOf(request) })
  }
  const isCall = isForPages(request) && !isReading(request.method)
  const of = visitOf(request, isPage && !isCall)
  const visit = of && { of, address }
  return { headers: { ...headers, 'X-Request-Id': requestId }, refusal, isCall, visit }
}

function visitOf(request: RawRequest, isPage: boolean): Visit['of'] | null {
  if (isPage) return 'page'
  return SIGN_IN.test(pathOf(request)) ? 'sign-in' : null
}

/** For somebody who visits too often. */
export function visitRefusal(waitSeconds: number): GateRefusal {
  const seconds = Math.max(1, Math.ceil(waitSeconds))
  return refusal(429, `Too many requests: wait ${seconds} s, then go on.`, {
    'Retry-After': String(seconds),
  })
}

/** For a call with something other than plain data: see action-body.ts. */
export const callRefusal = refusal(400, 'No form of the portal sends such a body.')

/** For a call whose body doesn't arrive. */
export const slowRefusal = refusal(408, 'The body came too slowly, or stopped coming.')

function refusalOf(request: RawRequest, environment: Environment): GateRefusal | null {
  const { method = '', headers } = request
  if (!METHODS.includes(method)) {
    return refusal(405, 'There is no such method here.', { Allow: METHODS.join(', ') })
  }
  for (const [name, status] of Object.entries(SINGLE_HEADERS)) {
    if (timesSent(request, name) > 1) return refusal(status, `The header ${name} is sent twice.`)
  }
  if (!takeTarget(request)) return refusal(400, 'A malformed address.')
  if (!isExpectedHost(headers.host, environment)) {
    return refusal(
      421,
      'This demo answers to localhost and to the host of BERTH_URL alone, so that no other site can read it through your browser.',
    )
  }
  if (CLOSED.test(pathOf(request))) return refusal(404, 'There is nothing here.')
  if (isByAnotherName(request, environment)) {
    const { url } = environment
    return refusal(307, `This demo is at ${url}.`, { Location: `${url}${request.url}` })
  }
  takeConfiguredHost(headers, environment)
  const isCall = isForPages(request) && !isReading(request.method)
  if (isCall && !isSameOrigin(headers.origin, headers['sec-fetch-site'], environment)) {
    return refusal(403, 'This request does not come from the portal itself.')
  }
  return COUNTS_BYTES.test(pathOf(request)) ? null : bodyRefusal(headers)
}

function bodyRefusal(headers: RawRequest['headers']): GateRefusal | null {
  if (headers['transfer-encoding'] !== undefined) {
    return refusal(411, 'Say how long the body is.')
  }
  return Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX
    ? refusal(413, `The body is larger than ${BODY_BYTES_MAX} bytes.`)
    : null
}

/** Next.js's not-found page accepts calls too, at any address. */
function isForPages(request: RawRequest): boolean {
  return !NO_PAGE.test(pathOf(request)) || request.headers['next-action'] !== undefined
}

function pathOf({ url = '' }: RawRequest): string {
  return url.split('?', 1)[0] ?? ''
}

/** As a browser shows it: the parameter belongs to Next.js. */
function targetOf({ url = '' }: RawRequest): string {
  const target = urlOf(url)
  target.searchParams.delete('_rsc')
  return `${target.pathname}${target.search}`
}

function timesSent({ rawHeaders }: RawRequest, wanted: string): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === wanted).length
}

/**
 * Writes the target in origin-form without dot segments, so that all readers take it for the same address; false: it can't
 * be done. A target in absolute-form names the host that counts (RFC 9112, 3.2.2), so that is written down as well.
 */
function takeTarget(request: RawRequest): boolean {
  const [, host, rest = ''] = /^https?:\/\/([^/?#@]+)([/?].*)?$/is.exec(request.url ?? '') ?? []
  if (host !== undefined) {
    request.headers.host = host
    request.url = rest.startsWith('/') ? rest : `/${rest}`
  }
  const path = pathOf(request)
  if (!path.startsWith('/') || !isDecodable(path)) return false
  const { pathname, search } = urlOf(request.url ?? '')
  request.url = `${pathname}${search}`
  return true
}

/** For a target in origin-form; the host is irrelevant. */
function urlOf(target: string): URL {
  return new URL(`http://berth.invalid${target}`)
}

/** Next.js answers 500 to an address with a malformed escape. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A name or an address, and perhaps a port. */
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * While the demo answers only this machine, it asks nobody for a token. A site whose name is made to point to this machine
 * could then read it through a browser here (DNS rebinding), and only the Host header tells such a request from our own. A
 * portal that others can reach needs a token or a session, under whatever name.
 */
function isExpectedHost(host: string | undefined, environment: Environment): boolean {
  if (!environment.isDemo || !answersThisMachineAlone(environment)) return true
  // Browsers always send it.
  if (host === undefined) return true
  const [, name] = HOST.exec(host) ?? []
  const expected = [...LOOPBACK_HOSTS, new URL(environment.url).hostname]
  return name !== undefined && expected.includes(name.toLowerCase())
}

/**
 * Sign-in redirects to the address of BERTH_URL, and cookies belong to one name, so a page of a demo that was requested
 * under another name of this machine is redirected to that address.
 */
function isByAnotherName(request: RawRequest, environment: Environment): boolean {
  const { host } = request.headers
  return (
    environment.isDemo &&
    answersThisMachineAlone(environment) &&
    host !== undefined &&
    host !== new URL(environment.url).host &&
    isReading(request.method) &&
    isForPages(request)
  )
}

/**
 * Behind the gate there is one host and one origin, so that no request decides where links lead or where Next.js forwards
 * an action. A demo is reached under several names, and has pages at each of them.
 */
function takeConfiguredHost(
  headers: RawRequest['headers'],
  { url, isDemo }: Pick<Environment, 'url' | 'isDemo'>,
): void {
  const { host, origin } = new URL(url)
  const isOwnName = headers.host !== undefined && headers.origin === `http://${headers.host}`
  if (isDemo && isOwnName) headers.origin = origin
  headers.host = host
}

function refusal(
  status: GateRefusal['status'],
  text: string,
  headers: Readonly<Record<string, string>> = {},
): GateRefusal {
  const always = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    // The rest of the body is not read.
    Connection: 'close',
  }
  return { status, text: `${text}\n`, headers: { ...always, ...headers } }
}
