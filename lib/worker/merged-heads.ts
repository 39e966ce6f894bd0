// What somebody merged into a branch since Berth last looked, by what is in Git alone.
import { forgetHeads, doubtPullRequest, type Proposals } from '#db/queries/pull-requests.ts'
import { type BranchWork, settleBranch } from '#db/queries/publishing.ts'
import {
  type Merged,
  mergedHeads,
  ownedEntries,
  type ProposedHead,
} from '#lib/domain/git/pull-request.ts'
import { inScope, type Pass, type PublishOutcome } from './branch-pass.ts'
import type { Newer, Tip } from './branch-tip.ts'
import { treeDifference } from './tree-difference.ts'
import { type Repository, verifiedKey } from './world.ts'

/** What Berth owns of a commit’s tree, as one text. Throws when the tree isn’t in the store. */
async function ownedIn({ store }: Pick<Repository, 'store'>, tree: string): Promise<string> {
  const root = await store.readTree(tree)
  if (root === null) throw new Error(`Tree ${tree} is not in the store`)
  return ownedEntries(root)
}

/** The newest first; none: nothing that is new in the branch was proposed like that. */
export async function findMerged(
  repository: Repository,
  tip: Tip | null,
  { commits, reachedRecorded }: Newer,
  heads: readonly ProposedHead[],
): Promise<readonly Merged[]> {
  if (tip === null || heads.length === 0) return []
  // Of a history that was rewritten, older commits may have been replaced long ago.
  const asked = reachedRecorded ? commits : [tip]
  const owned = []
  for (const { id, commit } of asked) {
    owned.push({ id, owned: await ownedIn(repository, commit.tree) })
  }
  return mergedHeads(owned, heads)
}

/** Records what was merged: each change is in the oldest of the commits that have it. */
export async function settleMerged(
  pass: Pass,
  work: BranchWork,
  proposals: Proposals,
  tip: Tip,
  merged: readonly Merged[],
): Promise<PublishOutcome> {
  const { world, tenant, branch, repository } = pass
  const [newest] = merged
  const upTo = newest!.upTo
  const oldestFirst = merged.toReversed()
  const holding = work.pending
    .filter(({ id }) => id <= upTo)
    .map(({ id }) => ({ change: id, commit: oldestFirst.find((each) => id <= each.upTo)!.commit }))
  world.failPoint('P3')
  await inScope(pass, async (scope) => {
    await settleBranch(scope, { branch, tip: tip.id, upTo, holding })
    await forgetHeads(scope, branch, upTo)
    await doubtPullRequest(scope, branch)
  })
  const key = verifiedKey(tenant, branch, repository)
  const owned = await ownedIn(repository, tip.commit.tree)
  const isAsProposed = proposals.heads.some((head) => head.owned === owned && head.upTo === upTo)
  if (isAsProposed) world.verified.add(key)
  else world.verified.delete(key)
  const changes = holding.map(({ change }) => change)
  world.services.log.info({ tenant: tenant.name, branch, changes }, 'merged')
  return { outcome: 'published', commit: newest!.commit, changes }
}

/**
 * Files that only proposals brought to the branch, if somebody merged one with other content: what the model had in between is in
 * no record of the branch.
 */
export async function proposedFiles(
  { repository }: Pass,
  heads: readonly ProposedHead[],
  tip: Tip,
): Promise<readonly string[]> {
  const { store } = repository
  const read = (id: string) => store.readTreeBytes(id)
  const files = new Set<string>()
  for (const head of heads.filter(({ base }) => base !== tip.id)) {
    const [commit, base] = [await store.readCommit(head.commit), await store.readCommit(head.base)]
    if (commit === null || base === null) continue
    const { added } = await treeDifference(read, base.tree, commit.tree)
    for (const path of added) files.add(path)
  }
  return [...files]
}
