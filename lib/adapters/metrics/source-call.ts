// What is asked of a source of metrics, and what came back.
import type { CallOut, OutgoingAnswer, OutgoingCall } from '#lib/adapters/outgoing/call-out.ts'
import type { Grid, RawLine } from '#lib/domain/observed/source-series.ts'

export type SourceQuestion = {
  /** Without `/api/v1` or `/v1/workspaces`, perhaps with a slash at its end. */
  readonly url: string
  /** Of Log Analytics. */
  readonly workspace: string | null
  readonly query: string
  readonly grid: Grid
}

/** `failed`: `reason` is a sentence for people, without secrets. */
export type SourceAnswer =
  | { readonly outcome: 'answered'; readonly lines: readonly RawLine[] }
  | { readonly outcome: 'failed'; readonly reason: string }

const BOUNDS = { timeoutMs: 15_000, maxBytes: 4 * 1024 * 1024 }
const WORDS_MAX = 300

/** The JSON of an answer, or what went wrong; `wordsOf` finds what the source says of a question that it refuses. */
export async function askJson(
  callOut: CallOut,
  url: string,
  call: Pick<OutgoingCall, 'method' | 'headers' | 'body'>,
  wordsOf: (json: unknown) => string | null,
): Promise<{ readonly json: unknown } | SourceAnswer> {
  const answer = await callOut(url, { ...BOUNDS, ...call })
  if (answer.outcome !== 'answered') return failed(answer.reason)
  const json = readJson(answer.text)
  if (answer.status === 200 && json !== undefined) return { json }
  return failed(statusWords(answer, wordsOf(json)))
}

export function failed(reason: string): SourceAnswer {
  return { outcome: 'failed', reason }
}

export const UNREADABLE = failed('The source answers, but not as such a source does.')

function statusWords(
  { status }: Extract<OutgoingAnswer, { readonly outcome: 'answered' }>,
  words: string | null,
): string {
  const said = words === null ? '' : ` It says: ${shown(words)}`
  if (status === 200) return 'The source answers, but not as such a source does.'
  if (status === 401 || status === 403) return `The source doesn’t let Berth in (${status}).${said}`
  if (status === 429) return `The source is asked too often (429).${said}`
  return `The source answers with status ${status}.${said}`
}

/** In one line of a bounded length. */
function shown(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '')
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX)}…` : line
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
