// Counts the placements of a list by what they have in common.
import { readFreshness } from '#db/queries/cluster-freshness.ts'
import type { PlacementQuery } from '#db/queries/placement-query.ts'
import { readPairStates } from '#db/queries/row-values.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTargets } from '#db/queries/targeted-placements.ts'
import {
  countBy,
  type FacetCounts,
  facetCounts,
  type FacetQuestion,
  facetsAmong,
  sumOfCounts,
  type ValueCounts,
} from '#lib/domain/lists/facets.ts'
import { areFew, COUNTED_MAX, type Total } from '#lib/domain/lists/total.ts'
import type { Context } from '../define.ts'
import { usualLabels } from '../labels/usual-labels.ts'
import { isFreshnessKept } from '../moment.ts'
import type { Asking } from '../observed/state-counts.ts'
import { placedCounter } from './fleet-counts.ts'
import { pairValues } from './pair-values.ts'
import { arePlacedAlone, listPairs, type PairRow } from './pairs.ts'
import { PLACEMENT_FIELDS, type PlacementFacet } from './placement-facet.ts'

/** The pairs of a list: what is asked for, as of `listPairs`, and how many they are. */
export type CountedPairs = Total & {
  readonly query: PlacementQuery
  readonly isPlaced: boolean | null
}

/** Counts of all pairs of a list, not only of a page. */
export async function countPlacementFacets(
  context: Context,
  pairs: CountedPairs,
  { facets, ...part }: FacetQuestion,
): Promise<FacetCounts[]> {
  const { query } = pairs
  const asked = facets ? facetsAmong(PLACEMENT_FIELDS, facets) : await usualFacets(context)
  const count = await counterOf(context, pairs)
  const isFreshnessKnown = !query.isPast || isFreshnessKept(context, query)
  const counts: FacetCounts[] = []
  for (const facet of asked) {
    if (facet.by === 'freshness' && !isFreshnessKnown) continue
    counts.push(facetCounts(facet, await count(facet), part))
  }
  return counts
}

async function usualFacets(context: Context): Promise<PlacementFacet[]> {
  const labels = await usualLabels(context, 'cluster')
  return [...labels, { by: 'state', key: null }, { by: 'team', key: null }]
}

/** Null: there are more than lists count. */
type Counter = (facet: PlacementFacet) => Promise<ValueCounts | null>

/** Counts by the fleet in memory what that tells, and the rest by a look at each pair. */
export async function counterOf(context: Asking, pairs: CountedPairs): Promise<Counter> {
  const { query, isPlaced } = pairs
  const placed = isPlaced === false ? null : await placedCounter(context, query)
  const ofEach = counterOfRows(context, query, async () =>
    areFew(pairs) ? readPairs(context, query, isPlaced) : null,
  )
  if (placed === null) return ofEach
  const ofLeft = counterOfRows(context, query, () => readPairs(context, query, false))
  return async (facet) => {
    const counts = await placed(facet)
    if (counts === null) return ofEach(facet)
    if (arePlacedAlone(query, isPlaced)) return counts
    const left = await ofLeft(facet)
    return left && sumOfCounts([counts, left])
  }
}

/** Looks at each of the rows, which are read once; null: there are more than lists count. */
function counterOfRows(
  { scope }: Asking,
  query: PlacementQuery,
  read: () => Promise<readonly PairRow[] | null>,
): Counter {
  let reading: Promise<readonly PairRow[] | null> | undefined
  return async (facet) => {
    const rows = await (reading ??= read())
    return rows && countBy(rows, await valuesOf(scope, query, facet, rows))
  }
}

async function readPairs(
  { scope }: Asking,
  query: PlacementQuery,
  isPlaced: boolean | null,
): Promise<readonly PairRow[] | null> {
  const page = { after: null, limit: COUNTED_MAX + 1, isCounted: false }
  const { rows } = await listPairs(scope, query, isPlaced, page)
  return rows.length > COUNTED_MAX ? null : rows
}

async function valuesOf(
  scope: TenantScope,
  query: PlacementQuery,
  facet: PlacementFacet,
  rows: readonly PairRow[],
): Promise<(row: PairRow) => string | null | undefined> {
  switch (facet.by) {
    case 'state': {
      const states = await readPairStates(scope, rows, query)
      const byRow = new Map(rows.map((row, place) => [row, states[place]]))
      return (row) => byRow.get(row)
    }
    case 'target': {
      const targets = await readTargets(scope, rows, query.change)
      const byRow = new Map(rows.map((row, place) => [row, targets[place]]))
      return (row) => byRow.get(row)
    }
    case 'freshness': {
      const clusters = [...new Set(rows.map(({ clusterId }) => clusterId))]
      const freshness = await readFreshness(scope, query, clusters)
      return ({ clusterId }) => freshness.get(clusterId)
    }
    default:
      return pairValues(scope, facet, rows, query.change)
  }
}
