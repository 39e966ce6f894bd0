// A real OpenID Connect provider on this machine, for tests and for the demo: the certified oidc-provider, with a page on which
// anybody may choose an account. It can speak as a tenant of Microsoft Entra ID.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK } from 'jose'
import {
  interactionPolicy,
  Provider,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { newSigningKey, type SigningKey } from './key-server.ts'
import { openIssuerStore } from './issuer-store.ts'
import { loginPage } from './login-page.ts'
import { readRequestBody, startLoopbackServer } from './loopback-server.ts'

type Claims = Readonly<Record<string, unknown>>

export type IssuerClient = {
  readonly id: string
  readonly secret: string
  readonly redirectUris: readonly string[]
  /** The claims of a token that the client gets for itself; absent: it gets none. */
  readonly claims?: Claims
}

type IssuerOptions = {
  readonly clients: readonly IssuerClient[]
  /** Each account's claims by its id, which is also its `sub`. */
  readonly accounts: Readonly<Record<string, Claims>>
  /** The API that access tokens are for, and the scope that asks for such a token. */
  readonly api: { readonly audience: string; readonly scope: string }
  /** Speak as this tenant of Microsoft Entra ID: its addresses, and the shape of its access tokens. */
  readonly entraTenant?: string
  /** Where programs get tokens for Graph, which Microsoft Entra ID issues at the same address. */
  readonly graphOrigin?: string
  /** The name that the issuer gives itself instead of its real one. */
  readonly falseName?: string
  /** Which refresh tokens it issues: none, or a new one at each use; absent: one that stays. */
  readonly refreshTokens?: 'none' | 'rotated'
  /** Whether the sender of this token may choose an account; absent: everybody may. */
  readonly mayChoose?: (token: string) => Promise<boolean>
  /** Whether the portal may name the account, so that nobody is asked again. */
  readonly takesHints?: boolean
}

const API_RESOURCE = 'urn:berth:api'
const SCOPES = 'openid profile email offline_access'
const CLAIMS = 'sub name email preferred_username upn tid oid groups roles hasgroups ver'.split(' ')

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>

/** An issuer on an address of its own. */
export async function startIssuer(options: IssuerOptions) {
  const { entraTenant } = options
  const prefix = entraTenant === undefined ? '' : `/${entraTenant}/v2.0`
  const server = await startLoopbackServer((request, response) => issuer.handle(request, response))
  const url = `${server.origin}${prefix}`
  const issuer = await createIssuer(url, options)
  const jwksUrl = entraTenant === undefined ? `${url}/jwks` : keysOf(server.origin, entraTenant)
  const { accounts, key, state } = issuer
  return { url, jwksUrl, accounts, key, state, close: () => server.close() }
}

/** An issuer at this address, whose `handle` answers the requests of any server. */
export async function createIssuer(url: string, options: IssuerOptions) {
  const key = await newSigningKey('issuer')
  const accounts = new Map(Object.entries(options.accounts))
  const prefix = new URL(url).pathname.replace(/\/$/, '')
  const provider = new Provider(
    options.falseName ?? url,
    await configurationOf(options, accounts, prefix, key),
  )
  const state: IssuerState = { fault: null, tamper: null, tokenRequests: 0, secrets: [] }
  provider.on('authorization_code.saved', ({ jti }) => state.secrets.push(jti))
  provider.on('refresh_token.saved', ({ jti }) => state.secrets.push(jti))
  const parts = { provider, accounts, prefix, options, state }
  /** `accounts` and `state` may be changed at any time, `key` signs any token that a test needs. */
  return {
    accounts,
    key,
    state,
    handle: (request: IncomingMessage, response: ServerResponse) =>
      handle(parts, request, response),
  }
}

type IssuerState = {
  /** What the token endpoint does instead of answering. */
  fault: 'hang' | 'cut' | 'error' | 'garbage' | null
  /** Replaces each ID token before it is issued. */
  tamper: ((idToken: string) => Promise<string> | string) | null
  tokenRequests: number
  /** The codes and refresh tokens that were issued. */
  readonly secrets: string[]
}

const keysOf = (origin: string, tenant: string) => `${origin}/${tenant}/discovery/v2.0/keys`

type Parts = {
  readonly provider: Provider
  readonly accounts: ReadonlyMap<string, Claims>
  readonly prefix: string
  readonly options: IssuerOptions
  readonly state: IssuerState
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse) {
  const { provider, prefix, options } = parts
  const { entraTenant } = options
  const url = request.url ?? '/'
  if (url.startsWith(`${prefix}/interaction/`)) return choose(parts, request, response)
  if (options.graphOrigin !== undefined && url.startsWith(`/${entraTenant}/oauth2/`)) {
    return passOn(`${options.graphOrigin}${url}`, request, response)
  }
  const answer = provider.callback()
  if (entraTenant !== undefined && url === keysOf('', entraTenant)) request.url = '/jwks'
  else if (url.startsWith(prefix)) {
    const wanted = withConsent(url, parts)
    // Like a router that passes some of its paths to another one.
    Object.assign(request, { originalUrl: wanted })
    request.url = wanted.slice(prefix.length)
  }
  if (options.takesHints === true && request.url?.startsWith('/auth')) forgetSession(request)
  if (request.url === '/token') {
    parts.state.tokenRequests += 1
    if (parts.state.fault !== null) return fail(parts.state.fault, response)
    if (parts.state.tamper !== null) tamperWith(response, parts.state.tamper)
  }
  await answer(request, response)
}

/** Microsoft issues refresh tokens to all who ask for offline access; this provider only if it asks people for consent. */
function withConsent(url: string, { prefix, options }: Parts): string {
  const isBeginning = options.entraTenant !== undefined && url.startsWith(`${prefix}/auth?`)
  return isBeginning ? `${url}&prompt=consent` : url
}

/** Otherwise changing accounts would show a page of the provider that a strict Content-Security-Policy blocks. */
function forgetSession({ headers }: IncomingMessage): void {
  const cookies = (headers.cookie ?? '').split('; ')
  headers.cookie = cookies.filter((cookie) => !cookie.startsWith('_session')).join('; ')
}

async function passOn(url: string, request: IncomingMessage, response: ServerResponse) {
  const answer = await fetch(url, {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: await readRequestBody(request),
  })
  response
    .writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' })
    .end(await answer.text())
}

function fail(fault: NonNullable<IssuerState['fault']>, response: ServerResponse): void {
  if (fault === 'cut') response.destroy()
  if (fault === 'error') response.writeHead(500).end('No.')
  if (fault === 'garbage') response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
}

/** Changes the answer, which the provider sends in one piece. */
function tamperWith(response: ServerResponse, tamper: NonNullable<IssuerState['tamper']>): void {
  const end = response.end.bind(response)
  const change = async (text: string) => {
    const body = JSON.parse(text) as { id_token?: string }
    if (body.id_token !== undefined) body.id_token = await tamper(body.id_token)
    const changed = JSON.stringify(body)
    response.setHeader('Content-Length', Buffer.byteLength(changed))
    end(changed)
  }
  Object.assign(response, {
    end: (body: string | Buffer) => {
      void change(body.toString()).catch(() => response.destroy())
      return response
    },
  })
}

/** The sign-in page, and its form. */
async function choose(
  { provider, accounts, options }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await provider.interactionDetails(request, response)
  const sent = new URLSearchParams(request.method === 'POST' ? await readRequestBody(request) : '')
  const account = sent.get('account') ?? hintOf(asked.params, options)
  if (request.method !== 'POST' && account === null) {
    const page = loginPage(accounts, {
      asksForToken: options.mayChoose !== undefined,
      nonce: String(request.headers['x-berth-nonce'] ?? ''),
    })
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
    return
  }
  const isAllowed = (await options.mayChoose?.(sent.get('token') ?? '')) ?? true
  const result =
    isAllowed && accounts.has(account ?? '')
      ? { login: { accountId: account ?? '' } }
      : { error: 'access_denied', error_description: 'Nobody was chosen.' }
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  })
}

/** The account that the portal names, accepted only where everybody may choose any. */
function hintOf(params: Claims, { takesHints, mayChoose }: IssuerOptions): string | null {
  const { login_hint: hint } = params
  return takesHints === true && mayChoose === undefined && typeof hint === 'string' ? hint : null
}

async function configurationOf(
  options: IssuerOptions,
  accounts: ReadonlyMap<string, Claims>,
  prefix: string,
  key: SigningKey,
): Promise<Configuration> {
  const { api, entraTenant } = options
  const privateJwk = await exportJWK(key.privateKey)
  return {
    adapter: openIssuerStore(),
    jwks: { keys: [{ ...privateJwk, kid: key.kid, alg: key.alg, use: 'sig' }] },
    clients: options.clients.map(clientMetadata),
    findAccount: (_context, id) => {
      const claims = accounts.get(id)
      return claims && { accountId: id, claims: () => ({ ...claims, sub: id }) }
    },
    claims: { openid: CLAIMS },
    scopes: SCOPES.split(' '),
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    interactions: {
      url: (_context, { uid }) => `${prefix}/interaction/${uid}`,
      policy: policyWithoutConsent(),
    },
    rotateRefreshToken: () => options.refreshTokens === 'rotated',
    ...(entraTenant === undefined && {
      issueRefreshToken: () => options.refreshTokens !== 'none',
    }),
    loadExistingGrant: (context) => grantAll(context, api.scope),
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      IdToken: 3600,
      AuthorizationCode: 60,
      Interaction: 3600,
      Session: 86_400,
      Grant: 86_400,
      RefreshToken: 86_400,
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_RESOURCE,
        useGrantedResource: (_context, source) =>
          'scope' in source && (source.scope ?? '').split(' ').includes(api.scope),
        getResourceServerInfo: () => ({
          ...api,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: (_context, token) =>
      token.kind === 'AccessToken'
        ? accounts.get(token.accountId)
        : options.clients.find(({ id }) => id === token.clientId)?.claims,
    ...(entraTenant !== undefined && { formats: { customizers: { jwt: asEntra } } }),
  }
}

function policyWithoutConsent() {
  const policy = interactionPolicy.base()
  policy.get('consent')?.checks.clear()
  return policy
}

function clientMetadata({ id, secret, redirectUris, claims }: IssuerClient) {
  return {
    client_id: id,
    client_secret: secret,
    redirect_uris: [...redirectUris],
    grant_types: [
      'authorization_code',
      'refresh_token',
      ...(claims === undefined ? [] : ['client_credentials']),
    ],
  }
}

/** Nobody is asked for consent. */
async function grantAll({ oidc }: KoaContextWithOIDC, apiScope: string) {
  const { client, session, provider } = oidc
  const grant = new provider.Grant({
    ...(client && { clientId: client.clientId }),
    ...(session?.accountId !== undefined && { accountId: session.accountId }),
  })
  grant.addOIDCScope(SCOPES)
  grant.addResourceScope(API_RESOURCE, apiScope)
  await grant.save()
  return grant
}

type Jwt = { header?: Record<string, unknown>; payload: Record<string, unknown> }

/** https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference */
function asEntra(_context: unknown, token: { readonly kind: string }, jwt: Jwt): void {
  const { scope, client_id, sub, ...payload } = jwt.payload
  const isService = token.kind === 'ClientCredentials'
  jwt.header = { ...jwt.header, typ: 'JWT' }
  jwt.payload = {
    ...payload,
    ver: '2.0',
    azp: client_id,
    sub: isService ? payload['oid'] : sub,
    ...(!isService && { scp: scope }),
  }
}
