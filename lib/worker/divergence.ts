// Whether Git has another history than the database: changes that the database lacks, or has with other contents.
import { type GitStop, readChangeHashes } from '#db/queries/git-state.ts'
import type { BranchWork } from '#db/queries/publishing.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { RepositoryOwner } from '#lib/domain/reconcilers/repository-files.ts'
import { newestIn, type Tip } from './branch-tip.ts'
import { newestCarried, statedAuditHash } from './commit-text.ts'

/** Why the commits and the database can't share one history; null: they can. */
export async function divergence(
  scope: TenantScope,
  branch: string,
  { lastChange }: Pick<BranchWork, 'lastChange'>,
  commits: readonly Tip[],
): Promise<GitStop | null> {
  const newest = newestIn(commits)
  if (newest > lastChange) {
    return behind(
      `The branch ${branch} holds change ${newest}, and the newest one of the database is ${lastChange}.`,
    )
  }
  const stated = commits.flatMap(({ commit }) => {
    const [change, hash] = [newestCarried(commit), statedAuditHash(commit)]
    return change === null || hash === null ? [] : [{ change, hash }]
  })
  const known = await readChangeHashes(
    scope,
    stated.map(({ change }) => change),
  )
  const other = stated.find(({ change, hash }) => known.get(change) !== hash)
  if (other === undefined) return null
  return behind(`The branch ${branch} holds another change ${other.change} than the database.`)
}

function behind(seen: string): GitStop {
  const reason = `${seen} The database was restored from an older copy, or somebody else publishes here.`
  return { code: 'database_behind_git', reason }
}

/** Why the owner of a tip must be another copy of this database; null: it is this one. */
export function takeover(
  branch: string,
  found: RepositoryOwner | 'empty' | null,
  generation: string | null,
): GitStop | null {
  if (found === 'empty' || found === null || found.generation === generation) return null
  const reason = `repository_taken_over: the branch ${branch} is of ${named(found.generation)}, this database of ${named(generation)}. Another copy of it publishes here, or the branch was set back.`
  return { code: 'repository_taken_over', reason }
}

function named(generation: string | null): string {
  return generation === null ? 'the first generation' : `generation ${generation}`
}
