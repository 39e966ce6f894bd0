// Which addresses belong to hosts of a private or a public network. All others are refused: the machine that asks, its
// link, metadata services, unassigned blocks, and IPv6 addresses that embed an IPv4 one, which a translator on the way may
// turn back into it.

/**
 * `host`: machines have such addresses, and `private` ones have them in networks that aren't everybody's. Where blocks contain
 * each other, the smallest one counts.
 */
type Block = readonly [
  prefix: string,
  use: 'host' | 'private' | 'special',
  name: string,
  source: string,
]

/**
 * The special-purpose registries of IANA, and what else is no host: multicast, the metadata services of clouds, and all
 * IPv6 that isn't assigned. An entry of the registries is a host's if packets may be sent to it and forwarded.
 *
 * https://www.iana.org/assignments/iana-ipv4-special-registry (2020-09-04)
 * https://www.iana.org/assignments/iana-ipv6-special-registry (2024-10-22)
 * https://www.iana.org/assignments/ipv6-address-space: unicast is 2000::/3 and fc00::/7
 */
export const ADDRESS_BLOCKS: readonly Block[] = [
  ['0.0.0.0/0', 'host', 'IPv4', 'RFC 791'],
  ['0.0.0.0/8', 'special', 'this network', 'RFC 791'],
  ['10.0.0.0/8', 'private', 'private use', 'RFC 1918'],
  ['100.64.0.0/10', 'private', 'shared address space', 'RFC 6598'],
  ['100.100.100.200/32', 'special', 'metadata', 'Alibaba Cloud'],
  ['127.0.0.0/8', 'special', 'loopback', 'RFC 1122'],
  ['168.63.129.16/32', 'special', 'metadata', 'Azure'],
  ['169.254.0.0/16', 'special', 'link-local', 'RFC 3927'],
  ['172.16.0.0/12', 'private', 'private use', 'RFC 1918'],
  // Contains the addresses of transition protocols, and the metadata service of Oracle Cloud.
  ['192.0.0.0/24', 'special', 'IETF protocol assignments', 'RFC 6890'],
  ['192.0.2.0/24', 'special', 'documentation', 'RFC 5737'],
  ['192.31.196.0/24', 'host', 'AS112', 'RFC 7535'],
  ['192.52.193.0/24', 'host', 'AMT', 'RFC 7450'],
  ['192.88.99.0/24', 'special', '6to4 relays', 'RFC 7526'],
  ['192.168.0.0/16', 'private', 'private use', 'RFC 1918'],
  ['192.175.48.0/24', 'host', 'AS112', 'RFC 7534'],
  ['198.18.0.0/15', 'private', 'benchmarks', 'RFC 2544'],
  ['198.51.100.0/24', 'special', 'documentation', 'RFC 5737'],
  ['203.0.113.0/24', 'special', 'documentation', 'RFC 5737'],
  ['224.0.0.0/4', 'special', 'multicast', 'RFC 5771'],
  ['240.0.0.0/4', 'special', 'reserved, and broadcast', 'RFC 1112'],

  // Covers ::, ::1, ::/96 and ::ffff:0:0/96 with IPv4 in them, 64:ff9b::/96, 64:ff9b:1::/48, 100::/64 and 5f00::/16.
  ['::/0', 'special', 'not assigned to hosts', 'RFC 4291'],
  ['2000::/3', 'host', 'global unicast', 'RFC 4291'],
  // Contains Teredo, 2001::/32, which embeds IPv4.
  ['2001::/23', 'special', 'IETF protocol assignments', 'RFC 2928'],
  ['2001:db8::/32', 'special', 'documentation', 'RFC 3849'],
  ['2002::/16', 'special', '6to4, with IPv4 in it', 'RFC 3056'],
  ['2620:4f:8000::/48', 'host', 'AS112', 'RFC 7534'],
  ['3fff::/20', 'special', 'documentation', 'RFC 9637'],
  ['fc00::/7', 'private', 'unique local', 'RFC 4193'],
  ['fd00:ec2::/32', 'special', 'metadata', 'AWS'],
  ['fd20:ce::/48', 'special', 'metadata', 'Google Cloud'],
  ['fe80::/10', 'special', 'link-local', 'RFC 4291'],
  ['fec0::/10', 'special', 'site-local', 'RFC 3879'],
  ['ff00::/8', 'special', 'multicast', 'RFC 4291'],
]

/** An address of either family, or a prefix of which only the first `length` bits count. */
type Address = { readonly bits: 32 | 128; readonly value: bigint }
export type Prefix = Address & { readonly length: number }

const PREFIXES = ADDRESS_BLOCKS.map(([prefix, use]) => ({ ...prefixOf(prefix), use })).sort(
  (a, b) => b.length - a.length,
)

/** Whether a text is the address of some machine: four decimal numbers, or IPv6 in any spelling. False for other texts. */
export function isHostAddress(text: string): boolean {
  return ['host', 'private'].includes(useOf(text))
}

/** Whether a text is the address of a machine that is everybody's to reach: none of a private network. */
export function isPublicAddress(text: string): boolean {
  return useOf(text) === 'host'
}

/** Whether a text is an address within one of the blocks. */
export function isAddressWithin(text: string, blocks: readonly Prefix[]): boolean {
  const address = addressOf(text)
  return address !== null && blocks.some((block) => isWithin(address, block))
}

/** The block that a text such as `10.0.0.0/8` or `fd00::/8` means; null: it means none. */
export function parsePrefix(text: string): Prefix | null {
  const [, start = '', length = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? []
  const address = addressOf(start)
  if (address === null || Number(length) > address.bits) return null
  return { ...address, length: Number(length) }
}

function useOf(text: string): Block[1] {
  const address = addressOf(text)
  if (address === null) return 'special'
  return PREFIXES.find((prefix) => isWithin(address, prefix))?.use ?? 'special'
}

function prefixOf(text: string): Prefix {
  const prefix = parsePrefix(text)
  if (prefix === null) throw new Error(`${text} is no block of addresses`)
  return prefix
}

function isWithin({ bits, value }: Address, prefix: Prefix): boolean {
  const rest = BigInt(prefix.bits - prefix.length)
  return bits === prefix.bits && value >> rest === prefix.value >> rest
}

function addressOf(text: string): Address | null {
  const groups = text.includes(':') ? groupsOfV6(text) : groupsOfV4(text)
  if (groups === null) return null
  return {
    bits: text.includes(':') ? 128 : 32,
    value: groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n),
  }
}

/** Two groups of 16 bits. */
function groupsOfV4(text: string): number[] | null {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every(isOctet)) return null
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number)
  return [a * 256 + b, c * 256 + d]
}

function isOctet(text: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= 255
}

/** Eight groups of 16 bits. https://datatracker.ietf.org/doc/html/rfc4291#section-2.2; a zone (RFC 4007) is left out. */
function groupsOfV6(text: string): number[] | null {
  const [address = ''] = text.split('%')
  const halves = address.split('::')
  const [head = null, tail = []] = halves.map((half, index) =>
    groupsIn(half, index === halves.length - 1),
  )
  if (halves.length > 2 || head === null || tail === null) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail]
}

function groupsIn(text: string, isLast: boolean): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const v4 = isLast && index === parts.length - 1 && part.includes('.') ? groupsOfV4(part) : null
    if (v4 !== null) groups.push(...v4)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(parseInt(part, 16))
    else return null
  }
  return groups
}
