// Verifies ID tokens again, independent of the library that fetched them.
import type { KeySet } from './key-set.ts'
import { isForAlone, problemOfSignature, problemOfTime } from './signed-token.ts'
import { readTokenText, type TokenParts } from './token-text.ts'

/** What every provider must be able to sign with: https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation */
const ALGORITHM = 'RS256'
const KEY_HEADERS = ['jku', 'x5u', 'jwk', 'crit', 'b64']

export type ExpectedIdToken = {
  readonly issuer: string
  readonly clientId: string
  /** The tenant of Microsoft Entra ID; null for other providers. */
  readonly tid: string | null
  /** Null: the token doesn't come from a person's sign-in, but from a refresh token. */
  readonly nonce: string | null
}

export type JudgedIdToken =
  | { readonly ok: true; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** The claims of a valid ID token; otherwise, in one word, what is wrong. Never rejects. */
export async function judgeIdToken(
  token: string,
  expected: ExpectedIdToken,
  keys: KeySet,
  nowMs: number,
): Promise<JudgedIdToken> {
  const parts = readTokenText(token)
  if (typeof parts === 'string') return refused(parts)
  const problem =
    problemOfHeader(parts) ?? problemOfClaims(parts, expected) ?? problemOfTime(parts, nowMs)
  if (problem !== null) return refused(problem)
  const kid = parts.header['kid']
  const key = await keys.find({
    alg: ALGORITHM,
    ...(typeof kid === 'string' && { kid }),
  })
  if (key === 'unavailable' || key === 'unknown') return refused(`key_${key}`)
  const signatureProblem = await problemOfSignature(token, key, nowMs, {
    algorithms: [ALGORITHM],
    issuer: expected.issuer,
    audience: expected.clientId,
    requiredClaims: ['exp', 'iat', 'sub'],
  })
  return signatureProblem === null ? { ok: true, claims: parts.payload } : refused(signatureProblem)
}

function refused(problem: string): JudgedIdToken {
  return { ok: false, problem }
}

function problemOfHeader({ header }: TokenParts): string | null {
  if (header['alg'] !== ALGORITHM) return 'alg'
  return KEY_HEADERS.some((name) => Object.hasOwn(header, name)) ? 'key_header' : null
}

function problemOfClaims(
  parts: TokenParts,
  { issuer, clientId, tid, nonce }: ExpectedIdToken,
): string | null {
  const { iss, azp = clientId, tid: tenant, nonce: given } = parts.payload
  if (iss !== issuer) return 'iss'
  if (!isForAlone(clientId, parts) || azp !== clientId) return 'aud'
  if (tid !== null && tenant !== tid) return 'tid'
  return nonce !== null && given !== nonce ? 'nonce' : null
}
