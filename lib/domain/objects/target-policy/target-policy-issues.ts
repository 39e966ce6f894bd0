import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { dnsLabelIssues, joinableNameIssues, policyNameIssues } from '../names.ts'
import type { TargetPolicy } from './target-policy.ts'

/** Every issue of a target policy by itself, with the API's field names in the paths. Its selectors are parsed already. */
export function targetPolicyIssues(policy: TargetPolicy): readonly Issue[] {
  return [
    ...policyNameIssues(policy.name, ['name']),
    ...descriptionIssues(policy.description),
    ...(policy.team === null ? [] : joinableNameIssues(policy.team, ['namespace'])),
    ...targetIssues(policy),
  ]
}

function targetIssues({ target, effect }: TargetPolicy): readonly Issue[] {
  const path = ['target']
  if (target === null) return []
  if (effect === 'include') return dnsLabelIssues(target, path)
  const reason = 'A policy that excludes names no target: it keeps off whatever others place.'
  return [{ path, code: 'target_with_exclude', reason }]
}
