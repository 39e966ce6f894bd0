// Which hosts a repository may be on. Every Argo CD of the fleet connects there, so the asking machine itself and a cloud's
// metadata service are refused in any spelling. Private hosts are allowed: most fleets use them.
import type { Flaw } from '#lib/domain/text/text.ts'
import { isHostAddress } from './special-addresses.ts'

const HOST_CHARACTERS_MAX = 253

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
])

/**
 * What is wrong with a host: `url_format` when it is no DNS name or IPv4 address, `url_host` when it may not be used.
 * IPv6 is refused because its brackets are wildcards in an Argo CD project. Of an IPv4 address only the four decimal
 * numbers are accepted: some resolvers read the other spellings as other numbers than people do.
 *
 * https://url.spec.whatwg.org/#ends-in-a-number-checker (living standard)
 */
export function hostFlaw(host: string): Flaw | null {
  if (host.startsWith('[')) return forbidden('An IPv6 address is not allowed: use a host name.')
  const labels = host.split('.')
  if (host.length > HOST_CHARACTERS_MAX || !labels.every(isHostLabel)) {
    return { code: 'url_format', reason: 'The host is no DNS name.' }
  }
  return isNumber(labels.at(-1) ?? '') ? ipv4Flaw(host) : nameFlaw(host.toLowerCase())
}

function isHostLabel(label: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)
}

function isNumber(label: string): boolean {
  return /^(?:\d+|0x[0-9a-f]*)$/i.test(label)
}

function nameFlaw(name: string): Flaw | null {
  return FORBIDDEN_NAMES.has(name) || name.endsWith('.localhost')
    ? forbidden('The host means the machine that asks, or a metadata service.')
    : null
}

function ipv4Flaw(host: string): Flaw | null {
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)?.slice(1) ?? []
  const canonical = octets.length === 4 && octets.every((octet) => String(Number(octet)) === octet)
  if (!canonical || octets.some((octet) => Number(octet) > 255)) {
    return forbidden('An IPv4 address is written as four decimal numbers from 0 to 255.')
  }
  return isHostAddress(host)
    ? null
    : forbidden(
        "The address is no host's: loopback, link-local, multicast, reserved or of a metadata service.",
      )
}

function forbidden(reason: string): Flaw {
  return { code: 'url_host', reason }
}
