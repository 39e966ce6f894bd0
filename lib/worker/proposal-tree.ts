// The tree that a pull request proposes: what waits, applied to the tip of the branch batch by batch, each checked by the removal
// guard, as they would be published one by one.
import type { Proposals } from '#db/queries/pull-requests.ts'
import type { BranchWork } from '#db/queries/publishing.ts'
import type { Pass, PublishOutcome } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import type { MadeTree } from './keep-database.ts'
import { type Ground, groundOf, makeBatch } from './make-batch.ts'
import { treeDifference } from './tree-difference.ts'

/** Ends before the first change that waits for another branch; if that is the first of all, nothing is proposed. */
export async function makeProposal(
  pass: Pass,
  work: BranchWork,
  { heads }: Proposals,
  tip: Tip,
): Promise<MadeTree | PublishOutcome> {
  const made = await makeBatches(pass, work, await groundOf(pass, tip, heads))
  if ('outcome' in made) return made
  const difference = await treeDifference(made.tree.read, tip.commit.tree, made.tree.id)
  return { ...made, difference }
}

async function makeBatches(
  pass: Pass,
  work: BranchWork,
  ground: Ground,
): Promise<MadeTree | PublishOutcome> {
  const made = await makeBatch(pass, work, ground)
  if ('outcome' in made) return made
  const { to } = made.batch.range
  const pending = work.pending.filter(({ id }) => id > to)
  if (pending.length === 0) return made
  const { id: tree, read } = made.tree
  const later = await makeBatches(
    pass,
    { ...work, publishedChange: to, pending },
    { tree, read, isVerified: true, litter: [] },
  )
  if ('outcome' in later) return later.outcome === 'waiting' ? made : later
  return joined(made, later)
}

function joined(made: MadeTree, later: MadeTree): MadeTree {
  const [first, ...others] = made.batch.changes
  return {
    ...later,
    batch: {
      ...later.batch,
      changes: [first, ...others, ...later.batch.changes],
      range: { from: made.batch.range.from, to: later.batch.range.to },
    },
    tree: { ...later.tree, objects: [...made.tree.objects, ...later.tree.objects] },
    hazards: made.hazards,
  }
}
