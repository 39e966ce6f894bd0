// Lists as pages show them: everything that makes a list is in its address, and a wrong field is told at the field.
import type { Page } from '#lib/http/api/lists.ts'
import {
  foreignContinue,
  type Parameters,
  readContinue,
  readInstant,
  readInteger,
  writeContinue,
} from '#lib/http/api/parameters.ts'
import type { PositionForm } from '#lib/http/api/positions.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { DatabaseUnavailable, Refusal } from '#lib/usecases/refusal.ts'
import { pageParameters, type SearchParams } from './page-query.ts'
import { type Door, read } from './page.ts'

const ROWS_DEFAULT = 50
const ROWS_MAX = 200

/** A paging token for each page so far: the way back is in the address too. */
const TRAIL = 'page'
const TRAIL_SEPARATOR = '.'
const WINDOW_PARAMETERS = ['at', 'sort', 'limit', TRAIL]

type ListRows<Item> = {
  readonly kind: 'rows'
  readonly items: readonly Item[]
  readonly total: number
  readonly totalIsExact: boolean
  /** The number of the first row, counted from 1. */
  readonly firstRow: number
  readonly previousHref: string | null
  readonly nextHref: string | null
}

type ListRefusal = {
  readonly kind: 'refused' | 'not-allowed' | 'unavailable'
  readonly message: string
  /** The parameter that is wrong, where it is one. */
  readonly field: string | null
}

export type PageList<Item> = {
  readonly address: ListAddress
  /** The moment that it shows; null: now. */
  readonly at: Date | null
  readonly outcome: ListRows<Item> | ListRefusal
}

type Window<Position> = {
  readonly at: Date | null
  readonly after: Position | null
  readonly limit: number
}

type ListDefinition<Raw, Item, Position> = {
  readonly path: string
  /** The names of the parameters that narrow the list. */
  readonly filters: readonly string[]
  readonly position: PositionForm<Position>
  readonly useCase: Door<Raw, Page<Item, Position>>
  readonly input: (parameters: Parameters, window: Window<Position>) => Raw
}

export async function readPageList<Raw, Item, Position>(
  definition: ListDefinition<Raw, Item, Position>,
  search: SearchParams,
): Promise<PageList<Item>> {
  const parameters = pageParameters(search, [...definition.filters, ...WINDOW_PARAMETERS])
  const address = {
    path: definition.path,
    filters: definition.filters,
    query: Object.fromEntries(parameters),
  }
  try {
    const at = readInstant(parameters, 'at')
    const trail = parameters.get(TRAIL)?.split(TRAIL_SEPARATOR) ?? []
    const limit = readInteger(parameters, 'limit', { min: 1, max: ROWS_MAX, absent: ROWS_DEFAULT })
    const after = positionAfter(definition.position, trail.at(-1))
    const page = await read(definition.useCase, definition.input(parameters, { at, after, limit }))
    const next = page.next === null ? null : writeContinue(definition.position.tokenOf(page.next))
    const pageHref = (tokens: readonly string[]) =>
      listHref(address, { [TRAIL]: tokens.join(TRAIL_SEPARATOR) })
    return {
      address,
      at,
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
    return { address, at: null, outcome: refusalOf(error) }
  }
}

function positionAfter<Position>(
  { positionOf }: PositionForm<Position>,
  token: string | undefined,
): Position | null {
  const position = token === undefined ? null : readContinue(new Map([['continue', token]]))
  if (position === null) return null
  const after = positionOf(position)
  if (after === null) throw foreignContinue()
  return after
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
