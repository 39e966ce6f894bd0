// Where a cluster has folders in Git: on the branch that it is on, and on branches that it left.
import { type FolderRow, foldersOfCluster } from '#db/queries/cluster-folders.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { type Context, defineRead } from '../define.ts'
import { type RefParameters } from '../objects/requested-object.ts'

/** A branch with a folder of the cluster. */
export type ClusterFolder = FolderRow

export type ClusterInput = { readonly ref: RefParameters }

export const clusterBranchesUseCase = defineRead<
  ClusterInput,
  readonly ClusterFolder[],
  ClusterInput,
  Identified<Cluster>
>({
  name: 'clusters.branches',
  load: async (context, input) => {
    const found = await currentCluster(context, input)
    return found && { resource: { kind: 'cluster' }, found }
  },
  run: ({ scope }, _, { id }) => foldersOfCluster(scope, id),
})

/** Null: there is no such cluster. */
export async function currentCluster(
  { fleet }: Context,
  { ref }: ClusterInput,
): Promise<Identified<Cluster> | null> {
  return findByName((await fleet()).clusters, ref.name)
}
