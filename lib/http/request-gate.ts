// What every request passes before Next.js sees it: what Next.js would answer as if that were its own fault, what it would
// read in another way than we do, and what a page of another site may send to a demo on this machine.
import type { IncomingMessage } from 'node:http'
import type { Environment } from '#lib/env.ts'
import { answersThisMachineAlone } from '#lib/usecases/sessions/demo-people.ts'

type RawRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

export type GateRefusal = {
  readonly status: 400 | 401 | 404 | 405 | 421
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Whoever reads the first and whoever reads the last would see different requests. */
const SINGLE_HEADERS = { host: 400, authorization: 401, 'content-type': 400 } as const
/** Next.js's page for failures: it answers 500, also to those who ask for it. */
const FAILURE_PAGE = '/_global-error'

/**
 * The refusal of a request that goes no further; null: it goes on, its target in origin-form.
 *
 * A target in absolute-form names the host that counts (RFC 9112, 3.2.2), so that is written to the request as well.
 */
export function passGate(request: RawRequest, environment: Environment): GateRefusal | null {
  if (!METHODS.includes(request.method ?? '')) {
    return refusal(405, 'There is no such method here.', { Allow: METHODS.join(', ') })
  }
  for (const [name, status] of Object.entries(SINGLE_HEADERS)) {
    if (timesSent(request, name) > 1) return refusal(status, `The header ${name} is sent twice.`)
  }
  takeOriginForm(request)
  const [path = ''] = (request.url ?? '').split('?', 1)
  if (!path.startsWith('/') || !isDecodable(path)) return refusal(400, 'A malformed address.')
  if (!isExpectedHost(request.headers.host, environment)) {
    return refusal(
      421,
      'This demo answers to localhost and to the host of BERTH_URL alone, so that no other site can read it through your browser.',
    )
  }
  return path === FAILURE_PAGE ? refusal(404, 'There is nothing here.') : null
}

function timesSent({ rawHeaders }: RawRequest, wanted: string): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === wanted).length
}

function takeOriginForm(request: RawRequest): void {
  const [, host, target = ''] = /^https?:\/\/([^/?#@]+)([/?].*)?$/is.exec(request.url ?? '') ?? []
  if (host === undefined) return
  request.headers.host = host
  request.url = target.startsWith('/') ? target : `/${target}`
}

/** Next.js answers an address with a malformed escape as if that were its own fault. */
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
 * While the demo answers this machine alone, it asks nobody for a token. A site whose name is made to point to this machine
 * could then read it through a browser here (DNS rebinding), and only the Host tells that request from our own. Who
 * reaches a portal from elsewhere needs a token or a session, by whatever name.
 */
function isExpectedHost(host: string | undefined, environment: Environment): boolean {
  if (!environment.isDemo || !answersThisMachineAlone(environment)) return true
  // Browsers always send it.
  if (host === undefined) return true
  const [, name] = HOST.exec(host) ?? []
  const expected = [...LOOPBACK_HOSTS, new URL(environment.url).hostname]
  return name !== undefined && expected.includes(name.toLowerCase())
}

function refusal(
  status: GateRefusal['status'],
  text: string,
  headers: Readonly<Record<string, string>> = {},
): GateRefusal {
  const always = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    // What is left of the body is not read.
    Connection: 'close',
  }
  return { status, text: `${text}\n`, headers: { ...always, ...headers } }
}
