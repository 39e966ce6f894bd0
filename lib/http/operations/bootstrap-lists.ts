// The clusters whose bootstrap has to be applied again, of whatever asked for that: one list, in one form.
import { answerList, listParameters } from '#lib/http/api/lists.ts'
import type { Operation, Received } from '#lib/http/api/operation.ts'
import { readChangeId } from '#lib/http/api/parameters.ts'
import { listSchema } from '#lib/http/api/response-schemas.ts'
import { bootstrapClusterSchema } from '#lib/schemas/upgrade.ts'
import {
  type BootstrapCluster,
  type BootstrapList,
  type BootstrapPage,
  listBootstrapsUseCase,
} from '#lib/usecases/changes/bootstraps.ts'

export const bootstrapsSchema = listSchema(bootstrapClusterSchema)

export function answerBootstraps(
  received: Received,
  list: (page: BootstrapPage) => Promise<BootstrapList>,
): Promise<Response> {
  return answerList<BootstrapCluster, BootstrapCluster>(received, {
    load: async ({ after, limit }) => ({ ...(await list({ after, limit })), asOf: 0 }),
    tokenOf: ({ cluster, branch }) => [cluster, branch],
    positionOf: ([cluster, branch, ...rest]) =>
      typeof cluster === 'string' && typeof branch === 'string' && rest.length === 0
        ? { cluster, branch }
        : null,
    json: (row) => row,
    columns: { cluster: ({ cluster }) => cluster, branch: ({ branch }) => branch },
  })
}

export const listChangeBootstraps: Operation = {
  id: 'listChangeBootstraps',
  method: 'GET',
  path: '/changes/{id}/bootstraps',
  tag: 'changes',
  summary: 'List the clusters whose bootstrap manifest has to be applied again because of a change',
  query: listParameters.filter(({ name }) => name !== 'at'),
  headers: [],
  body: null,
  responses: { 200: bootstrapsSchema },
  useCase: listBootstrapsUseCase.name,
  handle: (received) => {
    const { process, session, path } = received
    const change = readChangeId(path)
    return answerBootstraps(received, (page) =>
      listBootstrapsUseCase.invoke(process, session, { change, ...page }),
    )
  },
}
