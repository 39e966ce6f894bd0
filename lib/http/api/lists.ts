// Lists as operations: paging, the two formats, and the parameters that ask for them.
import { z } from 'zod'
import { columnsOf, labelKeys } from '#lib/domain/lists/columns.ts'
import {
  type FacetCounts,
  facetName,
  type FacetQuestion,
  facetsOf,
  LABEL_SIDES,
} from '#lib/domain/lists/facets.ts'
import { continueToken, flag, instant, rowCount, word } from '#lib/domain/lists/parameters.ts'
import {
  everyPage,
  type List,
  type ListFacets,
  type LoadList,
  type RowForms,
  rowsOf,
} from '#lib/lists/list.ts'
import { exportTexts, type FormatName, ROW_FORMATS } from '#lib/lists/row-formats.ts'
import { type Moment, momentKnown } from '#lib/usecases/moment.ts'
import { wrongQuery } from '#lib/usecases/observed/wrong-query.ts'
import { acceptedFormat } from './accepted-format.ts'
import { readContinue, writeContinue } from './continue.ts'
import { answerPages } from './answer-pages.ts'
import { jsonResponse, type Operation, type Received } from './operation.ts'
import { type QueryTexts, readValues } from './query.ts'
import { chosenRowSchema, countedListSchema, listSchema } from './response-schemas.ts'

const LIMIT_MAX = 1000

export const pagingParameters = {
  limit: rowCount(LIMIT_MAX, 100),
  continue: continueToken('The `continue` of the page before.'),
}

export const at = instant(
  'The list as it was at an instant (RFC 3339), or at the first moment of a date.',
)

/** Of what clusters tell, which may come later than it happened. */
export const knownAt = instant(
  'As it was known at this instant: without what was told later. Not before `at`, and instead of it where that isn’t said.',
)

const format = word(
  ['json', 'csv', 'yaml'],
  '`csv` and `yaml` stream every row; so do `Accept: text/csv` and `Accept: application/yaml`.',
)

const all = flag('Stream every row instead of a page, as JSON too; `total` comes after them then.')

const listParameters = z.object({ ...pagingParameters, at, known_at: knownAt, format, all })

type ListRow<Item> = Pick<Operation, 'id' | 'path' | 'tag' | 'summary'> &
  RowForms<Item> & { readonly item: z.ZodType }

/** The operation that answers a list in the format that was asked for. */
export function listOperation<Parameters extends z.ZodObject, Raw, Item, Position>(
  list: List<Parameters, Raw, Item, Position>,
  { id, path, tag, summary, item, ...rows }: ListRow<Item>,
): Operation {
  const own = list.isOfNow ? listParameters.omit({ at: true, known_at: true }) : listParameters
  const row = z.union([item, chosenRowSchema])
  const shared = list.facets ? own.extend(facetParameters(list.facets).shape) : own
  return {
    id,
    method: 'GET',
    path,
    tag,
    summary,
    query: shared.extend({ ...columnParameters(rows).shape, ...list.parameters.shape }),
    headers: [],
    body: null,
    responses: { 200: list.facets ? countedListSchema(row) : listSchema(row) },
    useCase: list.useCase,
    handle: (received) => answerList(received, list, rows),
  }
}

async function answerList<Parameters extends z.ZodObject, Raw, Item, Position>(
  received: Received<QueryTexts>,
  { parameters, facets: offered, position, useCase, input }: List<Parameters, Raw, Item, Position>,
  rows: RowForms<Item>,
): Promise<Response> {
  const { services, session, path, request } = received
  const {
    format,
    all,
    limit,
    continue: token,
    ...asked
  } = readValues(listParameters, received.query)
  const at = momentKnown(asked.at, asked.known_at)
  const query = readValues(parameters, received.query)
  const { columns } = readValues(columnParameters(rows), received.query)
  const labels = labelKeys(columns ?? [])
  const load: LoadList<Item, Position> = (window) =>
    useCase.invoke(services, session, input(query, { ...window, labels }, path))
  const facets = offered && facetQuestion(offered, received.query)
  const exported = format ?? acceptedFormat(request, 'json')
  if (exported !== 'json' || all) {
    if (facets) throw wrongQuery('facets', 'facets come with a page, not with every row.')
    const chosen = columns === null ? rows : rowsOf(rows, columns)
    return answerExport(received, load, chosen, { at, format: exported })
  }
  if (columns !== null) throw wrongQuery('columns', 'columns is for exports: add all=true.')
  const page = await load({ at, after: readContinue(position, token), limit, facets })
  return jsonResponse({
    items: page.items.map(rows.json),
    continue: page.next === null ? null : writeContinue(position.tokenOf(page.next)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    ...(facets && { facets: page.facets?.map(facetJson) }),
  })
}

/** Undefined: nothing is to be counted. */
function facetQuestion(offered: ListFacets, query: QueryTexts): FacetQuestion | undefined {
  const { facets, facetValues } = readValues(facetParameters(offered), query)
  return facets ? { facets, from: 0, limit: facetValues } : undefined
}

const FACET_VALUES = 10

function facetParameters({ fields, labels }: ListFacets) {
  return z.object({
    facets: facetsOf(
      Object.keys(fields),
      LABEL_SIDES.filter((side) => side in labels),
    ),
    facetValues: rowCount(LIMIT_MAX, FACET_VALUES).meta({
      description: 'How many values of each facet, the most frequent ones.',
      type: 'integer',
      minimum: 1,
      maximum: LIMIT_MAX,
      default: FACET_VALUES,
    }),
  })
}

function columnParameters<Item>({ columns, labels = {} }: RowForms<Item>) {
  const sides = LABEL_SIDES.filter((side) => side in labels)
  return z.object({ columns: columnsOf(Object.keys(columns), sides) })
}

function facetJson({ facet, values, total }: FacetCounts) {
  return {
    by: facetName(facet),
    values: values && values.map(({ isExact, ...each }) => ({ ...each, countIsExact: isExact })),
    total,
  }
}

async function answerExport<Item, Position>(
  received: Received,
  load: LoadList<Item, Position>,
  rows: RowForms<Item>,
  { at, format }: { at: Moment; format: FormatName },
): Promise<Response> {
  const pages = everyPage(load, at, rows, received.stillAllowed)
  return answerPages(received, pages, {
    contentType: ROW_FORMATS[format].contentType,
    textsOf: (pages) => exportTexts(format, rows, pages),
  })
}
