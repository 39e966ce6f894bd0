// The providers that sign people in here, made from the settings.
import type { IdentityProvider } from '#lib/adapters/identity/identity-provider.ts'
import { entraProvider, oidcProvider } from '#lib/adapters/identity/open-id-provider.ts'
import type { Environment } from '#lib/settings/env.ts'

/** In the order in which people are offered them; `now` in milliseconds. */
export function identityProviders(
  { identity: { entra, oidc } }: Pick<Environment, 'identity'>,
  now: () => number,
): IdentityProvider[] {
  return [
    ...(entra?.tenants ?? []).map(({ tid, tenantName }) =>
      entraProvider(
        {
          tid,
          tenantName,
          name: 'Microsoft',
          client: { id: entra!.clientId, secret: entra!.clientSecret },
          authority: entra!.authority,
          graphUrl: entra!.graphUrl,
        },
        now,
      ),
    ),
    ...(oidc === null ? [] : [oidcProviderOf(oidc, now)]),
  ]
}

function oidcProviderOf(
  oidc: Environment['identity']['oidc'] & object,
  now: () => number,
): IdentityProvider {
  const { clientId, clientSecret, issuer, name, tenantName, scopes, groupsClaim } = oidc
  const client = { id: clientId, secret: clientSecret }
  return oidcProvider({ id: 'oidc', issuer, name, tenantName, scopes, groupsClaim, client }, now)
}
