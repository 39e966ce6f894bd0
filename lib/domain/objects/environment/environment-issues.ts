import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { groupsIssues } from '../group-issues.ts'
import { environmentNameIssues } from '../names.ts'
import type { Environment } from './environment.ts'

/** Every issue of an environment by itself, with the API's field names in the paths. */
export function environmentIssues(environment: Environment): readonly Issue[] {
  return [
    ...environmentNameIssues(environment.name, ['name']),
    ...descriptionIssues(environment.description),
    ...groupsIssues(environment.deployers, 'deployers'),
    ...groupsIssues(environment.overriders, 'overriders'),
    ...deployerIssues(environment),
  ]
}

/** Otherwise nobody could move anything there but with an override. */
function deployerIssues({ protected: isProtected, deployers }: Environment): readonly Issue[] {
  if (!isProtected || deployers.length > 0) return []
  const reason = 'A protected environment names at least one group of deployers.'
  return [{ path: ['deployers'], code: 'deployers_missing', reason }]
}
