// What all lists have in common: paging, the two formats, and the parameters that ask for them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { Total } from '#lib/domain/lists/total.ts'
import type { Moment } from '#lib/usecases/moment.ts'
import { exportStream } from './export-stream.ts'
import { jsonResponse, type QueryParameter, type Received } from './operation.ts'
import {
  foreignContinue,
  readContinue,
  readInstant,
  readInteger,
  readWord,
  writeContinue,
} from './parameters.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000
/** Rows of an export that are written at once; then others are answered. */
const ROWS_AT_ONCE = 500

export const pageParameters: readonly QueryParameter[] = [
  {
    name: 'limit',
    description: 'Rows of a page.',
    schema: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
  },
  {
    name: 'continue',
    description: 'The `continue` of the page before.',
    schema: { type: 'string' },
  },
]

export const listParameters: readonly QueryParameter[] = [
  ...pageParameters,
  {
    name: 'at',
    description: 'The list as it was at an instant (RFC 3339), or at the first moment of a date.',
    schema: { type: 'string' },
  },
  {
    name: 'format',
    description: '`csv` streams every row; so does `Accept: text/csv`.',
    schema: { type: 'string', enum: ['json', 'csv'] },
  },
]

export const sortParameter = (keys: readonly string[]): QueryParameter => ({
  name: 'sort',
  description: 'What to sort by; with `-` before it, descending.',
  schema: { type: 'string', enum: keys.flatMap((key) => [key, `-${key}`]) },
})

export const textParameter: QueryParameter = {
  name: 'q',
  description: 'Part of the name or the description.',
  schema: { type: 'string', maxLength: 256 },
}

export const selectorParameter: QueryParameter = {
  name: 'labelSelector',
  description: 'A label selector as kubectl writes it.',
  schema: { type: 'string' },
}

export function readLimit({ query }: Received): number {
  return readInteger(query, 'limit', { min: 1, max: LIMIT_MAX, absent: LIMIT_DEFAULT })
}

/** `name` or `-name`: the key, and whether it is descending. */
export function readSort<Key extends string>(
  { query }: Pick<Received, 'query'>,
  keys: readonly Key[],
  absent: Key | `-${Key}`,
): { by: Key; descending: boolean } {
  const words = keys.flatMap((key) => [key, `-${key}`])
  const word = readWord(query, 'sort', words, absent)
  const descending = word.startsWith('-')
  return { by: keys.find((key) => key === word.replace(/^-/, ''))!, descending }
}

export type Page<Item, Position> = Total & {
  readonly items: readonly Item[]
  readonly next: Position | null
  readonly asOf: number
}

type ListAnswer<Item, Position> = {
  readonly load: (page: {
    at: Moment
    after: Position | null
    limit: number
    isExport?: boolean
  }) => Promise<Page<Item, Position>>
  readonly positionOf: (token: readonly (string | number)[]) => Position | null
  readonly tokenOf: (position: Position) => readonly (string | number)[]
  readonly json: (item: Item) => unknown
  /** Rows of a page of the CSV form, where they are narrow. */
  readonly exportRows?: number
  /** The columns of the CSV form, in order. */
  readonly columns: Readonly<Record<string, (item: Item) => unknown>>
}

/** Answers a list in the format that was asked for. */
export async function answerList<Item, Position>(
  received: Received,
  list: ListAnswer<Item, Position>,
): Promise<Response> {
  const { query } = received
  const at = readInstant(query, 'at')
  if (wantsCsv(received)) return answerCsv(received, list, at)
  const token = readContinue(query)
  const after = token === null ? null : list.positionOf(token)
  if (token !== null && after === null) throw foreignContinue()
  const page = await list.load({ at, after, limit: readLimit(received) })
  return jsonResponse({
    items: page.items.map(list.json),
    continue: page.next === null ? null : writeContinue(list.tokenOf(page.next)),
    total: page.total,
    totalIsExact: page.totalIsExact,
  })
}

function wantsCsv({ query, request }: Received): boolean {
  const format = readWord(query, 'format', ['json', 'csv'], null)
  if (format !== null) return format === 'csv'
  const accept = request.headers.get('accept') ?? ''
  return quality(accept, ['text/csv']) > quality(accept, ['application/json', '*/*'])
}

/** How welcome an `Accept` header says that the types are; 0: it doesn't name them. */
function quality(accept: string, types: readonly string[]): number {
  const qualities = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (!types.includes(type)) return 0
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return q === undefined ? 1 : Number(q.slice(2)) || 0
  })
  return Math.max(...qualities)
}

/**
 * Every row of one state, a page at a time: each is read in a transaction of its own, at the change after which the first
 * one was, while the reader is waiting for it.
 */
async function answerCsv<Item, Position>(
  { process, session, stillAllowed }: Received,
  list: ListAnswer<Item, Position>,
  at: Moment,
): Promise<Response> {
  const names = Object.keys(list.columns)
  const rowsOf = (items: readonly Item[]) =>
    stringify(
      items.map((item) => names.map((name) => cell(list.columns[name]!(item)))),
      // What a spreadsheet would run as a formula gets a quote before it; what ends a row in one is quoted.
      { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
    )
  async function* textsOf(items: readonly Item[]): AsyncGenerator<string> {
    for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
      yield rowsOf(items.slice(from, from + ROWS_AT_ONCE))
      await nextTurn()
    }
  }
  const window = { limit: list.exportRows ?? LIMIT_MAX, isExport: true }
  const close = session === null ? () => undefined : process.heavyReads.openExport(session)
  try {
    const first = await list.load({ at, after: null, ...window })
    async function* texts(): AsyncGenerator<string> {
      yield stringify([names], { record_delimiter: 'windows' })
      yield* textsOf(first.items)
      let after = first.next
      while (after !== null) {
        await stillAllowed()
        const page = await list.load({ at: first.asOf, after, ...window })
        yield* textsOf(page.items)
        after = page.next
      }
    }
    const pages = texts()
    const next = async () => (await pages.next()).value ?? null
    return new Response(exportStream({ next, close }), {
      headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'private, no-store' },
    })
  } catch (error) {
    close()
    throw error
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
