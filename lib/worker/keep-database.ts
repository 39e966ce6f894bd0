// Makes a branch equal to the database, as an admin confirmed: on the commit that they saw, and with as many removals.
import type { AcceptedComparison, BranchWork } from '#db/queries/publishing.ts'
import type { BatchTree } from './branch-commit.ts'
import type { Batch } from './branch-batch.ts'
import { inScope, type Pass, type PublishOutcome, refuse } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import { equalTree } from './equal-tree.ts'
import { hazardsIn } from './hazards.ts'

export type MadeTree = BatchTree & { readonly batch: Batch }

/** The tree that begins the generation on a branch, or why there is none. */
export async function makeEqualTree(
  pass: Pass,
  work: BranchWork,
  accepted: AcceptedComparison,
  tip: Tip,
): Promise<MadeTree | PublishOutcome> {
  const { world, tenant, repository } = pass
  const { change, removed } = accepted
  const [first, ...others] = work.pending.filter(({ id }) => id <= change)
  if (first === undefined) throw new Error(`change ${change} was published here already`)
  const { tree, difference } = await equalTree(pass, tip, change, work.generation)
  if (difference.removed.length !== removed) {
    world.fleets.forget(tenant.id)
    return refuse(
      pass,
      `The commit would remove ${difference.removed.length} files, and ${removed} were confirmed.`,
      { failed: true },
    )
  }
  const step = await inScope(pass, (scope) => world.fleets.step(scope, change, change), {
    readOnly: true,
  })
  const range = { from: work.publishedChange, to: change }
  const batch: Batch = { changes: [first, ...others], range, step, released: [], awaited: null }
  const hazards = await hazardsIn(repository, tree)
  return { batch, tree, difference, hazards, generation: work.generation }
}
