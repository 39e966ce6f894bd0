// Lists of placements, now or after any past change.
import { COUNTED_MAX, exactly, type Total } from '#lib/domain/lists/total.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { type Candidates, findCandidates } from './placement-candidates.ts'
import { type PlacementWindow, readMatchesPage, readPlacementPage } from './placement-pages.ts'
import type { PlacementQuery, PlacementRow } from './placement-query.ts'
import { isFoundByState, narrowedByStates, type PairIds, readMatches } from './placement-states.ts'
import { totalOfPlacements } from './placement-totals.ts'
import type { TenantScope } from './scope.ts'

/** One page of a list, and how many placements it has in all. */
export async function listPlacements(
  scope: TenantScope,
  query: PlacementQuery,
  page: PlacementWindow & {
    /** False: the total isn't needed. */
    readonly isCounted?: boolean
  },
): Promise<{ readonly rows: PlacementRow[] } & Total> {
  const candidates = await findCandidates(scope, query)
  const { states } = query
  if (states !== null) return listInStates(scope, { ...query, states }, candidates, page)
  const rows = await readPlacementPage(scope, query, candidates, page)
  const total =
    page.isCounted === false
      ? { total: rows.length, totalIsExact: false }
      : await totalOfPlacements(scope, query, candidates)
  return { rows, ...total }
}

/** What is counted names the placements, unless they are too many: then there are some on every page that is read. */
async function listInStates(
  scope: TenantScope,
  query: PlacementQuery & { readonly states: readonly State[] },
  candidates: Candidates,
  page: PlacementWindow & { readonly isCounted?: boolean },
): Promise<{ readonly rows: PlacementRow[] } & Total> {
  const isNeeded = page.isCounted !== false || isFoundByState(query)
  const matches = isNeeded ? await readMatches(scope, query, candidates) : null
  if (matches !== null) {
    const rows = await readMatchesPage(scope, query, candidates, matches, page)
    return { rows, ...exactly(matches.length) }
  }
  const rows = await readPlacementPage(
    scope,
    query,
    await narrowedByStates(scope, query, candidates),
    page,
  )
  return { rows, total: COUNTED_MAX, totalIsExact: false }
}

/** The pairs that are in some states; null: more than lists count. */
export async function findInStates(
  scope: TenantScope,
  query: PlacementQuery & { readonly states: readonly State[] },
): Promise<PairIds[] | null> {
  return readMatches(scope, query, await findCandidates(scope, query))
}
