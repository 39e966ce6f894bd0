// Browsers in which somebody has signed in already. The tests of signing in show how they get there.
import { decode, encode } from 'next-auth/jwt'
import { sessionCookieName } from '#lib/http/sign-in/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { beginSession } from '#lib/usecases/sessions/begin.ts'
import { endSessionOf } from '#lib/usecases/sessions/end.ts'

/** With these a tenant has a provider, which is never asked. */
export const signInSettings = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'berth',
  OIDC_CLIENT_SECRET: 'a-secret-of-tests',
} as const

const NOWHERE = { address: null, requestId: null }

type Person = { readonly name: string; readonly groups: readonly string[] }

/** The Cookie header of such a browser; `seal`: the secret that seals its cookie. */
export async function signedInCookie(
  services: Services,
  { name, groups }: Person,
  seal: string = services.sessionSecret,
): Promise<string> {
  const provider = services.identityProviders[0]!
  const person = { subject: `oidc:${provider.issuer}#${name}`, name, email: null }
  const reading = { outcome: 'read', person, memberships: { groups, roles: [] } } as const
  const sub = await beginSession(services, {
    provider,
    reading,
    refreshToken: null,
    origin: NOWHERE,
  })
  const value = await encode({ token: { sub }, secret: seal })
  return `${sessionCookieName(services.environment)}=${value}`
}

/** What such a browser does last. */
export async function signOut(services: Services, cookie: string): Promise<void> {
  const value = cookie.slice(cookie.indexOf('=') + 1)
  const token = await decode({ token: value, secret: services.sessionSecret })
  await endSessionOf(services, token!.sub!, NOWHERE)
}
