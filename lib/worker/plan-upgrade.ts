// What a new layout does to a branch that an older version wrote: its tree at the tip compared with the same model rendered
// now. Waiting changes are left out: each was previewed by itself, and gets its own commit.
import type { BranchWork } from '#db/queries/publishing.ts'
import {
  forgetUpgradePlans,
  keepUpgradePlan,
  takeLayout,
  type UpgradePlan,
} from '#db/queries/upgrades.ts'
import { bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { ANY_CLUSTER, type UpgradeFile } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { rendererOf } from '#lib/usecases/changes/plan.ts'
import { inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import { newTree, type NewTree } from './branch-tree.ts'
import { type FileGroup, fileGroups } from './file-groups.ts'
import { upgradeFiles } from './upgrade-files.ts'
import { ownIdentity, type PublisherWorld } from './world.ts'

/** Whether a branch has content that this version may rewrite only by an upgrade. */
export function waitsForUpgrade({ layout, tip }: Pick<BranchWork, 'layout' | 'tip'>): boolean {
  return layout < LAYOUT && tip !== null
}

/** Works out what the upgrade does to a branch, for people to see. If it changes nothing, there is nothing to wait for. */
export async function planUpgrade(pass: Pass, work: BranchWork, tip: Tip): Promise<PublishOutcome> {
  const tree = await upgradedTree(pass, work, tip)
  if (tree.id === tip.commit.tree) {
    await inScope(pass, (scope) => takeLayout(scope, pass.branch))
    return { outcome: 'again' }
  }
  const plan = await describe(pass, work, tip, tree)
  await inScope(pass, (scope) => keepUpgradePlan(scope, plan))
  const { world, tenant, branch } = pass
  world.services.log.info({ tenant: tenant.name, branch }, 'the branch waits for an upgrade')
  return { outcome: 'held' }
}

/** Has it worked out again: a new process may have other settings than the last one. */
export async function forgetPlans(world: PublisherWorld): Promise<void> {
  try {
    for (const tenant of await world.tenants()) {
      await inScope({ world, tenant }, forgetUpgradePlans)
    }
  } catch (error) {
    world.services.log.warn({ err: error }, 'what upgrades would do is told as it was last known')
  }
}

async function upgradedTree(pass: Pass, work: BranchWork, tip: Tip): Promise<NewTree> {
  const { world, tenant, branch, repository } = pass
  // No change between the published one and the first that waits touched this branch.
  const [first] = work.pending
  const change = first === undefined ? work.lastChange : first.id - 1
  const step = await inScope(pass, (scope) => world.fleets.step(scope, change, change), {
    readOnly: true,
  })
  return newTree({
    tip: tip.commit.tree,
    readTree: (id) => repository.store.readTreeBytes(id),
    branch,
    step,
    gone: [],
    render: rendererOf(world.services, tenant, repository.settings),
    whole: { ...ownIdentity(tenant), generation: work.generation },
  })
}

async function describe(
  { branch, repository }: Pass,
  work: BranchWork,
  tip: Tip,
  tree: NewTree,
): Promise<UpgradePlan> {
  const groups = await fileGroups(tree.read, tip.commit.tree, tree.id)
  const made = new Map(tree.objects.map((object) => [object.id, object.body]))
  const readText = async (id: string) => {
    const bytes = made.get(id) ?? (await repository.store.readBlob(id))
    if (bytes === null) throw new Error(`Blob ${id} is not in the store`)
    return new TextDecoder().decode(bytes)
  }
  return {
    branch,
    tip: tip.id,
    publishedChange: work.publishedChange,
    treeBefore: tip.commit.tree,
    treeAfter: tree.id,
    counts: countsOf(groups),
    files: await upgradeFiles(groups, readText),
    clusters: clustersIn(groups),
  }
}

function countsOf(groups: readonly FileGroup[]): UpgradePlan['counts'] {
  const counts: Record<UpgradeFile['effect'], number> = { added: 0, removed: 0, modified: 0 }
  for (const { before, after, files } of groups) {
    if (before === null) counts.added += files
    else if (after === null) counts.removed += files
    else counts.modified += files
  }
  return counts
}

/** Each bootstrap names its cluster, so no two of them are in one group. */
function clustersIn(groups: readonly FileGroup[]): string[] {
  return groups
    .filter(({ place, after }) => place === bootstrapPath(ANY_CLUSTER) && after !== null)
    .map(({ examples: [path = ''] }) => path.slice('bootstrap/'.length, -'.yaml'.length))
    .sort()
}
