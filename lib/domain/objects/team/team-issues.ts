import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues, type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { teamNameIssues } from '../names.ts'
import { groupFlaw, normaliseGroupId } from './group-id.ts'
import type { Team } from './team.ts'
import { quotaIssues } from './quota-issues.ts'
import { sourceRepoIssues } from '../repository.ts'

const GROUPS_MAX = 100
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
    ...groupsIssues(team.groups),
    ...sourceRepoIssues(team.sourceRepos),
    ...quotaIssues(team.quota ?? new Map()),
  ]
}

function groupsIssues(groups: Team['groups']): readonly Issue[] {
  if (groups.length > GROUPS_MAX) {
    const reason = `There are ${groups.length} groups; at most ${GROUPS_MAX} are allowed.`
    return [{ path: ['groups'], code: 'too_many', reason }]
  }
  const ids = groups.map((group) => normaliseGroupId(group.id) ?? group.id)
  return groups.flatMap((group, index) =>
    grammarIssues(
      group.id,
      ['groups', index, 'id'],
      (id) => groupFlaw(id) ?? repeatFlaw(index, ids),
    ),
  )
}

function repeatFlaw(index: number, ids: readonly string[]): Flaw | null {
  const first = ids.indexOf(ids[index] ?? '')
  return first < index
    ? {
        code: 'group_duplicate',
        reason: `This is the same group as the one at position ${first + 1}.`,
      }
    : null
}
