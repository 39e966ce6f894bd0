// Who asks for what, as the gate writes it into the headers of every request. Clients can't: the gate removes what they
// send under these names.
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'

const PREFIX = 'x-berth-'
const ADDRESS_HEADER = `${PREFIX}address`
const REQUEST_HEADER = `${PREFIX}request`
const NONCE_HEADER = `${PREFIX}nonce`
/** The path and query that were asked for, which Next.js doesn't tell a page. */
export const TARGET_HEADER = `${PREFIX}target`

type GivenHeaders = Record<string, string | string[] | undefined>

export type RequestOrigin = {
  /** The client's IP address; null: unknown. */
  readonly address: string | null
  /** The name of this request in logs, the audit and the client's X-Request-Id. */
  readonly requestId: string
}

/** Who asks; without a gate in front, as in tests, the origin is empty. */
export function originOf(headers: Headers): RequestOrigin {
  return {
    address: headers.get(ADDRESS_HEADER),
    requestId: headers.get(REQUEST_HEADER) ?? randomUUID(),
  }
}

/** The nonce that this answer's scripts and styles need to be allowed. */
export function nonceOf(headers: Headers): string | undefined {
  return headers.get(NONCE_HEADER) ?? undefined
}

type Noted = {
  readonly address: string | null
  readonly requestId: string
  readonly nonce: string
  readonly target: string
}

/** Writes what the gate knows of a request into its headers. */
export function noteOrigin(headers: GivenHeaders, noted: Noted): void {
  if (noted.address !== null) headers[ADDRESS_HEADER] = noted.address
  headers[REQUEST_HEADER] = noted.requestId
  headers[NONCE_HEADER] = noted.nonce
  headers[TARGET_HEADER] = noted.target
}

/** Next.js reads the nonce from a policy among the request's headers, and believes a proxy about the host. */
const CLAIM = new RegExp(
  `^(?:${PREFIX}.*|forwarded|x-forwarded-.*|content-security-policy(?:-report-only)?)$`,
)

/** Removes the headers by which a client could claim something that is believed behind the gate. */
export function dropClaims(headers: GivenHeaders): void {
  for (const name of Object.keys(headers)) if (CLAIM.test(name)) delete headers[name]
}

/**
 * The address of the client behind this many reverse proxies, each of which appends its client to X-Forwarded-For. Entries
 * further left can be forged. If the list is too short or has no address there, the address of the connection counts.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  proxies: number,
): string | null {
  const steps = String(forwardedFor ?? '').split(',')
  const told = proxies === 0 ? null : readAddress(steps.at(-proxies) ?? '')
  return told ?? readAddress(socketAddress ?? '')
}

/** Some proxies add the port. IPv4 is written in one way, whichever family the socket listens to. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/

function readAddress(text: string): string | null {
  const [, ipv6, ipv4] = WITH_PORT.exec(text.trim()) ?? []
  const address = (ipv6 ?? ipv4 ?? text.trim()).toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '')
  return isIP(address) === 0 ? null : address
}
