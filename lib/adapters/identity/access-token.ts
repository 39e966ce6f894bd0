// Access tokens of identity providers as bearer tokens of the API. Checks are ordered by cost: the text, the header, the
// claims, and only then key and signature, so that a malformed token costs neither network nor signature.
import { callerOf, type Caller } from './access-token-caller.ts'
import { DiscoveredKeys } from './discovered-keys.ts'
import { KeySet } from './key-set.ts'
import { isForAlone, problemOfSignature, problemOfTime } from './signed-token.ts'
import { refusedToken, type RefusedToken, type TokenProblem } from './token-problem.ts'
import { readTokenText, type TokenParts } from './token-text.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'

export type TokenVerdict = { readonly ok: true; readonly caller: Caller } | RefusedToken

const ALGORITHMS = ['RS256', 'PS256', 'ES256']
/** What Microsoft Entra ID writes, and https://datatracker.ietf.org/doc/html/rfc9068#section-2.1 */
const TYPES = ['jwt', 'at+jwt', 'application/at+jwt']
const KEY_HEADERS = ['jku', 'x5u', 'jwk', 'x5c']

export class AccessTokenVerifier {
  readonly #issuers: ReadonlyMap<string, { readonly trusted: TrustedIssuer; readonly keys: Keys }>
  readonly #now: () => number

  /** `now` in milliseconds. Throws when keys are not at an https address, or when two issuers have one name. */
  constructor(issuers: readonly TrustedIssuer[], now: () => number = Date.now) {
    this.#now = now
    this.#issuers = new Map(
      issuers.map((trusted) => [trusted.issuer, { trusted, keys: keysOf(trusted, now) }]),
    )
    if (this.#issuers.size !== issuers.length) throw new Error('An issuer is configured twice.')
  }

  /** Whose token it is, or the one thing that is wrong with it. Never rejects because of a token. */
  async verify(token: string): Promise<TokenVerdict> {
    const parts = readTokenText(token)
    if (typeof parts === 'string') return refusedToken(parts)
    const headerProblem = problemOfHeader(parts)
    if (headerProblem !== null) return refusedToken(headerProblem)
    const issuer = this.#issuers.get(textOf(parts.payload['iss']))
    if (issuer === undefined) return refusedToken(this.#problemOfIssuer(parts))
    const { trusted, keys } = issuer
    const nowMs = this.#now()
    const claimProblem = problemOfClaims(parts, trusted, nowMs)
    if (claimProblem !== null) return refusedToken(claimProblem)
    const { alg, kid } = parts.header
    const key = await keys.find({ alg: textOf(alg), kid: textOf(kid) })
    if (key === 'unavailable') return refusedToken('keys_unavailable')
    if (key === 'unknown') return refusedToken('token_key_unknown')
    const signatureProblem = await problemOfSignature(token, key, nowMs, {
      algorithms: ALGORITHMS,
      issuer: trusted.issuer,
      audience: trusted.audience,
      requiredClaims: ['exp'],
    })
    if (signatureProblem !== null) return refusedToken(`token_${signatureProblem}`)
    const caller = callerOf(parts.payload, trusted)
    return typeof caller === 'string' ? refusedToken(caller) : { ok: true, caller }
  }

  /** Distinguishes another tenant of the same authority from a stranger. */
  #problemOfIssuer({ payload }: TokenParts): TokenProblem {
    const named = tenantless(textOf(payload['iss']))
    const isSibling = [...this.#issuers.values()].some(
      ({ trusted }) => trusted.kind === 'entra' && tenantless(trusted.issuer) === named,
    )
    return isSibling ? 'token_tenant' : 'token_issuer'
  }
}

type Keys = Pick<KeySet, 'find'>

function keysOf({ issuer, jwksUrl }: TrustedIssuer, now: () => number): Keys {
  return jwksUrl === null ? new DiscoveredKeys(issuer, now) : new KeySet(jwksUrl, now)
}

function problemOfHeader({ header }: TokenParts): TokenProblem | null {
  if (!ALGORITHMS.includes(textOf(header['alg']))) return 'token_alg'
  if (!TYPES.includes(textOf(header['typ']).toLowerCase())) return 'token_type'
  if (KEY_HEADERS.some((name) => Object.hasOwn(header, name))) return 'token_key_header'
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) return 'token_critical'
  return textOf(header['kid']) === '' ? 'token_key_unknown' : null
}

function problemOfClaims(
  parts: TokenParts,
  { audience, tenant }: TrustedIssuer,
  nowMs: number,
): TokenProblem | null {
  if (!isForAlone(audience, parts)) return 'token_audience'
  if (tenant !== null && parts.payload['tid'] !== tenant) return 'token_tenant'
  const problem = problemOfTime(parts, nowMs)
  return problem && `token_${problem}`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function tenantless(issuer: string): string {
  return issuer.replace(/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\//, '/*/')
}
