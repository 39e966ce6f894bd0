import { groupingKeys } from '#lib/domain/fleet/label-counts.ts'
import type { Facet } from '#lib/domain/lists/facets.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { Context } from '../define.ts'
import { visibleLabels } from './visible-labels.ts'

const LABELS_MAX = 3

/** The labels of objects of a kind by which rows are counted where nobody says by which. */
export async function usualLabels(
  context: Pick<Context, 'fleet' | 'actor'>,
  kind: LabelledKind,
): Promise<Facet<never>[]> {
  const { index, among } = await visibleLabels(context, kind)
  const keys = groupingKeys(index, among, LABELS_MAX)
  // The team says the same.
  return keys.filter((key) => key !== 'namespace').map((key) => ({ by: 'label', key }))
}
