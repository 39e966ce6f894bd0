// The first commit of a branch into which people merge: a pull request needs a branch that exists.
import { type BranchWork, settleBranch } from '#db/queries/publishing.ts'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { rendererOf } from '#lib/usecases/changes/plan.ts'
import { fail, inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import { newTree } from './branch-tree.ts'
import { beginningText } from './commit-text.ts'
import { ownIdentity } from './world.ts'

/** Pushes what says whose the branch is, and nothing else. */
export async function beginBranch(pass: Pass, work: BranchWork): Promise<PublishOutcome> {
  const { branch, repository } = pass
  const [first] = work.pending
  if (first === undefined) return { outcome: 'idle' }
  const tree = await emptyTree(pass, work)
  const text = beginningText(branch, first)
  const commit = gitObject('commit', encodeCommit({ tree: tree.id, parents: [], ...text }))
  await repository.store.write([...tree.objects, commit])
  if (pass.lockIsLost()) return { outcome: 'again' }
  const pushed = await repository.remote.push(branch, null, commit.id)
  if (pushed.outcome === 'rejected-stale') return { outcome: 'again' }
  if (pushed.outcome !== 'applied') return fail(pass, pushed.message)
  const settled = { branch, tip: commit.id, upTo: work.publishedChange, holding: [] }
  await inScope(pass, (scope) => settleBranch(scope, settled))
  return { outcome: 'again' }
}

function emptyTree({ world, tenant, branch, repository }: Pass, { generation }: BranchWork) {
  const fleet = emptyFleet()
  return newTree({
    tip: null,
    readTree: (id) => repository.store.readTreeBytes(id),
    branch,
    step: { before: fleet, after: fleet, edits: [] },
    gone: [],
    render: rendererOf(world.services, tenant, repository.settings),
    whole: { ...ownIdentity(tenant), generation },
  })
}
