// What the commits of a branch say of its changes where people merge into it: a merge commit says it by the commits of Berth's that
// it brought, and one that people squashed by the words that it kept of the pull request.
import type { BranchWork } from '#db/queries/publishing.ts'
import type { Commit } from '#lib/adapters/git/commit.ts'
import { isOfGeneration, type Tip } from './branch-tip.ts'
import { believed, isBerths } from './commit-text.ts'
import type { Repository } from './world.ts'

/** How many commits of one pull request are read. */
const BROUGHT_MAX = 100

/**
 * The commits, each by first parent, and beside each the commits of Berth's that it brought, by its id. They may be proofs that a
 * database lost changes; what a branch holds they don't tell, as it may have been edited while it was merged.
 */
export async function attestedCommits(
  repository: Pick<Repository, 'store'>,
  commits: readonly Tip[],
  { tip, generation }: Pick<BranchWork, 'tip' | 'generation'>,
): Promise<readonly Tip[]> {
  const ends = new Set([...commits.map(({ id }) => id), ...(tip === null ? [] : [tip])])
  const attested: Tip[] = []
  for (const { id, commit } of commits) {
    attested.push({ id, commit: believed(commit) })
    for (const head of commit.parents.slice(1)) {
      for (const brought of await broughtBy(repository, head, ends, generation)) {
        attested.push({ id, commit: brought })
      }
    }
  }
  return attested
}

async function broughtBy(
  repository: Pick<Repository, 'store'>,
  head: string,
  ends: ReadonlySet<string>,
  generation: string | null,
): Promise<readonly Commit[]> {
  const brought: Commit[] = []
  let next: string | undefined = head
  while (next !== undefined && !ends.has(next) && brought.length < BROUGHT_MAX) {
    const commit: Commit | null = await repository.store.readCommit(next)
    if (commit === null) break
    // What an admin gave up in favour of the database says nothing.
    const isOther =
      generation !== null && !(await isOfGeneration(repository, { id: next, commit }, generation))
    if (isOther) break
    if (isBerths(commit)) brought.push(commit)
    ;[next] = commit.parents
  }
  return brought
}
