// Turns a batch's tree into a commit at the remote, and records it. A process that dies before the push leaves objects that
// nothing refers to; one that dies after it leaves a tip whose commit tells the next pass what was published.
import { markPublished } from '#db/queries/publishing.ts'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import type { PushOutcome } from '#lib/adapters/git/remote.ts'
import type { Batch } from './branch-batch.ts'
import { fail, inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import type { NewTree } from './branch-tree.ts'
import { commitText } from './commit-text.ts'
import type { TreeDifference } from './tree-difference.ts'
import { verifiedKey } from './world.ts'

export type BatchTree = {
  readonly tree: NewTree
  readonly difference: TreeDifference
  /** Dangers in the tree that people have to know of although it is published. */
  readonly hazards: string | null
  /** The generation that begins with it; null: none does. */
  readonly generation: string | null
}

/** Publishes a batch's tree on top of the tip that it was made for. */
export async function commitBatch(
  pass: Pass,
  batch: Batch,
  made: BatchTree,
  tip: Tip | null,
): Promise<PublishOutcome> {
  const { tree, hazards } = made
  if (tip !== null && tree.id === tip.commit.tree) return mark(pass, batch, tip.id, hazards)
  const commit = await writeCommit(pass, batch, made, tip)
  const pushed = await push(pass, tip, commit)
  if (pushed !== null) return pushed
  return mark(pass, batch, commit, hazards)
}

async function writeCommit(
  { world, repository }: Pass,
  { changes }: Batch,
  { tree, difference, generation }: BatchTree,
  tip: Tip | null,
): Promise<string> {
  await repository.store.write(tree.objects)
  world.failPoint('F9')
  const parents = tip === null ? [] : [tip.id]
  const text = commitText(changes, difference, generation)
  const bytes = encodeCommit({ tree: tree.id, parents, ...text })
  const commit = gitObject('commit', bytes)
  await repository.store.write([commit])
  world.failPoint('F10')
  return commit.id
}

/** Null: the branch now is at the commit. */
async function push(pass: Pass, tip: Tip | null, commit: string): Promise<PublishOutcome | null> {
  const { world, branch, repository } = pass
  if (pass.lockIsLost()) return { outcome: 'again' }
  world.failPoint('F11')
  const pushing = repository.remote.push(branch, tip?.id ?? null, commit)
  world.failPoint('F12')
  const pushed: PushOutcome = await pushing
  if (pushed.outcome === 'rejected-stale') return { outcome: 'again' }
  if (pushed.outcome !== 'applied') return fail(pass, pushed.message)
  world.failPoint('F13')
  return null
}

async function mark(
  pass: Pass,
  { changes, range }: Batch,
  commit: string,
  error: string | null,
): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const ids = changes.map(({ id }) => id)
  world.failPoint('F14')
  await inScope(pass, (scope) =>
    markPublished(scope, { branch, commit, changes: ids, upTo: range.to, error }),
  )
  world.failPoint('F15')
  world.verified.add(verifiedKey(tenant, branch, repository))
  world.failPoint('F16')
  return { outcome: 'published', commit, changes: ids }
}
