import { z } from 'zod'
import { fetchBounded, parseJson, type BoundedAnswer } from './bounded-fetch.ts'

const TIMEOUT_MS = 5_000
const BYTES_MAX = 256 * 1024

export type Refreshed =
  | { readonly outcome: 'refreshed'; readonly idToken: string; readonly refreshToken: string }
  | { readonly outcome: 'gone' }
  /** `refreshToken`: the provider gave a new one nevertheless. */
  | {
      readonly outcome: 'unavailable'
      readonly reason: keyof typeof MESSAGES
      readonly refreshToken: string
    }

export const MESSAGES = {
  refused:
    'Your identity provider does not let Berth ask about you: an administrator must check the client id and secret.',
  timeout: 'Your identity provider did not answer in time.',
  unreachable: 'Your identity provider could not be reached.',
  unreadable: 'Your identity provider gave an answer that makes no sense.',
} as const

const text = z.string().regex(/^[\x21-\x7e]+$/)
const tokens = z.object({ id_token: text.optional(), refresh_token: text.optional() })
const problem = z.object({ error: z.string() })

/**
 * Errors that only the person can resolve, by signing in again.
 * https://openid.net/specs/openid-connect-core-1_0.html#AuthError
 */
const GONE = [
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
  'account_selection_required',
]

type Asked = {
  readonly refreshToken: string
  /** Null: those that were granted. */
  readonly scopes: readonly string[] | null
}

/** Asks for a new ID token: https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens. Never rejects. */
export async function refreshTokens(
  url: string,
  client: { readonly id: string; readonly secret: string },
  { refreshToken, scopes }: Asked,
): Promise<Refreshed> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...(scopes !== null && { scope: scopes.join(' ') }),
  })
  const answer = await fetchBounded(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${credentials(client)}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: form.toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: BYTES_MAX,
  })
  return readAnswer(answer, refreshToken)
}

function readAnswer(answer: BoundedAnswer, refreshToken: string): Refreshed {
  const unavailable = (reason: keyof typeof MESSAGES, next = refreshToken) =>
    ({ outcome: 'unavailable', reason, refreshToken: next }) as const
  if (answer.outcome === 'too_large') return unavailable('unreadable')
  if (answer.outcome !== 'answered') return unavailable(answer.outcome)
  const { status, text } = answer
  if (status >= 500 || status === 429) return unavailable('unreachable')
  const json = parseJson(text)
  if (status !== 200) {
    const error = problem.safeParse(json).data?.error
    if (error === undefined) return unavailable('unreadable')
    return GONE.includes(error) ? { outcome: 'gone' } : unavailable('refused')
  }
  const given = tokens.safeParse(json).data
  const next = given?.refresh_token ?? refreshToken
  if (given?.id_token === undefined) return unavailable('unreadable', next)
  return { outcome: 'refreshed', idToken: given.id_token, refreshToken: next }
}

/** Both as in a form, before they are joined: https://datatracker.ietf.org/doc/html/rfc6749#section-2.3.1 */
function credentials({ id, secret }: { readonly id: string; readonly secret: string }): string {
  const [user, password] = [id, secret].map((part) => new URLSearchParams({ '': part }).toString())
  return Buffer.from(`${user?.slice(1)}:${password?.slice(1)}`).toString('base64')
}
