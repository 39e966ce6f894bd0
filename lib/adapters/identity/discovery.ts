import { z } from 'zod'
import { fetchBounded, parseJson, requireSafeUrl } from './bounded-fetch.ts'
import { KeySet } from './key-set.ts'

/** How long discovered endpoints are used. */
const FRESH_MS = 3_600_000
const TIMEOUT_MS = 5_000
const BYTES_MAX = 512 * 1024

const metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
})

export type Endpoints = { readonly tokenUrl: string; readonly keys: KeySet }

/**
 * The endpoints of an issuer according to its discovery document, which must name exactly this issuer.
 *
 * https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
 */
export class Discovery {
  readonly #issuer: string
  readonly #now: () => number
  #found: { readonly endpoints: Endpoints; readonly jwksUrl: string; readonly at: number } | null =
    null

  /** Throws when the issuer is not at an https address. */
  constructor(issuer: string, now: () => number) {
    requireSafeUrl(issuer)
    this.#issuer = issuer
    this.#now = now
  }

  /** Null: the issuer doesn't answer, or not correctly. */
  async find(): Promise<Endpoints | null> {
    if (this.#found === null || this.#now() - this.#found.at > FRESH_MS) await this.#read()
    return this.#found?.endpoints ?? null
  }

  async #read(): Promise<void> {
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX }
    const answer = await fetchBounded(wellKnownUrl(this.#issuer), { method: 'GET', ...bounds })
    if (answer.outcome !== 'answered' || answer.status !== 200) return
    const body = metadata.safeParse(parseJson(answer.text)).data
    if (body?.issuer !== this.#issuer) return
    const [tokenUrl, jwksUrl] = [safeUrl(body.token_endpoint), safeUrl(body.jwks_uri)]
    if (tokenUrl === null || jwksUrl === null) return
    const isSame = this.#found?.jwksUrl === jwksUrl
    const keys = isSame ? this.#found!.endpoints.keys : new KeySet(jwksUrl, this.#now)
    this.#found = { endpoints: { tokenUrl, keys }, jwksUrl, at: this.#now() }
  }
}

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationRequest */
export function wellKnownUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

function safeUrl(address: string): string | null {
  try {
    return requireSafeUrl(address).href
  } catch {
    return null
  }
}
