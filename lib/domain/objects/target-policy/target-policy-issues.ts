import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { joinableNameIssues, policyNameIssues } from '../names.ts'
import type { TargetPolicy } from './target-policy.ts'

/** Every issue of a target policy by itself, with the API's field names in the paths. Its selectors are parsed already. */
export function targetPolicyIssues(policy: TargetPolicy): readonly Issue[] {
  return [
    ...policyNameIssues(policy.name, ['name']),
    ...descriptionIssues(policy.description),
    ...(policy.team === null ? [] : joinableNameIssues(policy.team, ['namespace'])),
  ]
}
