// Where a cluster has folders in Git, and the clearing of one that it left behind.
import { count } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { answerWrite, readWriteOptions, writeParameters } from '#lib/http/api/writes.ts'
import { clearBranchInput, clusterBranchesOutput } from '#lib/schemas/cluster-branches.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { type ClusterFolder, clusterBranchesUseCase } from '#lib/usecases/clusters/branches.ts'
import { clearBranchUseCase } from '#lib/usecases/clusters/clear-branch.ts'

const JSON_TYPES = ['application/json']

const refOf = ({ path }: Received) => ({ name: path['name'] ?? '' })

export const getClusterBranches = operation({
  id: 'getClusterBranches',
  method: 'GET',
  path: '/clusters/{name}/branches',
  tag: 'clusters',
  summary: 'List the branches that hold a folder of the cluster, also those that it left',
  query: noParameters,
  responses: { 200: clusterBranchesOutput },
  useCase: clusterBranchesUseCase,
  handle: async (received) => {
    const ref = refOf(received)
    const { services, session } = received
    const folders = await clusterBranchesUseCase.invoke(services, session, { ref })
    return jsonResponse({ items: folders.map(branchJson) })
  },
})

function branchJson({ branch, isCurrent, change, since }: ClusterFolder) {
  const state = isCurrent ? 'current' : 'left-behind'
  return { branch, state, change, since: since.toISOString() }
}

export const clearClusterBranch = operation({
  id: 'clearClusterBranch',
  method: 'POST',
  path: '/clusters/{name}/branches/clear',
  tag: 'clusters',
  summary: 'Clear the folder that the cluster left behind on a branch',
  query: writeParameters
    .omit({ confirmChanges: true })
    .extend({ confirmRemovals: count('The exact number of files that go; always needed.') }),
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: { schema: clearBranchInput, types: JSON_TYPES, writes: ['cluster'] },
  responses: { 200: impactSchema, 204: null },
  useCase: clearBranchUseCase,
  handle: async (received) => {
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    const outcome = await clearBranchUseCase.invoke(received.services, received.session, {
      ref: refOf(received),
      body: value,
      options: readWriteOptions(received, bodyHash),
    })
    return answerWrite(outcome, { created: false })
  },
})
