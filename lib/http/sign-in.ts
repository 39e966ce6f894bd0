// Signing in and out, by next-auth. Nothing else of Berth knows it: what it leaves is the cookie that session.ts reads.
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { pagePaths } from '#lib/paths.ts'
import { currentProcess, type Process } from '#lib/usecases/process.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import {
  answersThisMachineAlone,
  demoPeople,
  type DemoPerson,
  demoPersonId,
} from '#lib/usecases/sessions/demo-people.ts'
import { authenticateToken } from '#lib/usecases/tokens/authenticate.ts'
import { isSecure, sessionCookieName } from './session.ts'
import { safeReturnPath } from './return-path.ts'

const SESSION_SECONDS = 12 * 60 * 60

export type SignInChoices = {
  /** Who may be signed in as; empty: there is no way to sign in. */
  readonly demoPeople: readonly DemoPerson[]
  readonly needsToken: boolean
}

export function signInChoices({ environment }: Process): SignInChoices {
  return {
    demoPeople: environment.isDemo ? demoPeople : [],
    needsToken: !answersThisMachineAlone(environment),
  }
}

type AuthContext = { readonly params: Promise<{ nextauth: string[] }> }

export async function answerSignIn(request: NextRequest, context: AuthContext): Promise<Response> {
  const berth = currentProcess()
  // next-auth takes its own address from here alone.
  process.env['NEXTAUTH_URL'] = berth.environment.url
  try {
    const response: unknown = await NextAuth(request, context, optionsOf(berth))
    if (response instanceof Response && response.status < 500) return response
  } catch (error) {
    berth.log.warn({ err: error }, 'sign-in request not understood')
  }
  // next-auth takes a body, a cookie or a method that it can't read for a fault of its own.
  return new Response('This is no request to sign in.\n', { status: 400 })
}

function optionsOf(berth: Process): NextAuthOptions {
  const secure = isSecure(berth.environment)
  return {
    secret: berth.sessionSecret,
    providers: berth.environment.isDemo ? [demoProvider(berth)] : [],
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: pagePaths.signIn, signOut: pagePaths.signIn, error: pagePaths.signIn },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(berth.environment),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    callbacks: {
      jwt: ({ token, user }) => ({ sub: user?.id ?? token.sub }),
      redirect: ({ url, baseUrl }) => `${baseUrl}${safeReturnPath(relativeTo(baseUrl, url))}`,
    },
    logger: {
      error: (code, metadata) => berth.log.error({ code, metadata }, 'sign-in failed'),
      warn: (code) => berth.log.debug({ code }, 'sign-in'),
      debug: () => undefined,
    },
  }
}

function relativeTo(base: string, url: string): string {
  return url.startsWith(base) ? url.slice(base.length) : url
}

function demoProvider(berth: Process) {
  return CredentialsProvider({
    id: 'demo',
    credentials: { person: { type: 'text' }, token: { type: 'password' } },
    authorize: async (credentials) => {
      const person = demoPeople.find(({ name }) => name === credentials?.person)
      const allowed = person && (await mayChoose(berth, credentials?.token ?? ''))
      return allowed ? { id: demoPersonId(person) } : null
    },
  })
}

/** Whoever reaches the portal from elsewhere must hold a token that may do all that any of the demo people may. */
async function mayChoose(berth: Process, token: string): Promise<boolean> {
  if (answersThisMachineAlone(berth.environment)) return true
  const session = await authenticateToken(berth, token.trim()).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return session?.actor.role === 'admin' && session.tenant.name === berth.environment.tenantName
}
