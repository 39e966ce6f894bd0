// Microsoft's token endpoint and Graph for tests, with the faults that they have or might have.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRequestBody, sendJson, startLoopbackServer } from './loopback-server.ts'

type Place = 'token' | 'graph'

export type GraphFault =
  | {
      readonly kind: 'status'
      readonly at: Place
      readonly status: number
      readonly code?: string
      readonly retryAfter?: string
      /** How many times; absent: every time. */
      times?: number
    }
  | { readonly kind: 'hang'; readonly at: Place }
  | { readonly kind: 'redirect'; readonly at: Place; readonly to: string }
  /** An answer with this body, and status 200. */
  | { readonly kind: 'body'; readonly at: Place; readonly body: string }
  /** The connection ends without an answer. */
  | { readonly kind: 'cut'; readonly at: Place }
  /** Bytes without end. */
  | { readonly kind: 'endless'; readonly at: Place }

type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly authorization: string | null
  readonly body: string
}

type Options = { readonly tenant: string; readonly clientId: string; readonly clientSecret: string }

export async function startGraphServer(options: Options) {
  const members = new Map<string, readonly string[]>()
  const requests: SeenRequest[] = []
  const tokens = new Set<string>()
  const state: { fault: GraphFault | null; pageSize: number; nextLink: string | null } = {
    fault: null,
    pageSize: 100,
    nextLink: null,
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const authorization = headers.authorization ?? null
    const body = await readRequestBody(request)
    requests.push({ method, url, authorization, body })
    const place: Place = url.includes('/oauth2/') ? 'token' : 'graph'
    if (state.fault?.at === place && answersInstead(state.fault, url, response)) return
    if (place === 'token') sendToken(url, body, response)
    else sendGroups(method, url, authorization, body, response)
  }

  function sendToken(url: string, body: string, response: ServerResponse): void {
    const form = Object.fromEntries(new URLSearchParams(body))
    const isKnown =
      url.startsWith(`/${options.tenant}/oauth2/v2.0/token?`) &&
      form['grant_type'] === 'client_credentials' &&
      form['client_id'] === options.clientId &&
      form['client_secret'] === options.clientSecret &&
      form['scope']?.split(' ').includes(`${server.origin}/.default`)
    if (!isKnown) {
      const description = 'AADSTS7000215: Invalid client secret provided.'
      sendJson(response, 401, { error: 'invalid_client', error_description: description })
      return
    }
    const token = randomBytes(24).toString('hex')
    tokens.add(token)
    sendJson(response, 200, { token_type: 'Bearer', expires_in: 3599, access_token: token })
  }

  function sendGroups(
    method: string,
    url: string,
    authorization: string | null,
    body: string,
    response: ServerResponse,
  ): void {
    const isKnown = tokens.has(authorization?.replace(/^Bearer /, '') ?? '')
    if (!isKnown) {
      sendError(response, 401, 'InvalidAuthenticationToken')
      return
    }
    const { pathname, searchParams } = new URL(url, server.origin)
    const object = /^\/v1\.0\/users\/([^/]+)\/getMemberGroups$/.exec(pathname)?.[1]
    const skip = Number(searchParams.get('$skiptoken') ?? 0)
    const isAsked = skip > 0 ? method === 'GET' : method === 'POST' && asksForAll(body)
    if (object === undefined || !isAsked) {
      sendError(response, 400, 'Request_BadRequest')
      return
    }
    const ids = members.get(object)
    if (ids === undefined) {
      sendError(response, 404, 'Request_ResourceNotFound')
      return
    }
    const end = skip + state.pageSize
    const next = state.nextLink ?? `${server.origin}${pathname}?$skiptoken=${end}`
    sendJson(response, 200, {
      '@odata.context': `${server.origin}/v1.0/$metadata#Collection(Edm.String)`,
      ...(end < ids.length && { '@odata.nextLink': next }),
      value: ids.slice(skip, end),
    })
  }

  const server = await startLoopbackServer(handle)
  /** `revokeTokens`: Graph refuses all tokens issued so far. */
  return {
    origin: server.origin,
    members,
    requests,
    /** The tokens that Graph accepts. */
    tokens,
    state,
    revokeTokens: () => tokens.clear(),
    close: () => server.close(),
  }
}

function asksForAll(body: string): boolean {
  const { securityEnabledOnly } = JSON.parse(body) as { securityEnabledOnly?: unknown }
  return securityEnabledOnly === false
}

function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { error: { code, message: 'No.' } }, headers)
}

/** Whether the fault has answered the request. */
function answersInstead(fault: GraphFault, url: string, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'status': {
      if (fault.times === 0) return false
      if (fault.times !== undefined) fault.times -= 1
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'Retry-After': fault.retryAfter }
      sendError(response, fault.status, fault.code ?? 'UnknownError', headers)
      return true
    }
    case 'hang':
      return true
    case 'redirect':
      response.writeHead(307, { Location: `${fault.to}${url}` }).end()
      return true
    case 'body':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(fault.body)
      return true
    case 'cut':
      response.destroy()
      return true
    case 'endless': {
      const fill = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', fill).writeHead(200)
      fill()
      return true
    }
  }
}
