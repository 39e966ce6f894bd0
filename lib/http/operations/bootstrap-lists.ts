// Lists of clusters whose bootstrap has to be applied again, in one form, whatever the reason.
import { z } from 'zod'
import { readChangeId } from '#lib/http/api/change-id.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { noParameters } from '#lib/http/api/operation.ts'
import { defineList } from '#lib/lists/list.ts'
import { ofParts } from '#lib/lists/positions.ts'
import { bootstrapClusterSchema } from '#lib/schemas/upgrade.ts'
import { type BootstrapCluster, listBootstrapsUseCase } from '#lib/usecases/changes/bootstraps.ts'

export const bootstrapPosition = ofParts({ cluster: z.string(), branch: z.string() })

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
