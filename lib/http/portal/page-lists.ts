// Lists as pages show them: the address determines the whole list, and an invalid field is reported at that field.
import { z } from 'zod'
import { rowCount } from '#lib/domain/lists/parameters.ts'
import { readContinue, writeContinue } from '#lib/http/api/continue.ts'
import { at } from '#lib/http/api/lists.ts'
import { readValues } from '#lib/http/api/query.ts'
import { type List } from '#lib/lists/list.ts'
import type { ListRefusal, PageList } from '#lib/schemas/page-list.ts'
import { listHref } from '#lib/schemas/paths.ts'
import { DatabaseUnavailable, Refusal } from '#lib/usecases/refusal.ts'
import { askedOf, pageParameters, type SearchParams } from './page-query.ts'
import { read } from './page.ts'

const windowParameters = z.object({ at, limit: rowCount(200, 50) })

/** The `continue` token of each page so far: the way back is in the address, too. */
const TRAIL = 'page'
const TRAIL_SEPARATOR = '.'
const WINDOW_PARAMETERS = ['at', 'sort', 'limit', TRAIL]

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
    const { at, limit } = readValues(windowParameters, query)
    const trail = query[TRAIL]?.split(TRAIL_SEPARATOR) ?? []
    const after = readContinue(position, trail.at(-1))
    const values = readValues(parameters, asked)
    const page = await read(useCase, input(values, { at, after, limit }, named))
    const next = page.next === null ? null : writeContinue(position.tokenOf(page.next))
    const pageHref = (tokens: readonly string[]) =>
      listHref(address, { [TRAIL]: tokens.join(TRAIL_SEPARATOR) })
    return {
      address,
      asked,
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
    return { address, asked, at: null, outcome: refusalOf(error) }
  }
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
