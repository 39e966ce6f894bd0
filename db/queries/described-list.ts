// Lists of a few objects together with what there is of their kind although nobody described it.
import { COUNTED_MAX, countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { ObjectPosition } from './object-order.ts'
import { type ListedRow, listObjects, type ObjectQuery } from './objects.ts'
import type { TenantScope } from './scope.ts'

/** Stands for the id of what nobody described. */
export const NO_OBJECT = 0

export type ListWindow = { readonly after: ObjectPosition | null; readonly limit: number }

/** One page, and how many there are in all. `undescribed` are the rows that the query takes, in any order. */
export async function listDescribed(
  scope: TenantScope,
  query: ObjectQuery,
  { after, limit }: ListWindow,
  undescribed: readonly ListedRow[],
): Promise<{ readonly rows: ListedRow[] } & Total> {
  const described = await listObjects(scope, query, { after: null, limit: COUNTED_MAX })
  const inOrder = compareBy(query.sort)
  const rows = [...described.rows, ...undescribed].sort(inOrder)
  const beyond = after === null ? rows : rows.filter((row) => inOrder(row, after) > 0)
  return { rows: beyond.slice(0, limit), ...countedTotal(rows.length) }
}

type Sorted = Pick<ObjectPosition, 'name' | 'began'>

/** As the order of other lists: names, which are unique, decide at last. */
function compareBy(sort: ObjectQuery['sort']): (a: Sorted, b: Sorted) => number {
  const orders = [...sort, { by: 'name', descending: sort.at(-1)?.descending ?? false }]
  return (a, b) => {
    for (const { by, descending } of orders) {
      const order = by === 'since' ? a.began - b.began : compareText(a.name, b.name)
      if (order !== 0) return descending ? -order : order
    }
    return 0
  }
}
