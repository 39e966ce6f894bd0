// One call of a Git host's API: what is sent, and which answer that is, in words that people can act on.
import { z } from 'zod'
import type { CallOut, OutgoingAnswer, OutgoingCall } from '#lib/adapters/outgoing/call-out.ts'
import { askedPause } from '#lib/domain/deliveries/retry.ts'
import type { HostAnswer, HostFailure } from './pull-request-host.ts'

/** What a program calls itself and its rights, for sentences. */
type HostWords = {
  readonly name: string
  /** What the token needs, as the host's own pages call it. */
  readonly rights: string
}

export type HostLine = {
  readonly callOut: CallOut
  readonly words: HostWords
  /** With the credential in them. */
  readonly headers: Readonly<Record<string, string>>
  /** What no message may repeat. */
  readonly secrets: readonly string[]
  /** What the host says of a call that it refuses, in its JSON; null: nothing. */
  readonly saidIn: (json: unknown) => string | null
}

export type HostQuestion = {
  readonly method: OutgoingCall['method']
  readonly url: string
  readonly body?: unknown
}

type Answered = Extract<OutgoingAnswer, { readonly outcome: 'answered' }>

/** What else an answer may mean to who asked; undefined: nothing but what it means to everybody. */
type Reading<Other> = (answer: {
  readonly status: number
  readonly said: string
}) => Other | undefined

const BOUNDS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 }
const WORDS_MAX = 300
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The address of a page that people are led to. */
export const pageUrl = z.url({ protocol: /^https?$/ })

/** Asks, and reads the answer by the schema. */
export async function askHost<Value>(
  line: HostLine,
  question: HostQuestion,
  schema: z.ZodType<Value>,
): Promise<HostAnswer<Value>> {
  return askHostOr<Value, never>(line, question, schema, () => undefined)
}

/** As `askHost`; `reading` knows a refusal that is an answer. */
export async function askHostOr<Value, Other>(
  line: HostLine,
  { method, url, body }: HostQuestion,
  schema: z.ZodType<Value>,
  reading: Reading<Other>,
): Promise<HostAnswer<Value> | Other> {
  const answer = await line.callOut(url, {
    ...BOUNDS,
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': 'Berth',
      ...line.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.outcome !== 'answered') return notAnswered(answer)
  const sent = readJson(answer.text)
  if (answer.status >= 200 && answer.status < 300 && answer.status !== NOT_SIGNED_IN) {
    const read = schema.safeParse(sent)
    return read.success ? { outcome: 'done', value: read.data } : unreadable(line.words)
  }
  const said = shown(line.saidIn(sent) ?? '', line.secrets)
  return reading({ status: answer.status, said }) ?? failureOf(line.words, answer, said)
}

/** Another value of an answer that has one. */
export function answered<Value, Other>(
  answer: HostAnswer<Value>,
  valueOf: (value: Value) => Other,
): HostAnswer<Other> {
  return answer.outcome === 'done' ? { outcome: 'done', value: valueOf(answer.value) } : answer
}

export function refused(reason: string): HostFailure {
  return { outcome: 'refused', reason }
}

export function unreachable(reason: string, askedPauseMs: number | null = null): HostFailure {
  return { outcome: 'unreachable', reason, askedPauseMs }
}

/** Azure DevOps answers so, with a page to sign in at, where it doesn't know the token. */
const NOT_SIGNED_IN = 203

function notAnswered({ outcome, reason }: Exclude<OutgoingAnswer, Answered>): HostFailure {
  return outcome === 'refused' ? refused(reason) : unreachable(reason)
}

function unreadable({ name }: HostWords): HostFailure {
  return unreachable(
    `The host answers, but not as the API of ${name} does: see whether the address of its API is right.`,
  )
}

function failureOf({ name, rights }: HostWords, answer: Answered, said: string): HostFailure {
  const { status } = answer
  const saying = said === '' ? '' : ` It says: ${said}`
  if (isLimited(answer, said)) {
    return unreachable(
      `${name} is asked too often (${status}).${saying}`,
      pauseIn(answer) ?? MINUTE_MS,
    )
  }
  if (status === 401 || status === NOT_SIGNED_IN || status === 302) {
    return refused(
      `${name} doesn’t take the token (${status}): it is wrong, was revoked, or has expired. Enter a new one.${saying}`,
    )
  }
  if (status === 403) {
    return refused(`${name} doesn’t allow the token to do this (403): it needs ${rights}.${saying}`)
  }
  if (status === 404) {
    return refused(
      `${name} doesn’t find this, or doesn’t show it to the token (404): see whether the address of the repository is right and the token has ${rights}.${saying}`,
    )
  }
  if (status >= 300 && status < 400) {
    return refused(
      `${name} says that this has moved (${status}): enter the new address of the repository or of the API.`,
    )
  }
  if (status >= 500 || status === 408) {
    return unreachable(`${name} is not well (${status}).${saying}`, pauseIn(answer))
  }
  return refused(`${name} refuses this (${status}).${saying}`)
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function isLimited({ status, headers }: Answered, said: string): boolean {
  if (status === 429) return true
  const isSpent = headers.get('x-ratelimit-remaining') === '0'
  return status === 403 && (headers.has('retry-after') || isSpent || /rate limit/i.test(said))
}

/** An hour at most, whatever the host asks. */
function pauseIn({ headers }: Answered): number | null {
  const now = new Date(Date.parse(headers.get('date') ?? '') || Date.now())
  const pause = askedPause(headers.get('retry-after'), now) ?? resetPause(headers, now)
  return pause === null ? null : Math.min(pause, HOUR_MS)
}

/** GitHub names the second in which its limit begins anew. */
function resetPause(headers: Headers, now: Date): number | null {
  const reset = headers.get('x-ratelimit-reset') ?? ''
  if (headers.get('x-ratelimit-remaining') !== '0' || !/^\d{1,12}$/.test(reset)) return null
  return Math.max(0, Number(reset) * 1000 - now.getTime())
}

/** In one line of a bounded length, without secrets in any spelling. */
function shown(words: string, secrets: readonly string[]): string {
  const line = words.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '').trim()
  const safe = secrets
    .flatMap(spellingsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '***'), line)
  return safe.length > WORDS_MAX ? `${safe.slice(0, WORDS_MAX)}…` : safe
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const spellings = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
  return spellings.filter((spelling) => spelling !== '')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
