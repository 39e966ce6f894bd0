// Microsoft's library for tokens, kept to requests of ours.
import {
  AuthError,
  ConfidentialClientApplication,
  ServerError,
  type INetworkModule,
  type NetworkRequestOptions,
  type NetworkResponse,
} from '@azure/msal-node'
import { parseJson } from './bounded-fetch.ts'
import type { Bounds, Call, ClientToken, TokenClient, TokenFailure } from './client-token.ts'

/** As `openClientToken` says. */
export function openMsalToken(client: TokenClient, bounds: Bounds, call: Call): ClientToken {
  const application = applicationOf(client, networkWithin(bounds, call))
  const scopes = [client.scope]
  return async (renew) => {
    try {
      const result = await application.acquireTokenByClientCredential({ scopes, skipCache: renew })
      const token: unknown = result?.accessToken
      const isToken = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)
      return isToken ? { outcome: 'given', token } : { outcome: 'failed', reason: 'unreadable' }
    } catch (error) {
      return { outcome: 'failed', reason: failureOf(error) }
    }
  }
}

/**
 * The library is given the result of its own discovery: the addresses are configured, and nothing is fetched to find them.
 * For its own bookkeeping it insists on an https authority; requests go only to the token endpoint.
 */
function applicationOf(
  { tenant, clientId, clientSecret, authority }: TokenClient,
  networkClient: INetworkModule,
) {
  const host = new URL(authority).host
  const base = `${authority}/${tenant}`
  return new ConfidentialClientApplication({
    auth: {
      clientId,
      clientSecret,
      authority: `https://${host}/${tenant}`,
      knownAuthorities: [host],
      authorityMetadata: JSON.stringify({
        issuer: `${base}/v2.0`,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
      }),
    },
    system: { networkClient },
  })
}

function networkWithin(bounds: Bounds, call: Call): INetworkModule {
  const send = async <T>(
    method: 'GET' | 'POST',
    url: string,
    options: NetworkRequestOptions = {},
  ): Promise<NetworkResponse<T>> => {
    const { headers = {}, body } = options
    const request = { ...bounds, method, headers, ...(body !== undefined && { body }) }
    const answer = await call(url, request)
    if (answer.outcome !== 'answered') throw failed(wordFor(answer.outcome))
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      // The library checks each field of the body, whatever type it declares.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      body: readBody(answer.status, answer.text) as T,
    }
  }
  return {
    sendGetRequestAsync: (url, options) => send('GET', url, options),
    sendPostRequestAsync: (url, options) => send('POST', url, options),
  }
}

/** The answer of a busy server is passed on, because the library then delays further requests by itself. */
function readBody(status: number, text: string): object {
  if (status === 429 || status >= 500) return { error: BUSY }
  const body = parseJson(text)
  const isObject = typeof body === 'object' && body !== null
  if (isObject && (status === 200 || 'error' in body)) return body
  throw failed('unreadable')
}

const BUSY = 'temporarily_unavailable'
const PREFIX = 'berth_'

/** The library passes on only its own kind of error. */
function failed(reason: TokenFailure): AuthError {
  return new AuthError(`${PREFIX}${reason}`, '')
}

function wordFor(outcome: 'timeout' | 'unreachable' | 'too_large'): TokenFailure {
  return outcome === 'too_large' ? 'unreadable' : outcome
}

const OWN: readonly TokenFailure[] = ['timeout', 'unreachable', 'unreadable']

function failureOf(error: unknown): TokenFailure {
  if (!(error instanceof AuthError)) return 'unreadable'
  const own = OWN.find((reason) => error.errorCode === `${PREFIX}${reason}`)
  if (own !== undefined) return own
  if (!(error instanceof ServerError)) return 'unreadable'
  // Without a code: the library remembers that the server is busy, and did not ask.
  return ['', BUSY].includes(error.errorCode) ? 'throttled' : 'refused'
}
