// Whose access tokens are accepted, and for what. All of this is configuration, which no token can influence.
import type { Identity } from '#lib/domain/access/identity.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { oidcClaimsReader, readEntraClaims } from '#lib/schemas/claims.ts'
import { requireGuid } from './group-reader.ts'

export type TrustedIssuer = {
  readonly kind: 'entra' | 'oidc'
  /** As tokens name it in `iss`, exactly. */
  readonly issuer: string
  /** Null: where the issuer's discovery document says. */
  readonly jwksUrl: string | null
  /** As tokens name Berth in `aud`, exactly. */
  readonly audience: string
  /** The scope that a person's token must hold. */
  readonly scope: string
  /** The Microsoft Entra tenant; null for other issuers. */
  readonly tenant: string | null
  readonly readClaims: (claims: unknown) => Checked<Identity>
}

/**
 * One allowed tenant of Microsoft Entra ID, with its version 2 tokens. Throws when the tenant is no GUID: `common` and
 * `organizations` would let every tenant in.
 *
 * https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-tokens
 */
export function entraIssuer(settings: {
  readonly tenant: string
  readonly audience: string
  readonly scope: string
  /** An origin, `https://login.microsoftonline.com` or that of a national cloud. */
  readonly authority: string
}): TrustedIssuer {
  const { audience, scope, authority } = settings
  const tenant = requireGuid(settings.tenant)
  const base = `${authority}/${tenant}`
  return {
    kind: 'entra',
    issuer: `${base}/v2.0`,
    jwksUrl: `${base}/discovery/v2.0/keys`,
    audience,
    scope,
    tenant,
    readClaims: readEntraClaims,
  }
}

/** Another OpenID Connect provider, whose access tokens are signed JSON web tokens. */
export function oidcIssuer(settings: {
  readonly issuer: string
  readonly jwksUrl: string | null
  readonly audience: string
  readonly scope: string
  /** The claim that lists groups; null: none does. */
  readonly groupsClaim: string | null
}): TrustedIssuer {
  const { groupsClaim, ...rest } = settings
  return { kind: 'oidc', ...rest, tenant: null, readClaims: oidcClaimsReader(groupsClaim) }
}
