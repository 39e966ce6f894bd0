// The commit that a pull request proposes, on Berth's own ref. It is noted before it is pushed, so that it is known whatever
// happens to this process, and whoever merges it.
import { keepHead, type Proposals } from '#db/queries/pull-requests.ts'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import { type ProposedHead, ownedEntries, proposedRef } from '#lib/domain/git/pull-request.ts'
import { decodeTree } from '#lib/domain/git/git-tree.ts'
import { fail, inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import { readTip, type Tip } from './branch-tip.ts'
import { commitText, isBerths } from './commit-text.ts'
import type { MadeTree } from './keep-database.ts'

export type PushedHead = { readonly commit: string; readonly isNew: boolean }

/** Has Berth's ref hold the tree: as it does already, by a further commit, or anew on the tip that the tree was made for. */
export async function pushHead(
  pass: Pass,
  { heads }: Proposals,
  made: MadeTree,
  tip: Tip,
): Promise<PushedHead | PublishOutcome> {
  const { world, branch, repository } = pass
  const ref = proposedRef(branch)
  const reading = await readTip(repository, ref)
  if (reading.outcome === 'moved') return { outcome: 'again' }
  if (reading.outcome !== 'read') return fail(pass, reading.message)
  const there = reading.tip
  const before = heads.find(({ commit, base }) => commit === there?.id && base === tip.id) ?? null
  if (there !== null && before !== null && there.commit.tree === made.tree.id) {
    await noteHead(pass, made, { commit: there.id, base: tip.id })
    return { commit: there.id, isNew: false }
  }
  if (there !== null && !isKnown(there, heads)) reportOverwritten(pass, there)
  const commit = await writeHead(pass, made, before, tip)
  await noteHead(pass, made, { commit, base: tip.id })
  if (pass.lockIsLost()) return { outcome: 'again' }
  const pushed = await repository.remote.push(ref, there?.id ?? null, commit)
  if (pushed.outcome === 'rejected-stale') return { outcome: 'again' }
  if (pushed.outcome !== 'applied') return fail(pass, pushed.message)
  world.failPoint('P1')
  return { commit, isNew: true }
}

/** Whether Berth pushed it, now or for an earlier pull request. */
function isKnown({ id, commit }: Tip, heads: readonly ProposedHead[]): boolean {
  return isBerths(commit) || heads.some((head) => head.commit === id)
}

function reportOverwritten({ world, tenant, branch }: Pass, { id }: Tip): void {
  world.services.log.warn(
    { tenant: tenant.name, branch, commit: id },
    'somebody pushed to the branch of the pull request: that is overwritten',
  )
}

async function writeHead(
  { repository }: Pass,
  { batch, tree, difference, generation }: MadeTree,
  before: ProposedHead | null,
  tip: Tip,
): Promise<string> {
  const [first, ...others] = batch.changes.filter(({ id }) => before === null || id > before.upTo)
  const changes: typeof batch.changes = first === undefined ? batch.changes : [first, ...others]
  await repository.store.write(tree.objects)
  const parents = [before?.commit ?? tip.id]
  const text = commitText(changes, difference, generation)
  const commit = gitObject('commit', encodeCommit({ tree: tree.id, parents, ...text }))
  await repository.store.write([commit])
  return commit.id
}

async function noteHead(
  pass: Pass,
  { batch, tree }: MadeTree,
  head: Pick<ProposedHead, 'commit' | 'base'>,
): Promise<void> {
  const root = await tree.read(tree.id)
  const entries = root && decodeTree(root)
  if (!entries?.ok) throw new Error(`Tree ${tree.id} can't be read`)
  const owned = ownedEntries(entries.value)
  const upTo = batch.range.to
  await inScope(pass, (scope) => keepHead(scope, pass.branch, { ...head, owned, upTo }))
}
