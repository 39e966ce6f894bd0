// How often one network address may send requests without identifying itself. Each replica counts in its own memory: for
// somebody unknown there is nothing to look up in the database.
import { isIPv6 } from 'node:net'

const PER_SECOND = 20
const BURST = 200
const NETWORKS_MAX = 10_000

type Bucket = { left: number; atMs: number }

export class AddressLimit {
  /** The most recent client is last. */
  readonly #buckets = new Map<string, Bucket>()

  /** Counts a request; answers in how many seconds the next one is allowed, 0: this one may go on. */
  take(address: string | null, nowMs: number): number {
    const network = networkOf(address)
    const known = this.#buckets.get(network) ?? { left: BURST, atMs: nowMs }
    const left = Math.min(BURST, known.left + ((nowMs - known.atMs) / 1000) * PER_SECOND)
    const isTaken = left >= 1
    this.#buckets.delete(network)
    this.#buckets.set(network, { left: isTaken ? left - 1 : left, atMs: nowMs })
    if (this.#buckets.size > NETWORKS_MAX) this.#forgetFirst()
    return isTaken ? 0 : (1 - left) / PER_SECOND
  }

  #forgetFirst(): void {
    const [first] = this.#buckets.keys()
    if (first !== undefined) this.#buckets.delete(first)
  }
}

/**
 * What counts as one client: an IPv4 address, or the 64 bits of an IPv6 address that name its network, since every machine
 * can use all addresses of its network (RFC 4291, 2.5.1).
 */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? 'unknown'
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after = []] = canonical.split('::').map(groupsOf)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '')
