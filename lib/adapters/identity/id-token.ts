// ID tokens, judged by ourselves, whatever the library that fetched them made of them.
import { errors, jwtVerify } from 'jose'
import type { KeySet } from './key-set.ts'
import { readTokenText, type TokenParts } from './token-text.ts'

/** What every provider must be able to sign with: https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation */
const ALGORITHM = 'RS256'
const KEY_HEADERS = ['jku', 'x5u', 'jwk', 'crit', 'b64']
/** How far two clocks may differ. */
const SKEW_S = 60

export type ExpectedIdToken = {
  readonly issuer: string
  readonly clientId: string
  /** The tenant of Microsoft Entra ID; null for other providers. */
  readonly tid: string | null
  /** Null: the token came of no sign-in of a person, but of a refresh token. */
  readonly nonce: string | null
}

export type JudgedIdToken =
  | { readonly ok: true; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** The claims of an ID token that is what it must be; else, in one word, what is wrong. Never rejects. */
export async function judgeIdToken(
  token: string,
  expected: ExpectedIdToken,
  keys: KeySet,
  nowMs: number,
): Promise<JudgedIdToken> {
  const parts = readTokenText(token)
  if (typeof parts === 'string') return refused(parts)
  const problem =
    problemOfHeader(parts) ?? problemOfClaims(parts, expected) ?? problemOfTime(parts, nowMs / 1000)
  if (problem !== null) return refused(problem)
  const kid = parts.header['kid']
  const key = await keys.find({
    alg: ALGORITHM,
    ...(typeof kid === 'string' && { kid }),
  })
  if (key === 'unavailable' || key === 'unknown') return refused(`key_${key}`)
  try {
    await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: expected.issuer,
      audience: expected.clientId,
      clockTolerance: SKEW_S,
      currentDate: new Date(nowMs),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    return { ok: true, claims: parts.payload }
  } catch (error) {
    return refused(error instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'form')
  }
}

function refused(problem: string): JudgedIdToken {
  return { ok: false, problem }
}

function problemOfHeader({ header }: TokenParts): string | null {
  if (header['alg'] !== ALGORITHM) return 'alg'
  return KEY_HEADERS.some((name) => Object.hasOwn(header, name)) ? 'key_header' : null
}

function problemOfClaims(
  { payload }: TokenParts,
  { issuer, clientId, tid, nonce }: ExpectedIdToken,
): string | null {
  const { iss, aud, azp = clientId } = payload
  if (iss !== issuer) return 'iss'
  const isOurs = Array.isArray(aud) ? aud.length === 1 && aud[0] === clientId : aud === clientId
  if (!isOurs || azp !== clientId) return 'aud'
  if (tid !== null && payload['tid'] !== tid) return 'tid'
  return nonce !== null && payload['nonce'] !== nonce ? 'nonce' : null
}

function problemOfTime({ payload: { exp, nbf = 0 } }: TokenParts, nowS: number): string | null {
  if (typeof exp !== 'number' || exp <= nowS - SKEW_S) return 'exp'
  if (typeof nbf !== 'number' || nbf > nowS + SKEW_S) return 'nbf'
  return null
}
