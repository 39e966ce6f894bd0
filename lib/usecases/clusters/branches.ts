// Where a cluster has folders in Git: on the branch that it lives on, and on those that it left behind.
import { type FolderRow, foldersOfCluster } from '#db/queries/cluster-folders.ts'
import { type CurrentRevision, readCurrentRevisions } from '#db/queries/revisions.ts'
import { type Context, defineUseCase } from '../define.ts'
import { asRead, refFromPath, type RefParameters } from '../objects/noun.ts'

/** A branch that holds a folder of the cluster. */
export type ClusterFolder = FolderRow

export type ClusterInput = { readonly ref: RefParameters }

export const clusterBranchesUseCase = defineUseCase<
  ClusterInput,
  readonly ClusterFolder[],
  ClusterInput,
  CurrentRevision
>({
  name: 'clusters.branches',
  read: asRead,
  permission: 'read',
  load: async (context, input) => {
    const found = await currentCluster(context, input)
    return found && { resource: { kind: 'cluster' }, found }
  },
  run: ({ scope }, _, { object }) => foldersOfCluster(scope, object),
})

/** Null: there is no such cluster. */
export async function currentCluster(
  { scope }: Context,
  { ref }: ClusterInput,
): Promise<CurrentRevision | null> {
  const [found] = await readCurrentRevisions(scope, [refFromPath('cluster', ref)])
  return found ?? null
}
