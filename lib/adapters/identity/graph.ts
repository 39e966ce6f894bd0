import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { EntraSubject } from '#lib/domain/access/identity.ts'
import { guid, listOf } from '#lib/schemas/guid.ts'
import { fetchBounded, parseJson, requireSafeUrl, type BoundedAnswer } from './bounded-fetch.ts'
import { openGraphToken, type GraphClient, type GraphToken } from './graph-token.ts'
import {
  requireGuid,
  unavailable,
  type GroupReader,
  type GroupReading,
  type Unavailable,
} from './group-reader.ts'

export type GraphLimits = {
  readonly requestTimeoutMs: number
  /** For one person: all pages and attempts. */
  readonly readTimeoutMs: number
  /** How often one page is asked for while Graph is busy. */
  readonly attempts: number
  /** The longest that Graph may ask to wait; a longer wait is a failure at once. */
  readonly waitMaxMs: number
}

const LIMITS: GraphLimits = {
  requestTimeoutMs: 10_000,
  readTimeoutMs: 30_000,
  attempts: 3,
  waitMaxMs: 5_000,
}

/** Graph reports at most 11,000 groups: https://learn.microsoft.com/graph/api/user-getmembergroups */
const GROUPS_MAX = 11_000
const PAGES_MAX = 120
const PAGE_BYTES_MAX = 1024 * 1024

type GraphRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: string
}
type Answered = Extract<BoundedAnswer, { outcome: 'answered' }>

/**
 * A person's groups from Microsoft Graph, at the configured address and with Berth's own credentials. No address comes from
 * a token, and the link to a next page is followed only on the same origin.
 */
export class GraphGroups implements GroupReader {
  readonly #tenant: string
  readonly #graph: string
  readonly #limits: GraphLimits
  readonly #token: GraphToken
  readonly #wait: (ms: number) => Promise<unknown>

  /** Throws when an address of the client is not an https origin; plain http is for this machine alone. */
  constructor(
    client: GraphClient,
    limits: GraphLimits = LIMITS,
    wait: (ms: number) => Promise<unknown> = sleep,
  ) {
    this.#tenant = requireGuid(client.tenant)
    this.#graph = requireOrigin(client.graph)
    requireOrigin(client.authority)
    this.#limits = limits
    this.#wait = wait
    const { requestTimeoutMs: timeoutMs } = limits
    this.#token = openGraphToken(client, { timeoutMs, maxBytes: PAGE_BYTES_MAX })
  }

  async readGroups({ tenant, object }: EntraSubject): Promise<GroupReading> {
    requireGuid(object)
    if (tenant !== this.#tenant) return unavailable('refused')
    const deadline = AbortSignal.timeout(this.#limits.readTimeoutMs)
    const ids = new Set<string>()
    let request: GraphRequest | null = {
      method: 'POST',
      url: `${this.#graph}/v1.0/users/${object}/getMemberGroups`,
      body: '{"securityEnabledOnly":false}',
    }
    for (let pages = 0; request !== null; pages += 1) {
      if (pages === PAGES_MAX) return unavailable('unreadable')
      const answer = await this.#ask(request, deadline)
      if (answer.outcome !== 'answered') return answer
      const page = readPage(answer, this.#graph)
      if ('outcome' in page) return page
      for (const id of page.ids) ids.add(id)
      if (ids.size > GROUPS_MAX) return unavailable('too_many')
      request = page.next === null ? null : { method: 'GET', url: page.next }
    }
    return { outcome: 'read', ids: [...ids] }
  }

  /** Graph's final answer: a busy Graph is asked again, and a token that it refuses is renewed once. */
  async #ask(request: GraphRequest, deadline: AbortSignal): Promise<Answered | Unavailable> {
    let renew = false
    for (let attempt = 1; ; attempt += 1) {
      const token = await this.#token(renew)
      if (typeof token !== 'string') return token
      const answer = await this.#send(request, token, deadline)
      if (answer.outcome === 'too_large') return unavailable('unreadable')
      if (answer.outcome !== 'answered') return unavailable(answer.outcome)
      const isFirstRefusal: boolean = answer.status === 401 && !renew
      if (!isFirstRefusal && answer.status !== 429 && answer.status !== 503) return answer
      renew = isFirstRefusal
      if (renew) continue
      const waitMs = waitOf(answer.headers, attempt)
      if (attempt >= this.#limits.attempts || waitMs > this.#limits.waitMaxMs) {
        return unavailable('throttled')
      }
      await this.#wait(waitMs)
    }
  }

  #send({ method, url, body }: GraphRequest, token: string, deadline: AbortSignal) {
    return fetchBounded(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      timeoutMs: this.#limits.requestTimeoutMs,
      maxBytes: PAGE_BYTES_MAX,
      deadline,
    })
  }
}

/** As many seconds as Graph asks for, otherwise one, then two. */
function waitOf(headers: Headers, attempt: number): number {
  const asked = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0]
  return asked === undefined ? 1000 * attempt : Number(asked) * 1000
}

type GroupPage = { readonly ids: readonly string[]; readonly next: string | null }

const pageBody = z.object({
  value: listOf(guid, GROUPS_MAX),
  '@odata.nextLink': z.string().optional(),
})
const errorBody = z.object({ error: z.object({ code: z.string() }) })

function readPage({ status, text }: Answered, origin: string): GroupPage | Unavailable {
  const json = parseJson(text)
  if (status !== 200) return problemOf(status, errorBody.safeParse(json).data?.error.code ?? '')
  const body = pageBody.safeParse(json).data
  if (body === undefined) return unavailable('unreadable')
  const next = body['@odata.nextLink'] ?? null
  if (next !== null && !isOnOrigin(next, origin)) return unavailable('unreadable')
  return { ids: body.value, next }
}

/** Only Graph itself can say that a person is absent: the 404 of a proxy or of a wrong address doesn't count. */
function problemOf(status: number, code: string): Unavailable {
  if (status === 404 && code === 'Request_ResourceNotFound') return unavailable('absent')
  if (code === 'Directory_ResultSizeLimitExceeded') return unavailable('too_many')
  if (status === 401 || status === 403) return unavailable('refused')
  return unavailable(status >= 500 ? 'unreachable' : 'unreadable')
}

function isOnOrigin(address: string, origin: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.origin === origin && url.username === '' && url.password === ''
}

function requireOrigin(address: string): string {
  if (requireSafeUrl(address).origin !== address) throw new Error(`Not an origin: ${address}`)
  return address
}
