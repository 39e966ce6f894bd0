// Placements and what is there without being placed, in one list.
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { PlacementWindow } from '#db/queries/placement-pages.ts'
import type { PlacementQuery, PlacementRow } from '#db/queries/placement-query.ts'
import { type LeftRow, listLeft } from '#db/queries/placements-left.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { COUNTED_MAX, countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

/** A pair of a list; `change` and `since` null: it isn't placed. */
export type PairRow = LeftRow & {
  readonly change: PlacementRow['change'] | null
  readonly since: PlacementRow['since'] | null
}

type PairPage = PlacementWindow & { readonly isCounted: boolean }

/**
 * One page of the pairs of a query. `isPlaced` null: placements and, where states are asked for, also what is there in one of
 * them without being placed.
 */
export async function listPairs(
  scope: TenantScope,
  query: PlacementQuery,
  isPlaced: boolean | null,
  page: PairPage,
): Promise<{ readonly rows: readonly PairRow[] } & Total> {
  if (arePlacedAlone(query, isPlaced)) return listPlacements(scope, query, page)
  const { rows, ...total } = await listLeft(scope, query, page)
  const left = rows.map((row) => ({ ...row, change: null, since: null }))
  if (isPlaced === false) return { rows: left, ...total }
  const placed = await listPlacements(scope, query, page)
  return {
    rows: merged(placed.rows, left, query).slice(0, page.limit),
    ...sumOf(placed, total),
  }
}

/** Whether nothing can match that is there without being placed. */
export function arePlacedAlone({ states }: PlacementQuery, isPlaced: boolean | null): boolean {
  return isPlaced ?? states === null
}

function merged(
  placed: readonly PairRow[],
  left: readonly PairRow[],
  { descending }: PlacementQuery,
): readonly PairRow[] {
  if (left.length === 0) return placed
  const sorted = [...placed, ...left].sort(compareNames)
  return descending ? sorted.toReversed() : sorted
}

/** The order of the database. */
function compareNames(a: LeftRow, b: LeftRow): number {
  return (
    compareText(a.namespace, b.namespace) ||
    compareText(a.application, b.application) ||
    compareText(a.cluster, b.cluster)
  )
}

function sumOf(one: Total, other: Total): Total {
  const isExact = one.totalIsExact && other.totalIsExact
  return countedTotal(isExact ? one.total + other.total : COUNTED_MAX + 1)
}
