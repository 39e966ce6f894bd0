// Makes a branch's tree equal to the database, whatever history led to it: Berth's files that the database doesn't know are
// removed; folders that clusters left behind and other people's files stay.
import { clustersHeldOn } from '#db/queries/git-state.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { clusterFolder, pathIsOwned } from '#lib/domain/git/repository-paths.ts'
import { rendererOf } from '#lib/usecases/changes/plan.ts'
import { inScope, type Pass } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import { newTree, type NewTree } from './branch-tree.ts'
import { treeDifference, type TreeDifference } from './tree-difference.ts'
import { ownIdentity } from './world.ts'

export type EqualTree = { readonly tree: NewTree; readonly difference: TreeDifference }

type Place = Pick<Pass, 'world' | 'tenant' | 'branch' | 'repository'>

/** The tree for the database's state after a change, on top of a commit, as part of that generation. */
export async function equalTree(
  place: Place,
  { commit }: Tip,
  change: number,
  generation: string | null,
): Promise<EqualTree> {
  const { world, tenant, branch, repository } = place
  const { fleet, held } = await inScope(place, (scope) => readModel(place, scope, change), {
    readOnly: true,
  })
  const order = {
    readTree: (id: string) => repository.store.readTreeBytes(id),
    branch,
    step: { before: fleet, after: fleet, edits: [] },
    render: rendererOf(world.services, tenant, repository.settings),
    whole: { ...ownIdentity(tenant), generation },
  }
  const alone = await newTree({ ...order, tip: null, gone: [] })
  const { removed } = await treeDifference(alone.read, commit.tree, alone.id)
  const stays = held.map((cluster) => `${clusterFolder(cluster)}/`)
  const gone = removed.filter(
    (path) => pathIsOwned(path) && !stays.some((folder) => path.startsWith(folder)),
  )
  const tree = await newTree({ ...order, tip: commit.tree, gone })
  return { tree, difference: await treeDifference(tree.read, commit.tree, tree.id) }
}

async function readModel(
  { world, branch }: Place,
  scope: TenantScope,
  change: number,
): Promise<{ readonly fleet: Fleet; readonly held: readonly string[] }> {
  const { after: fleet } = await world.fleets.step(scope, change, change)
  return { fleet, held: await clustersHeldOn(scope, branch, change) }
}
