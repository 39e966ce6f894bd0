// Whether the branches can be published as their environments say.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { LivedOn } from '#lib/domain/git/branch-modes.ts'
import { branchModeIssues, hostIssues } from '#lib/domain/git/branch-mode-issues.ts'
import { inSlices } from '../in-slices.ts'
import { refusalOf } from '../refusal.ts'
import type { RepositoryPlace } from '../repository/tenant-repository.ts'
import type { ResolvedDraft } from './drafts.ts'
import { branchesOf } from './plan.ts'

/** Refuses drafts that leave branches which can't be published so. `after` is the fleet that they lead to. */
export async function requirePublishable(
  repository: RepositoryPlace,
  after: Fleet,
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const blamed = [
    ...(repository.pullRequests === null ? hostIssues(drafts) : []),
    ...(await branchModeIssues(after, drafts, branchesOf(repository), gathered)),
  ]
  if (blamed.length === 0) return
  const issues = blamed.map(({ draft, issue }) => ({ ...issue, path: draft.locate(issue.path) }))
  throw refusalOf('invalid', issues)
}

async function gathered(all: Iterable<LivedOn>): Promise<readonly LivedOn[]> {
  const lived: LivedOn[] = []
  for await (const each of inSlices(all)) lived.push(each)
  return lived
}
