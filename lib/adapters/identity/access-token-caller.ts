// Whom a verified access token belongs to. A token that doesn't say so clearly is refused: an ID token has the same issuer,
// and can have the same audience, but was issued to the program that signed somebody in, not to one that calls the API.
import type { Identity } from '#lib/domain/access/identity.ts'
import type { TokenProblem } from './token-problem.ts'
import type { TrustedIssuer } from './trusted-issuer.ts'

/** Who calls: a person, through some program, or a program for itself. */
export type Caller = {
  readonly kind: 'person' | 'service'
  readonly identity: Identity
  /** When the issuer said so, in seconds; null: it didn't say when. */
  readonly issuedAt: number | null
}

type Claims = Readonly<Record<string, unknown>>

export function callerOf(claims: Claims, trusted: TrustedIssuer): Caller | TokenProblem {
  return trusted.kind === 'entra' ? entraCaller(claims, trusted) : oidcCaller(claims, trusted)
}

/**
 * Only people's tokens have `scp`; a program's is recognised by `idtyp`, or by a `sub` that equals `oid`.
 *
 * https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference
 */
function entraCaller(claims: Claims, trusted: TrustedIssuer): Caller | TokenProblem {
  if (Object.hasOwn(claims, 'nonce')) return 'token_kind'
  const saysService = claims['idtyp'] === 'app'
  if (Object.hasOwn(claims, 'scp')) {
    if (saysService) return 'token_kind'
    if (!scopesOf(claims['scp']).includes(trusted.scope)) return 'token_scope'
    return callerFrom('person', claims, trusted)
  }
  const isService =
    saysService ||
    (!Object.hasOwn(claims, 'idtyp') &&
      typeof claims['azp'] === 'string' &&
      claims['sub'] === claims['oid'])
  if (!isService) return 'token_kind'
  const caller = callerFrom('service', claims, trusted)
  if (typeof caller === 'string') return caller
  // Every program of the tenant can get a token without roles.
  return caller.identity.roles.length === 0 ? 'token_roles' : caller
}

/** Without a scope it may be an ID token. https://datatracker.ietf.org/doc/html/rfc9068#section-2.2 */
function oidcCaller(claims: Claims, trusted: TrustedIssuer): Caller | TokenProblem {
  const { scope, scp, sub, client_id } = claims
  if (Object.hasOwn(claims, 'nonce')) return 'token_kind'
  if (!scopesOf(scope ?? scp).includes(trusted.scope)) return 'token_scope'
  return callerFrom(sub === client_id ? 'service' : 'person', claims, trusted)
}

function callerFrom(
  kind: Caller['kind'],
  claims: Claims,
  { readClaims }: TrustedIssuer,
): Caller | TokenProblem {
  const identity = readClaims(claims)
  if (!identity.ok) return 'token_claims'
  const { iat } = claims
  return { kind, identity: identity.value, issuedAt: typeof iat === 'number' ? iat : null }
}

/** Separated by spaces, or in a list, as some providers write them. */
function scopesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(' ') : []
}
