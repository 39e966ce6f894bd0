// The clusters whose bootstrap has to be applied again, of whatever asked for that: lists in one form.
import { defineList, listOperation } from '#lib/http/api/lists.ts'
import { noParameters } from '#lib/http/api/operation.ts'
import { readChangeId } from '#lib/http/api/parameters.ts'
import type { PositionForm } from '#lib/http/api/positions.ts'
import { bootstrapClusterSchema } from '#lib/schemas/upgrade.ts'
import { type BootstrapCluster, listBootstrapsUseCase } from '#lib/usecases/changes/bootstraps.ts'

export const bootstrapPosition: PositionForm<BootstrapCluster> = {
  tokenOf: ({ cluster, branch }) => [cluster, branch],
  positionOf: ([cluster, branch, ...rest]) =>
    typeof cluster === 'string' && typeof branch === 'string' && rest.length === 0
      ? { cluster, branch }
      : null,
}

export const bootstrapRows = {
  item: bootstrapClusterSchema,
  json: (row: BootstrapCluster) => row,
  columns: {
    cluster: ({ cluster }: BootstrapCluster) => cluster,
    branch: ({ branch }: BootstrapCluster) => branch,
  },
}

export const listChangeBootstraps = listOperation(
  defineList({
    parameters: noParameters,
    isOfNow: true,
    position: bootstrapPosition,
    useCase: listBootstrapsUseCase,
    input: (_, { after, limit }, path) => ({ change: readChangeId(path), after, limit }),
  }),
  {
    id: 'listChangeBootstraps',
    path: '/changes/{id}/bootstraps',
    tag: 'changes',
    summary:
      'List the clusters whose bootstrap manifest has to be applied again because of a change',
    ...bootstrapRows,
  },
)
