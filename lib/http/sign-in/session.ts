// The one place that knows how the portal remembers who signed in: by a sealed cookie that contains only a session's
// secret. With groups and the like it would be longer than servers accept.
import { parseCookie } from 'cookie'
import { decode } from 'next-auth/jwt'
import type { Environment } from '#lib/settings/env.ts'
import { currentServices, type Services } from '#lib/usecases/services.ts'
import { openSession, type PersonSession } from '#lib/usecases/sessions/open.ts'

export function isSecure({ url }: Pick<Environment, 'url'>): boolean {
  return url.startsWith('https:')
}

/** With the prefix, browsers accept the cookie only from this host and only over TLS. */
export function sessionCookieName(environment: Pick<Environment, 'url'>): string {
  return isSecure(environment) ? '__Host-berth-session' : 'berth-session'
}

/** The session that a request's cookie opens, as a token would; null: nobody is signed in. */
export async function sessionOf(headers: Headers): Promise<PersonSession | null> {
  const services = currentServices()
  const secret = await sessionSecretOf(services, headers)
  if (secret === null) return null
  return openSession(services, secret)
}

/** The secret in a request's cookie; null: there is none that this installation sealed, or it has expired. */
export async function sessionSecretOf(
  { environment, sessionSecret }: Services,
  headers: Headers,
): Promise<string | null> {
  const token = cookieOf(headers, sessionCookieName(environment))
  if (token === null) return null
  const claims = await decode({ token, secret: sessionSecret }).catch(() => null)
  return claims?.sub ?? null
}

/** Whether somebody has signed in with this browser, and not signed out. */
export function hasSessionCookie({ environment }: Services, headers: Headers): boolean {
  return cookieOf(headers, sessionCookieName(environment)) !== null
}

function cookieOf(headers: Headers, name: string): string | null {
  return cookiesOf(headers)[name] ?? null
}

/** The first of each name counts; escaped values, as next-auth writes them, are decoded. */
export function cookiesOf(headers: Headers): Readonly<Record<string, string | undefined>> {
  return parseCookie(headers.get('cookie') ?? '')
}
