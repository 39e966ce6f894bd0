// What a pull request says, from what it would move.
import type { PullRequestText } from '#lib/adapters/host/pull-request-host.ts'
import { pathIsOwned } from '#lib/domain/git/repository-paths.ts'
import type { ProposedHead } from '#lib/domain/git/pull-request.ts'
import { fitsTrailers, pullRequestText } from '#lib/domain/git/pull-request-text.ts'
import type { Pass } from './branch-pass.ts'
import type { Tip } from './branch-tip.ts'
import { shortTrailers, subjectOf, trailersFor } from './commit-text.ts'
import type { MadeTree } from './keep-database.ts'
import { treeDifference } from './tree-difference.ts'

export async function proposalText(
  pass: Pass,
  { batch, difference, generation }: MadeTree,
  heads: readonly ProposedHead[],
  tip: Tip,
): Promise<PullRequestText> {
  const { world, tenant, branch, repository } = pass
  const { added, removed, modified } = difference
  const limits = repository.host?.limits ?? { titleCharacters: 255, bodyCharacters: 4_000 }
  const all = trailersFor(batch.changes, generation)
  const corrected = await correctedFiles(pass, heads, tip, [...added, ...removed, ...modified])
  if (corrected.length > 0) {
    const told = { tenant: tenant.name, branch, paths: corrected.slice(0, 10) }
    world.services.log.warn(
      told,
      'somebody merged or pushed other content: a correction is proposed',
    )
  }
  return pullRequestText(
    {
      branch,
      subject: subjectOf(difference),
      changes: batch.changes,
      files: { added: added.length, removed: removed.length, modified: modified.length },
      corrected,
      portal: world.services.environment.url,
      trailers: fitsTrailers(all, limits) ? all : shortTrailers(batch.changes, generation),
    },
    limits,
  )
}

/** Files that somebody else changed in the branch since they were proposed, and that the proposal changes. */
async function correctedFiles(
  { repository }: Pass,
  heads: readonly ProposedHead[],
  tip: Tip,
  proposed: readonly string[],
): Promise<readonly string[]> {
  const { store } = repository
  const before = heads.find(({ base }) => base !== tip.id)
  if (before === undefined) return []
  const head = await store.readCommit(before.commit)
  const base = await store.readCommit(before.base)
  if (head === null || base === null) return []
  const since = await filesBetween(repository, base.tree, tip.commit.tree)
  const other = await filesBetween(repository, head.tree, tip.commit.tree)
  return proposed.filter((path) => pathIsOwned(path) && since.has(path) && other.has(path)).sort()
}

async function filesBetween(
  { store }: Pass['repository'],
  before: string,
  after: string,
): Promise<ReadonlySet<string>> {
  const read = (id: string) => store.readTreeBytes(id)
  const { added, removed, modified } = await treeDifference(read, before, after)
  return new Set([...added, ...removed, ...modified])
}
