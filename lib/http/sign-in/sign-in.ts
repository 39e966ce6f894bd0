// Signing in and out, by next-auth. The rest of Berth doesn't know it, except for the cookie that session.ts reads.
import type { NextAuthOptions } from 'next-auth'
import { type DemoPerson, demoPeople } from '#lib/demo/people.ts'
import { signsInAtDemo } from '#lib/demo/sign-in.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import { safeReturnPath } from '#lib/http/request/return-path.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { answersThisMachineAlone } from '#lib/settings/env.ts'
import { currentServices, type Services } from '#lib/usecases/services.ts'
import { beginSession, refuseSession, SESSION_HOURS } from '#lib/usecases/sessions/begin.ts'
import { endSessionOf } from '#lib/usecases/sessions/end.ts'
import { askNextAuth } from './next-auth-request.ts'
import { isSecure, sessionCookieName, sessionSecretOf } from './session.ts'
import type { SignInError } from './sign-in-errors.ts'
import { type Attempt, oauthProvider } from './sign-in-provider.ts'

export type SignInChoices = {
  readonly providers: readonly { readonly id: string; readonly label: string }[]
  /** People whom anybody may sign in as, at the demo's own provider. */
  readonly demoPeople: readonly DemoPerson[]
}

export function signInChoices({ environment, identityProviders }: Services): SignInChoices {
  if (maySayWhom(environment)) return { providers: [], demoPeople }
  const providers = identityProviders.map(({ id, name, kind, tenantName }) => {
    const isAlone = identityProviders.filter((other) => other.kind === kind).length === 1
    return { id, label: isAlone ? name : `${name}: ${tenantName}` }
  })
  return { providers, demoPeople: [] }
}

/** If others can reach the demo, its provider asks for a token before anybody may choose a person. */
function maySayWhom(environment: Services['environment']): boolean {
  return signsInAtDemo(environment) && answersThisMachineAlone(environment)
}

/** What a page and its scripts request; other answers of next-auth would only reveal more. */
const ACTIONS = ['csrf', 'providers', 'signin', 'callback', 'signout', 'error']

type AuthContext = { readonly params: Promise<{ nextauth: string[] }> }

export async function answerSignIn(request: Request, { params }: AuthContext): Promise<Response> {
  const services = currentServices()
  const steps = (await params).nextauth
  const query = Object.fromEntries(new URL(request.url).searchParams)
  if (!ACTIONS.includes(steps[0] ?? '')) return notUnderstood(404)
  // next-auth would pass everything on to the provider.
  if (steps[0] === 'signin' && request.method === 'POST' && !mayBeSentOn(services, query)) {
    return notUnderstood(400)
  }
  // next-auth reads its own address only from here.
  process.env['NEXTAUTH_URL'] = services.environment.url
  try {
    if (steps[0] === 'callback' && query['error'] !== undefined) {
      const isDeclined = query['error'] === 'access_denied'
      return askToSignInAgain(services, isDeclined ? 'declined' : 'provider_error')
    }
    const response = await askNextAuth(request, { steps, query }, optionsOf(services, request))
    if (response.status < 500) return response
  } catch (error) {
    services.log.warn({ err: error }, 'sign-in request not understood')
  }
  // next-auth reports a body, a cookie or a method that it can't read as an error of its own.
  return notUnderstood(400)
}

function mayBeSentOn({ environment }: Services, query: Readonly<Record<string, string>>): boolean {
  if (Object.keys(query).length === 0) return true
  const { login_hint: hint, prompt, ...rest } = query
  const isWish = prompt === 'login' && demoPeople.some(({ id }) => id === hint)
  return isWish && Object.keys(rest).length === 0 && maySayWhom(environment)
}

function notUnderstood(status: 400 | 404): Response {
  return new Response('This is no request to sign in.\n', { status })
}

function askToSignInAgain({ environment }: Services, code: SignInError): Response {
  const headers = { Location: signInAgain(environment.url, code), 'Cache-Control': 'no-store' }
  return new Response(null, { status: 302, headers })
}

/** Through next-auth, which remembers the page to return to. */
function signInAgain(url: string, code: SignInError): string {
  return `${url}/api/auth/signin?error=${code}`
}

function optionsOf(services: Services, request: Request): NextAuthOptions {
  const secure = isSecure(services.environment)
  const attempt: Attempt = { provider: null, reading: null, refreshToken: null }
  let secret: string | null = null
  return {
    secret: services.sessionSecret,
    providers: services.identityProviders.map((provider) => oauthProvider(provider, attempt)),
    session: { strategy: 'jwt', maxAge: SESSION_HOURS * 3600 },
    pages: { signIn: pagePaths.signIn, signOut: pagePaths.signIn, error: pagePaths.signIn },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(services.environment),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    callbacks: {
      signIn: async ({ account }) => {
        if (account?.type !== 'oauth') return false
        const begun = await begin(services, request, attempt)
        if ('error' in begun) return signInAgain(services.environment.url, begun.error)
        secret = begun.secret
        return true
      },
      jwt: ({ token }) => ({ sub: secret ?? token.sub }),
      redirect: ({ url, baseUrl }) => `${baseUrl}${safeReturnPath(relativeTo(baseUrl, url))}`,
    },
    events: {
      signOut: async ({ token }) => {
        if (token.sub !== undefined)
          await endSessionOf(services, token.sub, originOf(request.headers))
      },
    },
    logger: {
      // Only a part of what next-auth reports, which includes tokens and codes.
      error: (code, metadata) =>
        services.log.error({ code, reason: messageOf(metadata) }, 'sign-in'),
      warn: (code) => services.log.debug({ code }, 'sign-in'),
      debug: () => undefined,
    },
  }
}

/** Opens a session for the person that the provider named, in place of the browser's old one. */
async function begin(
  services: Services,
  request: Request,
  { provider, reading, refreshToken }: Attempt,
): Promise<{ secret: string } | { error: SignInError }> {
  if (provider === null || reading === null) return { error: 'unverified' }
  const origin = originOf(request.headers)
  if (reading.outcome === 'gone') {
    await refuseSession(services, provider, reading.person, 'gone', origin)
    return { error: 'gone' }
  }
  if (reading.outcome === 'refused') {
    const { reason } = reading
    services.log.warn({ provider: provider.id, reason }, 'sign-in with an ID token that is wrong')
    return { error: reason === 'claims' ? 'claims' : 'unverified' }
  }
  const before = await sessionSecretOf(services, request.headers)
  const secret = await beginSession(services, { provider, reading, refreshToken, origin })
  if (before !== null) await endSessionOf(services, before, origin)
  return { secret }
}

function messageOf(metadata: unknown): string | null {
  if (metadata instanceof Error) return metadata.message
  if (typeof metadata !== 'object' || metadata === null || !('error' in metadata)) return null
  return messageOf(metadata.error)
}

export function relativeTo(base: string, url: string): string {
  return url.startsWith(base) ? url.slice(base.length) : url
}
