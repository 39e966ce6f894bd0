// Lists as pages show them: the address determines the whole list, and an invalid field is reported at that field.
import type { z } from 'zod'
import { readContinue, writeContinue } from '#lib/http/api/continue.ts'
import { readValues } from '#lib/http/api/query.ts'
import { COUNTED_MAX } from '#lib/domain/lists/total.ts'
import { labelKeys, type LabelKey } from '#lib/domain/lists/columns.ts'
import {
  facetName,
  type FacetQuestion,
  facetReader,
  facetsOf,
  LABEL_SIDES,
} from '#lib/domain/lists/facets.ts'
import { filterBy } from '#lib/lists/facet-filter.ts'
import type { List } from '#lib/lists/list.ts'
import { listWindow } from '#lib/schemas/list-window.ts'
import {
  type GroupsRefusal,
  type ListRefusal,
  type PageList,
  type ShownFacet,
  type ShownGroups,
} from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref, VIEW } from '#lib/schemas/paths.ts'
import { completeLabelsUseCase } from '#lib/usecases/labels/complete.ts'
import { momentKnown } from '#lib/usecases/moment.ts'
import { DatabaseUnavailable, Refusal } from '#lib/usecases/refusal.ts'
import { askedOf, pageParameters, type SearchParams } from './page-query.ts'
import { read } from './page.ts'

/** The `continue` token of each page so far: the way back is in the address, too. */
const TRAIL = 'page'
const TRAIL_SEPARATOR = '.'
const WINDOW_PARAMETERS = ['sort', ...Object.keys(listWindow.shape), 'open', VIEW, TRAIL]

export async function readPageList<Parameters extends z.ZodObject, Raw, Item, Position>(
  path: string,
  { parameters, position, useCase, input }: List<Parameters, Raw, Item, Position>,
  search: SearchParams,
  /** What the path names, where the list is of something. */
  named: Readonly<Record<string, string>> = {},
): Promise<PageList<Item>> {
  const filters = Object.keys(parameters.shape).filter((name) => name !== 'sort')
  const query = pageParameters(search, [...filters, ...WINDOW_PARAMETERS])
  const address = { path, filters, query }
  const asked = askedOf(address)
  try {
    const { at, known_at: knownAt, limit } = readValues(listWindow, query)
    // Pages of groups are numbered.
    const isGrouped = query['group'] !== undefined
    const trail = isGrouped ? [] : (query[TRAIL]?.split(TRAIL_SEPARATOR) ?? [])
    const after = readContinue(position, trail.at(-1))
    const values = readValues(parameters, asked)
    const labels = shownLabels(address)
    const page = await read(
      useCase,
      input(values, { at: momentKnown(at, knownAt), after, limit, labels }, named),
    )
    const next = page.next === null ? null : writeContinue(position.tokenOf(page.next))
    const pageHref = (tokens: readonly string[]) =>
      listHref(address, { [TRAIL]: tokens.join(TRAIL_SEPARATOR) })
    return {
      address,
      asked,
      at: at ?? knownAt,
      knownAt,
      outcome: {
        kind: 'rows',
        items: page.items,
        total: page.total,
        totalIsExact: page.totalIsExact,
        firstRow: trail.length * limit + 1,
        previousHref: trail.length === 0 ? null : pageHref(trail.slice(0, -1)),
        nextHref: next === null ? null : pageHref([...trail, next]),
      },
    }
  } catch (error) {
    return { address, asked, at: null, knownAt: null, outcome: refusalOf(error) }
  }
}

const readColumn = facetReader([], LABEL_SIDES)

/** The labels that an address chooses as columns; a page has no more than fit on it. */
function shownLabels({ query }: ListAddress): readonly LabelKey[] {
  const columns = query['columns']?.split(',').map(readColumn) ?? []
  return labelKeys(columns.filter((column) => column !== null)).slice(0, LABELS_MAX)
}

const LABELS_MAX = 20

/** So many values of each stand beside a list. */
const SHOWN_VALUES = 5

/**
 * The rows of a whole list counted by what they have in common, for a page that shows it already; null: they could not be
 * counted.
 */
export async function readPageFacets<Parameters extends z.ZodObject, Raw, Item, Position>(
  { parameters, facets, useCase, input }: List<Parameters, Raw, Item, Position>,
  { address, asked, at, knownAt }: PageList<Item>,
  question: FacetQuestion = { facets: null, from: 0, limit: SHOWN_VALUES },
): Promise<readonly ShownFacet[] | null> {
  if (!facets) return []
  try {
    const values = readValues(parameters, asked)
    const window = { at: momentKnown(at, knownAt), after: null, limit: 1, facets: question }
    const { facets: counted = [] } = await read(useCase, input(values, window, {}))
    return counted.map(({ facet, values, total }) => ({
      name: facetName(facet),
      total,
      values:
        values &&
        values.map(({ value, count, isExact }) => ({
          text: value ?? (facet.by === 'team' ? 'Platform' : '(none)'),
          count,
          isExact,
          filter: filterBy(facets, facet, value, address.query),
        })),
    }))
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof Refusal) return null
    throw error
  }
}

/** So many labels are offered, those that most objects have. */
const OFFERED_LABELS = 20
/** Each object has a name of its own, and the team is a field. */
const NOT_OFFERED = ['name', 'namespace']

/** What the rows of a list can be grouped by: its fields, and labels. */
export async function readGroupings<Parameters extends z.ZodObject, Raw, Item, Position>({
  facets,
}: List<Parameters, Raw, Item, Position>): Promise<readonly string[]> {
  const names = Object.keys(facets?.fields ?? {})
  for (const side of LABEL_SIDES) {
    const labels = facets?.labels[side]
    if (labels === undefined) continue
    const question = { kind: labels.kind, key: null, prefix: '', limit: OFFERED_LABELS }
    const { items } = await read(completeLabelsUseCase, question)
    const keys = items.map(({ text }) => text).filter((key) => !NOT_OFFERED.includes(key))
    names.push(...keys.map((key) => `${side}:${key}`))
  }
  return names
}

const GROUPS = 50

/** A page of groups, where the address asks for groups instead of rows. */
export async function readPageGroups<Parameters extends z.ZodObject, Raw, Item, Position>(
  list: List<Parameters, Raw, Item, Position>,
  page: PageList<Item>,
): Promise<ShownGroups | GroupsRefusal> {
  const { address } = page
  const fields = Object.keys(list.facets?.fields ?? {})
  const asked = facetsOf(fields, LABEL_SIDES).safeParse(address.query['group'])
  const number = Math.max(1, Number(address.query[TRAIL]) || 1)
  const from = (Math.floor(number) - 1) * GROUPS
  const [facet] = asked.data ?? []
  if (facet === undefined || from > COUNTED_MAX) return 'unknown'
  const found = await readPageFacets(list, page, { facets: [facet], from, limit: GROUPS })
  const [groups] = found ?? []
  if (groups === undefined) return 'unknown'
  if (groups.values === null) return 'too-many'
  const isLast = from + groups.values.length >= groups.total
  const pageHref = (to: number) => listHref(address, { open: null, [TRAIL]: to === 1 ? null : to })
  return {
    ...groups,
    values: groups.values,
    firstRow: from + 1,
    previousHref: number === 1 ? null : pageHref(number - 1),
    nextHref: isLast ? null : pageHref(number + 1),
  }
}

/** The first rows of a list that a filter leaves, such as those of a group. */
export async function readFirstRows<Parameters extends z.ZodObject, Raw, Item, Position>(
  { parameters, useCase, input }: List<Parameters, Raw, Item, Position>,
  { address, asked, at, knownAt }: PageList<Item>,
  filter: Readonly<Record<string, string>>,
  limit: number,
): Promise<readonly Item[]> {
  const values = readValues(parameters, { ...asked, ...filter })
  const window = {
    at: momentKnown(at, knownAt),
    after: null,
    limit,
    labels: shownLabels(address),
  }
  const { items } = await read(useCase, input(values, window, {}))
  return items
}

function refusalOf(error: unknown): ListRefusal {
  if (error instanceof DatabaseUnavailable) {
    return { kind: 'unavailable', message: 'The database is not available.', field: null }
  }
  if (!(error instanceof Refusal)) throw error
  const kind = error.kind === 'forbidden' ? 'not-allowed' : 'refused'
  const [place, field] = error.issues[0]?.path ?? []
  return { kind, message: error.message, field: place === 'query' ? String(field) : null }
}
