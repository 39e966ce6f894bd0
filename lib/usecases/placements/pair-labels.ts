// Labels that rows of pairs show: those of the cluster, and those of the application.
import { readLabels } from '#db/queries/object-labels.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { LabelKey } from '#lib/domain/lists/columns.ts'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { LabelSide } from '#lib/domain/lists/facets.ts'

export type PairLabels = Readonly<Record<LabelSide, Labels>>

type Pair = { readonly clusterId: number; readonly applicationId: number }

const NO_LABELS: Labels = new Map()

/** The asked labels of each pair, after a change; null: now. */
export async function labelsOfPairs(
  scope: TenantScope,
  rows: readonly Pair[],
  labels: readonly LabelKey[],
  change: number | null,
): Promise<(row: Pair) => PairLabels> {
  const keysOf = (side: LabelSide) => labels.filter(({ by }) => by === side).map(({ key }) => key)
  const clusters = await readLabels(scope, {
    kind: 'cluster',
    objects: rows.map(({ clusterId }) => clusterId),
    keys: keysOf('label'),
    change,
  })
  const applications = await readLabels(scope, {
    kind: 'application',
    objects: rows.map(({ applicationId }) => applicationId),
    keys: keysOf('app_label'),
    change,
  })
  return ({ clusterId, applicationId }) => ({
    label: clusters.get(clusterId) ?? NO_LABELS,
    app_label: applications.get(applicationId) ?? NO_LABELS,
  })
}
