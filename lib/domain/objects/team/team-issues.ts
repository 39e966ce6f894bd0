import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { groupsIssues } from '../group-issues.ts'
import { teamNameIssues } from '../names.ts'
import type { Team } from './team.ts'
import { quotaIssues } from './quota-issues.ts'
import { sourceRepoIssues } from '../repository.ts'

/**
 * Every issue of a team by itself, with the API's field names in the paths. `reservedNames` are the installation's own
 * reserved names, in which `*` stands for any characters.
 */
export function teamIssues(
  team: Team,
  { reservedNames }: { readonly reservedNames: readonly string[] },
): readonly Issue[] {
  return [
    ...teamNameIssues(team.name, reservedNames),
    ...descriptionIssues(team.description),
    ...groupsIssues(team.groups, 'groups'),
    ...sourceRepoIssues(team.sourceRepos),
    ...quotaIssues(team.quota ?? new Map()),
  ]
}
