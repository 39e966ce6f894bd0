// The tree of the next batch of changes, made on what is there and checked by the removal guard.
import type { BranchWork } from '#db/queries/publishing.ts'
import type { ProposedHead } from '#lib/domain/git/pull-request.ts'
import { rendererOf } from '#lib/usecases/changes/plan.ts'
import { type Batch, readBatch } from './branch-batch.ts'
import { inScope, type Pass, type PublishOutcome, recordError, refuse } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import { heldPaths, newTree, type NewTree } from './branch-tree.ts'
import { hazardsIn } from './hazards.ts'
import type { MadeTree } from './keep-database.ts'
import { proposedFiles } from './merged-heads.ts'
import { removalFault } from './removal-guard.ts'
import { treeDifference, type TreeDifference } from './tree-difference.ts'
import type { ReadTree } from './tree-update.ts'
import { ownIdentity, verifiedKey } from './world.ts'

/** What a batch's tree is made on. */
export type Ground = {
  /** Null: there is nothing yet. */
  readonly tree: string | null
  readonly read: ReadTree
  /** Whether it is known to hold what the model had before the batch. */
  readonly isVerified: boolean
  /** Paths that may be there although the model never had them in the branch: they go unless it has them now. */
  readonly litter: readonly string[]
}

/** The tip of a branch, into which people may have merged what was proposed, also after it was proposed no more. */
export async function groundOf(
  pass: Pass,
  tip: Tip | null,
  heads: readonly ProposedHead[],
): Promise<Ground> {
  const { world, tenant, branch, repository } = pass
  const isVerified = world.verified.has(verifiedKey(tenant, branch, repository))
  return {
    tree: tip?.commit.tree ?? null,
    read: (id) => repository.store.readTreeBytes(id),
    isVerified,
    litter: isVerified || tip === null ? [] : await proposedFiles(pass, heads, tip),
  }
}

/** The tree of the next batch, checked by the removal guard, or why there is none. */
export async function makeBatch(
  pass: Pass,
  work: BranchWork,
  ground: Ground,
): Promise<MadeTree | PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const batch = await inScope(pass, (scope) => readBatch(scope, pass, work), { readOnly: true })
  if (batch.awaited !== null) {
    await recordError(pass, `The branch ${batch.awaited} has to be published first.`)
    return { outcome: 'waiting', branch: batch.awaited }
  }
  const tree = await newTree({
    tip: ground.tree,
    readTree: ground.read,
    branch,
    step: batch.step,
    gone: [...batch.released.flatMap(heldPaths), ...ground.litter],
    render: rendererOf(world.services, tenant, repository.settings),
    whole: ground.isVerified ? null : { ...ownIdentity(tenant), generation: work.generation },
  })
  world.failPoint('F8')
  const hazards = ground.isVerified ? work.error : await hazardsIn(repository, tree)
  const difference = await treeDifference(tree.read, ground.tree, tree.id)
  const fault = await guard(pass, batch, tree, difference, ground.litter)
  if (fault !== null) {
    world.fleets.forget(tenant.id)
    return refuse(pass, fault, { failed: true })
  }
  return { batch, tree, difference, hazards, generation: null }
}

async function guard(
  pass: Pass,
  { range, released }: Batch,
  tree: NewTree,
  { removed }: TreeDifference,
  litter: readonly string[],
): Promise<string | null> {
  const { branch } = pass
  const removal = { branch, range, released, removed, litter, stays: tree.holds }
  return inScope(pass, (scope) => removalFault(scope, removal), { readOnly: true })
}
