// Each way in which an access token is wrong, with the sentence that its sender reads. No sentence repeats the token.
const REASONS = {
  token_too_long: 'The token is longer than 16,384 characters.',
  token_malformed: 'The token is not a signed JSON web token in the compact form.',
  token_duplicate: 'The token holds a key twice.',
  token_alg: 'The token is not signed by RS256, PS256 or ES256.',
  token_type: 'The token is not of type JWT or at+jwt.',
  token_key_header: 'The token brings or names a key of its own.',
  token_critical: 'The token asks for an extension that is not known here.',
  token_issuer: 'The token is from an issuer that is not trusted here.',
  token_tenant: 'The token is from a Microsoft Entra tenant that is not allowed here.',
  token_audience: 'The token is not for Berth, or not for Berth alone.',
  token_expired: 'The token has expired, or does not say when it does.',
  token_not_yet_valid: 'The token is not valid yet.',
  token_key_unknown: 'The token is signed by a key that its issuer does not have.',
  token_signature: 'The signature of the token is wrong.',
  token_kind: 'This is no access token of a person, and none of a program.',
  token_scope: 'The token lacks the scope that lets a program act for a person here.',
  token_roles: 'The token of this program holds no app role.',
  token_claims: 'A claim of the token is missing, or not of its type.',
  keys_unavailable: 'The keys of the issuer cannot be read now. Try again in a minute.',
} as const

/** All are 401 except `keys_unavailable`, which is 503 because it isn't the token's fault. */
export type TokenProblem = keyof typeof REASONS

export type RefusedToken = {
  readonly ok: false
  readonly code: TokenProblem
  readonly reason: string
}

export function refusedToken(code: TokenProblem): RefusedToken {
  return { ok: false, code, reason: REASONS[code] }
}
