// Whether the branches can be published as their environments say.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { branchModeIssues, hostIssues } from '#lib/domain/git/branch-mode-issues.ts'
import { refusalOf } from '../refusal.ts'
import type { RepositoryPlace } from '../repository/tenant-repository.ts'
import type { ResolvedDraft } from './drafts.ts'
import { inhabitedAfterDrafts, isInhabitedKnown } from './inhabited.ts'
import { branchesOf } from './plan.ts'

/** Refuses drafts that leave branches which can't be published so. `after` is the fleet that they lead to from `before`. */
export async function requirePublishable(
  repository: RepositoryPlace,
  fleets: { readonly before: Fleet; readonly after: Fleet },
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const inhabited = () => inhabitedAfterDrafts(repository, fleets, drafts)
  // What is known is taken along by any edit, so that the next one doesn't walk the fleet.
  if (isInhabitedKnown(fleets.before.clusters)) await inhabited()
  const blamed = [
    ...(repository.pullRequests === null ? hostIssues(drafts) : []),
    ...(await branchModeIssues(fleets.after, drafts, branchesOf(repository), inhabited)),
  ]
  if (blamed.length === 0) return
  const issues = blamed.map(({ draft, issue }) => ({ ...issue, path: draft.locate(issue.path) }))
  throw refusalOf('invalid', issues)
}
