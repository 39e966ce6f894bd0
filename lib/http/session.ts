// The one place that knows how the portal remembers who signed in: a sealed cookie that holds an identity and nothing else.
import { decode } from 'next-auth/jwt'
import type { Environment } from '#lib/env.ts'
import type { Session } from '#lib/usecases/define.ts'
import { currentProcess } from '#lib/usecases/process.ts'
import { personSession } from '#lib/usecases/sessions/person.ts'

export function isSecure({ url }: Pick<Environment, 'url'>): boolean {
  return url.startsWith('https:')
}

/** With the prefix, browsers take the cookie from this host alone and over TLS alone. */
export function sessionCookieName(environment: Pick<Environment, 'url'>): string {
  return isSecure(environment) ? '__Host-berth-session' : 'berth-session'
}

/** The session that a request's cookie opens, as a token would; null: nobody is signed in. */
export async function sessionOf(headers: Headers): Promise<Session | null> {
  const process = currentProcess()
  const token = cookieOf(headers, sessionCookieName(process.environment))
  if (token === null) return null
  // What another installation sealed, or what has run out, is as good as no cookie.
  const claims = await decode({ token, secret: process.sessionSecret }).catch(() => null)
  return claims?.sub === undefined ? null : personSession(process, claims.sub)
}

function cookieOf(headers: Headers, name: string): string | null {
  const prefix = `${name}=`
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? null
}
