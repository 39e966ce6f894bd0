// What rows of lists that are each of an application and a cluster have in common.
import { readLabelValues } from '#db/queries/row-values.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { FacetOf, LabelSide } from '#lib/domain/lists/facets.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'

export const PAIR_FIELDS = ['team', 'application', 'cluster'] as const
type PairField = (typeof PAIR_FIELDS)[number]
type PairFacet = FacetOf<PairField>

export type PairNames = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly applicationId: number
  readonly clusterId: number
}

/** The value of each row; undefined: it is of something that has no labels any more. */
type ValueOf<Row> = (row: Row) => string | null | undefined

const SIDES = {
  label: { kind: 'cluster', idOf: ({ clusterId }) => clusterId },
  app_label: { kind: 'application', idOf: ({ applicationId }) => applicationId },
} as const satisfies Record<
  LabelSide,
  { readonly kind: LabelledKind; readonly idOf: (row: PairNames) => number }
>

/** What rows have of a facet, with labels as they were after a change; null: as they are now. */
export async function pairValues(
  scope: TenantScope,
  facet: PairFacet,
  rows: readonly PairNames[],
  change: number | null,
): Promise<ValueOf<PairNames>> {
  switch (facet.by) {
    case 'team':
      return ({ namespace }) => namespace
    case 'application':
      return applicationText
    case 'cluster':
      return ({ cluster }) => cluster
    default: {
      const { kind, idOf } = SIDES[facet.by]
      const ids = [...new Set(rows.map(idOf))]
      const values = await readLabelValues(scope, { kind, key: facet.key, change }, ids)
      return (row) => values.get(idOf(row))
    }
  }
}

/** As the list of the group's rows is asked for it: its team and its name. */
function applicationText({ namespace, application }: PairNames): string {
  return `${namespace}/${application}`
}
