import { createLocalJWKSet, type CryptoKey, type JWSHeaderParameters } from 'jose'
import { z } from 'zod'
import { fetchBounded, parseJson, requireSafeUrl } from './bounded-fetch.ts'

/** Between two requests for the keys, whatever tokens say and however the last one ended. */
const COOL_DOWN_MS = 60_000
/** A withdrawn key is trusted for at most so long while the issuer answers. */
const FRESH_MS = 600_000
/** And for at most so long while it doesn't. */
const STALE_MS = 86_400_000
const TIMEOUT_MS = 5_000
const BYTES_MAX = 512 * 1024

const keySetBody = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string(), kid: z.string().optional() }))
    .min(1)
    .max(200),
})

type Keys = {
  readonly find: ReturnType<typeof createLocalJWKSet>
  readonly ids: ReadonlySet<string>
  readonly readAt: number
}

/** The public keys of one issuer, from its one configured address. */
export class KeySet {
  readonly #url: string
  readonly #now: () => number
  #keys: Keys | null = null
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null

  /** Throws unless the address is https: whoever could change the answer could sign tokens. */
  constructor(url: string, now: () => number) {
    this.#url = requireSafeUrl(url).href
    this.#now = now
  }

  /** The key of a token's header; `unknown`: the issuer has none such; `unavailable`: it can't be asked. */
  async find(header: JWSHeaderParameters): Promise<CryptoKey | 'unknown' | 'unavailable'> {
    const isKnown = this.#keys?.ids.has(header.kid ?? '') ?? false
    if (!isKnown || this.#age() > FRESH_MS) await this.#refresh()
    if (this.#keys === null || this.#age() > STALE_MS) return 'unavailable'
    return this.#keys.find(header).catch(() => 'unknown' as const)
  }

  #age(): number {
    return this.#now() - (this.#keys?.readAt ?? 0)
  }

  /** Asks at most once in a cool-down; callers in the meantime wait for the same answer. */
  async #refresh(): Promise<void> {
    if (this.#asking === null && this.#now() - this.#askedAt >= COOL_DOWN_MS) {
      this.#askedAt = this.#now()
      this.#asking = this.#read().finally(() => {
        this.#asking = null
      })
    }
    await this.#asking
  }

  async #read(): Promise<void> {
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX }
    const answer = await fetchBounded(this.#url, { method: 'GET', ...bounds })
    if (answer.outcome !== 'answered' || answer.status !== 200) return
    const body = keySetBody.safeParse(parseJson(answer.text)).data
    if (body === undefined) return
    const ids = new Set(body.keys.flatMap(({ kid }) => kid ?? []))
    this.#keys = { find: createLocalJWKSet(body), ids, readAt: this.#now() }
  }
}
