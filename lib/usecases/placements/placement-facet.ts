import type { FacetOf } from '#lib/domain/lists/facets.ts'
import { PAIR_FIELDS } from './pair-values.ts'

/** The fields of placements by which they are counted. */
export const PLACEMENT_FIELDS = ['state', ...PAIR_FIELDS, 'target', 'freshness'] as const
export type PlacementFacet = FacetOf<(typeof PLACEMENT_FIELDS)[number]>
