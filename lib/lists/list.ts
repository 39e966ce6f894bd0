// A list as the API, the portal and reports know it: what filters and sorts it, and what its rows are for whoever gets them.
import type { z } from 'zod'
import type { LabelKey } from '#lib/domain/lists/columns.ts'
import type { Labels } from '#lib/domain/labels/labels.ts'
import {
  type Facet,
  type FacetCounts,
  facetName,
  type FacetQuestion,
  type LabelSide,
} from '#lib/domain/lists/facets.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { Door } from '#lib/usecases/define.ts'
import type { Moment, ObservedMoment } from '#lib/usecases/moment.ts'
import type { PositionForm } from './positions.ts'

type ListPage<Item, Position> = Total & RowPage<Item, Position>

/** A page of rows that nobody counts. */
export type RowPage<Item, Position> = {
  readonly items: readonly Item[]
  /** Of lists that can be counted by what rows have in common. */
  readonly facets?: readonly FacetCounts[]
  readonly next: Position | null
  /** A later page is read `at` this change; lists without history have none. */
  readonly asOf?: number
  /** Of lists that say what was observed: so that a later page shows it as of the same time. */
  readonly observed?: ObservedMoment
}

type Query = Readonly<Record<string, string>>

/** The parameters that leave the rows of a query alone that have a value; null: none do. */
type FilterByValue = (value: string, query: Query) => Query | null

/** What rows can be counted by, and what filters by it. */
export type ListFacets = {
  readonly fields: Readonly<Record<string, FilterByValue>>
  /** Of fields that rows may lack, the parameters that leave those alone that do; absent: none do. */
  readonly lacking?: Readonly<Record<string, Query>>
  /** Whose labels these are, and the parameters that take selectors of them. */
  readonly labels: Readonly<
    Partial<Record<LabelSide, { readonly kind: LabelledKind; readonly parameter: string }>>
  >
}

/** By a parameter that takes the value. */
export function byParameter(name: string): FilterByValue {
  return (value) => ({ [name]: value })
}

/** The part of a list that is wanted. */
export type Window<Position> = {
  readonly at: Moment
  readonly after: Position | null
  readonly limit: number
  readonly isExport?: boolean
  readonly facets?: FacetQuestion
  /** Labels that rows show: a list whose rows don't have them anyway reads these. */
  readonly labels?: readonly LabelKey[]
  readonly observed?: ObservedMoment | undefined
}

export type ListParameters = z.ZodObject

export type List<Parameters extends ListParameters, Raw, Item, Position> = {
  readonly parameters: Parameters
  /** Whether it has no history, only the present state. */
  readonly isOfNow?: true
  readonly facets?: ListFacets
  readonly position: PositionForm<Position>
  readonly useCase: Door<Raw, ListPage<Item, Position>>
  /** The input of the use case; `path` has the names in the address, where the list is of something named there. */
  readonly input: (
    query: z.output<Parameters>,
    window: Window<Position>,
    path: Readonly<Record<string, string>>,
  ) => Raw
}

/** Infers the types of a list's values. */
export function defineList<Parameters extends z.ZodObject, Raw, Item, Position>(
  list: List<Parameters, Raw, Item, Position>,
): List<Parameters, Raw, Item, Position> {
  return list
}

/** The rows of a list, in its two formats. */
export type RowForms<Item> = {
  readonly json: (item: Item) => unknown
  /** Rows that are read at once for an export, where they are small. */
  readonly exportRows?: number
  readonly columns: Readonly<Record<string, (item: Item) => unknown>>
  /** The labels that can be columns, too. */
  readonly labels?: Readonly<Partial<Record<LabelSide, (item: Item) => Labels | undefined>>>
}

/** Rows of some columns alone, in their order; what is no single value is its text in JSON, as it is in CSV. */
export function rowsOf<Item>(rows: RowForms<Item>, chosen: readonly Facet[]): RowForms<Item> {
  const columns = Object.fromEntries(
    chosen.map((column) => [facetName(column), readerOf(rows, column)]),
  )
  const json = (item: Item) =>
    Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, flat(read(item))]))
  return { ...rows, columns, json }
}

function flat(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value
}

function readerOf<Item>({ columns, labels }: RowForms<Item>, { by, key }: Facet) {
  if (key === null) return columns[by]!
  return (item: Item) => labels?.[by]?.(item)?.get(key)
}

type Load<Page, Position> = (window: Window<Position>) => Promise<Page>
export type LoadList<Item, Position> = Load<ListPage<Item, Position>, Position>

const ROWS_EXPORTED = 1000

/** Finding a page's first pair costs as much as reading some hundreds of pairs; larger pages delay others. */
export const PAIRS_EXPORTED = 1000

/**
 * Every row of one state, a page at a time: each page is read in a transaction of its own, when it is asked for, as of the
 * change after which the first one was read. `beforeNext` comes before each page but the first.
 */
export async function* everyPage<Item, Position>(
  load: Load<RowPage<Item, Position>, Position>,
  at: Moment,
  { exportRows = ROWS_EXPORTED }: Pick<RowForms<Item>, 'exportRows'>,
  beforeNext: () => Promise<void>,
): AsyncGenerator<readonly Item[]> {
  const window = { limit: exportRows, isExport: true }
  const first = await load({ at, after: null, ...window })
  yield first.items
  const asFirst = { at: first.asOf ?? null, observed: first.observed, ...window }
  let after = first.next
  while (after !== null) {
    await beforeNext()
    const page = await load({ ...asFirst, after })
    yield page.items
    after = page.next
  }
}
