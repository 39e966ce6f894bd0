// What browser and portal do when somebody signs in: the authorization code flow with PKCE.
import { createHash, randomBytes } from 'node:crypto'
import type { IssuerClient } from './issuer.ts'

type SignIn = {
  /** The issuer's address. */
  readonly url: string
  readonly client: IssuerClient
  readonly account: string
  readonly scope: string
}

type Endpoints = {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
}

export async function discover(url: string): Promise<Endpoints> {
  const response = await fetch(`${url}/.well-known/openid-configuration`)
  return (await response.json()) as Endpoints
}

/** The answer of the token endpoint, and what the portal checks it against. */
export async function signIn({ url, client, account, scope }: SignIn) {
  const endpoints = await discover(url)
  const verifier = randomBytes(32).toString('base64url')
  const [state, nonce] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')]
  const redirectUri = client.redirectUris[0] ?? ''
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { page, callback } = await browse(`${endpoints.authorization_endpoint}?${query}`, account)
  const redeem = (codeVerifier: string) =>
    askForToken(endpoints.token_endpoint, client, {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    })
  return { page, callback, state, nonce, verifier, redeem }
}

export async function askForToken(
  endpoint: string,
  { id, secret }: IssuerClient,
  form: Readonly<Record<string, string>>,
) {
  const pair = btoa([id, secret].map(encodeURIComponent).join(':'))
  const headers = { Authorization: `Basic ${pair}` }
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })
  const tokens = (await response.json()) as Readonly<Record<string, string>>
  return { status: response.status, tokens }
}

/** Follows redirects on the issuer's origin with its cookies, chooses the account, and stops at the portal's door. */
export async function browse(start: string, account: string) {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  let page = ''
  let url = new URL(start)
  let body: URLSearchParams | null = null
  for (let step = 0; url.origin === origin; step += 1) {
    if (step === 10) throw new Error('The issuer redirects without end.')
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const method = body === null ? 'GET' : 'POST'
    const response = await fetch(url, { method, body, headers: { cookie }, redirect: 'manual' })
    keepCookies(cookies, response)
    const location = response.headers.get('location')
    body = null
    if (location === null) {
      page = await response.text()
      if (response.status !== 200) throw new Error(`${response.status} ${page}`)
      body = new URLSearchParams({ account })
    } else url = new URL(location, url)
  }
  return { page, callback: url }
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}
