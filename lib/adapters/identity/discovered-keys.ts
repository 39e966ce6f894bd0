import type { JWSHeaderParameters } from 'jose'
import { Discovery } from './discovery.ts'
import type { KeySet } from './key-set.ts'

/** Between two attempts to discover the keys, after one failed. */
const COOL_DOWN_MS = 60_000

/** The public keys of one issuer, at the address that its discovery document names. */
export class DiscoveredKeys {
  readonly #discovery: Discovery
  readonly #now: () => number
  #failedAt = Number.NEGATIVE_INFINITY

  /** Throws when the issuer is not at an https address. */
  constructor(issuer: string, now: () => number) {
    this.#discovery = new Discovery(issuer, now)
    this.#now = now
  }

  /** The key of a token's header; `unknown`: the issuer has none such; `unavailable`: it can't be asked. */
  async find(header: JWSHeaderParameters): ReturnType<KeySet['find']> {
    // Senders of tokens must not be able to make us ask an unresponsive issuer again and again.
    if (this.#now() - this.#failedAt < COOL_DOWN_MS) return 'unavailable'
    const endpoints = await this.#discovery.find()
    if (endpoints !== null) return endpoints.keys.find(header)
    this.#failedAt = this.#now()
    return 'unavailable'
  }
}
