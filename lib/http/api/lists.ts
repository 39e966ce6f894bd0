// What all lists have in common: paging, the two formats, and the parameters that ask for them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Total } from '#lib/domain/lists/total.ts'
import type { Door } from '#lib/usecases/define.ts'
import type { Moment, ObservedMoment } from '#lib/usecases/moment.ts'
import { exportStream } from './export-stream.ts'
import { jsonResponse, type Operation, type Received } from './operation.ts'
import { continueToken, instant, rowCount, text, word } from './parameters.ts'
import { type QueryTexts, readValues } from './query.ts'
import { type PositionForm, readContinue, writeContinue } from './positions.ts'
import { listSchema } from './response-schemas.ts'

const LIMIT_MAX = 1000
/** Rows of an export that are written without a pause; then other requests get their turn. */
const ROWS_AT_ONCE = 500

export const pagingParameters = {
  limit: rowCount(LIMIT_MAX, 100),
  continue: continueToken('The `continue` of the page before.'),
}

export const at = instant(
  'The list as it was at an instant (RFC 3339), or at the first moment of a date.',
)

const format = word(['json', 'csv'], '`csv` streams every row; so does `Accept: text/csv`.')

const listParameters = z.object({ ...pagingParameters, at, format })

/** Searches names and descriptions, unless the description says otherwise. */
export const searched = (description = 'Part of the name or the description.') =>
  text(description).meta({ maxLength: 256 })

type ListPage<Item, Position> = Total & {
  readonly items: readonly Item[]
  readonly next: Position | null
  /** A later page is read `at` this change; lists without history have none. */
  readonly asOf?: number
  /** Of lists that say what was observed: so that a later page shows it as of the same time. */
  readonly observed?: ObservedMoment
}

/** The part of a list that is wanted. */
export type Window<Position> = {
  readonly at: Moment
  readonly after: Position | null
  readonly limit: number
  readonly isExport?: boolean
  readonly observed?: ObservedMoment | undefined
}

/** A list as the API and the portal know it: what filters and sorts it, and how that becomes the input of its use case. */
export type List<Parameters extends z.ZodObject, Raw, Item, Position> = {
  readonly parameters: Parameters
  /** Whether it has no history, only the present state. */
  readonly isOfNow?: true
  readonly position: PositionForm<Position>
  readonly useCase: Door<Raw, ListPage<Item, Position>>
  readonly input: (
    query: z.output<Parameters>,
    window: Window<Position>,
    path: Received['path'],
  ) => Raw
}

/** Infers the types of a list's values. */
export function defineList<Parameters extends z.ZodObject, Raw, Item, Position>(
  list: List<Parameters, Raw, Item, Position>,
): List<Parameters, Raw, Item, Position> {
  return list
}

type ListAnswer<Item> = {
  readonly json: (item: Item) => unknown
  /** Rows that are read at once for the CSV form, where they are small. */
  readonly exportRows?: number
  readonly columns: Readonly<Record<string, (item: Item) => unknown>>
}

type ListRow<Item> = Pick<Operation, 'id' | 'path' | 'tag' | 'summary'> &
  ListAnswer<Item> & { readonly item: z.ZodType }

/** The operation that answers a list in the format that was asked for. */
export function listOperation<Parameters extends z.ZodObject, Raw, Item, Position>(
  list: List<Parameters, Raw, Item, Position>,
  { id, path, tag, summary, item, ...answer }: ListRow<Item>,
): Operation {
  const own = list.isOfNow ? listParameters.omit({ at: true }) : listParameters
  return {
    id,
    method: 'GET',
    path,
    tag,
    summary,
    query: own.extend(list.parameters.shape),
    headers: [],
    body: null,
    responses: { 200: listSchema(item) },
    useCase: list.useCase,
    handle: (received) => answerList(received, list, answer),
  }
}

type Load<Item, Position> = (window: Window<Position>) => Promise<ListPage<Item, Position>>

async function answerList<Parameters extends z.ZodObject, Raw, Item, Position>(
  received: Received<QueryTexts>,
  { parameters, position, useCase, input }: List<Parameters, Raw, Item, Position>,
  answer: ListAnswer<Item>,
): Promise<Response> {
  const { services, session, path, request } = received
  const { at, format, limit, continue: token } = readValues(listParameters, received.query)
  const query = readValues(parameters, received.query)
  const load: Load<Item, Position> = (window) =>
    useCase.invoke(services, session, input(query, window, path))
  if (wantsCsv(format, request)) return answerCsv(received, load, answer, at)
  const page = await load({ at, after: readContinue(position, token), limit })
  return jsonResponse({
    items: page.items.map(answer.json),
    continue: page.next === null ? null : writeContinue(position.tokenOf(page.next)),
    total: page.total,
    totalIsExact: page.totalIsExact,
  })
}

function wantsCsv(format: 'json' | 'csv' | null, request: Request): boolean {
  if (format !== null) return format === 'csv'
  const accept = request.headers.get('accept') ?? ''
  return quality(accept, ['text/csv']) > quality(accept, ['application/json', '*/*'])
}

/** The `q` value that an `Accept` header gives to the types; 0: it doesn't name them. */
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
 * Every row of one state, a page at a time: each page is read in a transaction of its own, as of the change after which the
 * first one was read, when the reader is ready for it.
 */
async function answerCsv<Item, Position>(
  { services, session, stillAllowed }: Received,
  load: Load<Item, Position>,
  { columns, exportRows = LIMIT_MAX }: ListAnswer<Item>,
  at: Moment,
): Promise<Response> {
  const names = Object.keys(columns)
  const rowsOf = (items: readonly Item[]) =>
    stringify(
      items.map((item) => names.map((name) => cell(columns[name]!(item)))),
      // Cells that a spreadsheet would run as a formula get a quote in front; line breaks within cells are quoted.
      { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
    )
  async function* textsOf(items: readonly Item[]): AsyncGenerator<string> {
    for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
      yield rowsOf(items.slice(from, from + ROWS_AT_ONCE))
      await nextTurn()
    }
  }
  const window = { limit: exportRows, isExport: true }
  const close = session === null ? () => undefined : services.heavyReads.openExport(session)
  try {
    const first = await load({ at, after: null, ...window })
    const asFirst = { at: first.asOf ?? null, observed: first.observed, ...window }
    async function* texts(): AsyncGenerator<string> {
      yield stringify([names], { record_delimiter: 'windows' })
      yield* textsOf(first.items)
      let after = first.next
      while (after !== null) {
        await stillAllowed()
        const page = await load({ ...asFirst, after })
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
