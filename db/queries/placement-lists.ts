// Lists of placements, now or after any past change.
import type { Total } from '#lib/domain/lists/total.ts'
import { findCandidates } from './placement-candidates.ts'
import { readPlacementPage } from './placement-pages.ts'
import type { PlacementPosition, PlacementQuery, PlacementRow } from './placement-query.ts'
import { totalOfPlacements } from './placement-totals.ts'
import type { TenantScope } from './scope.ts'

/** One page of a list, and how many placements it has in all. */
export async function listPlacements(
  scope: TenantScope,
  query: PlacementQuery,
  page: {
    readonly after: PlacementPosition | null
    readonly limit: number
    /** False: the total isn't needed. */
    readonly isCounted?: boolean
  },
): Promise<{ readonly rows: PlacementRow[] } & Total> {
  const candidates = await findCandidates(scope, query)
  const rows = await readPlacementPage(scope, query, candidates, page)
  const total =
    page.isCounted === false
      ? { total: rows.length, totalIsExact: false }
      : await totalOfPlacements(scope, query, candidates)
  return { rows, ...total }
}
