// An identity provider as next-auth knows it. What next-auth makes of the ID token is not relied upon: the provider's own
// adapter verifies it again, and reads who it is about.
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { Services } from '#lib/usecases/services.ts'
import type { SignIn } from '#lib/usecases/sessions/begin.ts'

type Provider = Services['identityProviders'][number]

/** The outcome of one request to sign in. */
export type Attempt = {
  provider: Provider | null
  reading:
    | SignIn['reading']
    | Exclude<Awaited<ReturnType<Provider['readIdToken']>>, SignIn['reading']>
    | null
  refreshToken: string | null
}

/** How long a provider may take while a person waits. */
const TIMEOUT_MS = 10_000

export function oauthProvider(
  provider: Provider,
  attempt: Attempt,
): OAuthConfig<Record<string, unknown>> {
  const { id, name, client, scopes, discoveryUrl } = provider
  return {
    id,
    name,
    type: 'oauth',
    wellKnown: discoveryUrl,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId: client.id,
    clientSecret: client.secret,
    authorization: { params: { scope: scopes.join(' ') } },
    httpOptions: { timeout: TIMEOUT_MS },
    token: {
      request: async ({ client, params, checks, provider: { callbackUrl } }) => {
        const tokens = await client.callback(callbackUrl, params, checks)
        const nonce = 'nonce' in checks ? checks.nonce : undefined
        attempt.provider = provider
        attempt.reading = await provider.readIdToken(tokens.id_token ?? '', nonce ?? '')
        attempt.refreshToken = tokens.refresh_token ?? null
        return { tokens }
      },
    },
    // The built-in one asks Microsoft Graph for a photo, and would put it into the cookie.
    profile: ({ sub }) => ({ id: String(sub) }),
  }
}
