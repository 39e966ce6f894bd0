// Checks that ID tokens and access tokens share: for whom they are, when they are valid, and who signed them.
import { errors, jwtVerify, type CryptoKey, type JWTVerifyOptions } from 'jose'
import type { TokenParts } from './token-text.ts'

/** How far two clocks may differ. */
const SKEW_S = 60

/** Whether a token is only for this audience: one for several could be used here by any of them. */
export function isForAlone(audience: string, { payload: { aud } }: TokenParts): boolean {
  return Array.isArray(aud) ? aud.length === 1 && aud[0] === audience : aud === audience
}

/** Whether a token holds at this time, in milliseconds; null: it does. */
export function problemOfTime(
  { payload: { exp, nbf = 0 } }: TokenParts,
  nowMs: number,
): 'expired' | 'not_yet_valid' | null {
  const nowS = nowMs / 1000
  if (typeof exp !== 'number' || exp <= nowS - SKEW_S) return 'expired'
  return typeof nbf !== 'number' || nbf > nowS + SKEW_S ? 'not_yet_valid' : null
}

/** Whether the key signed a token, null: it did; and, as a second opinion, what the library says of its claims. */
export async function problemOfSignature(
  token: string,
  key: CryptoKey,
  nowMs: number,
  expected: Pick<JWTVerifyOptions, 'algorithms' | 'issuer' | 'audience' | 'requiredClaims'>,
): Promise<'signature' | 'malformed' | null> {
  const clock = { clockTolerance: SKEW_S, currentDate: new Date(nowMs) }
  try {
    await jwtVerify(token, key, { ...expected, ...clock })
    return null
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'malformed'
  }
}
