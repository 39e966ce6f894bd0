// Browsers in which somebody has signed in already. How they come to that is shown by the tests of signing in.
import { encode } from 'next-auth/jwt'
import { sessionCookieName } from '#lib/http/sign-in/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { beginSession } from '#lib/usecases/sessions/begin.ts'

/** With these a tenant has a provider, which nobody asks anything. */
export const signInSettings = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'berth',
  OIDC_CLIENT_SECRET: 'a-secret-of-tests',
} as const

type Person = { readonly name: string; readonly groups: readonly string[] }

/** The Cookie header of such a browser; `seal`: what its cookie is sealed with. */
export async function signedInCookie(
  services: Services,
  { name, groups }: Person,
  seal: string = services.sessionSecret,
): Promise<string> {
  const provider = services.identityProviders[0]!
  const person = { subject: `oidc:${provider.issuer}#${name}`, name, email: null }
  const origin = { address: null, requestId: null }
  const reading = { outcome: 'read', person, memberships: { groups, roles: [] } } as const
  const sub = await beginSession(services, { provider, reading, refreshToken: null, origin })
  const value = await encode({ token: { sub }, secret: seal })
  return `${sessionCookieName(services.environment)}=${value}`
}
