import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { dnsLabelIssues, joinableNameIssues, policyNameIssues } from '../names.ts'
import { pickIssues } from './pick-rule.ts'
import type { TargetPolicy } from './target-policy.ts'

/** Every issue of a target policy by itself, with the API's field names in the paths. Its selectors are parsed already. */
export function targetPolicyIssues(policy: TargetPolicy): readonly Issue[] {
  return [
    ...policyNameIssues(policy.name, ['name']),
    ...descriptionIssues(policy.description),
    ...(policy.team === null ? [] : joinableNameIssues(policy.team, ['namespace'])),
    ...targetIssues(policy),
    ...schedulerIssues(policy),
    ...ruleIssues(policy),
  ]
}

function targetIssues({ target, effect }: TargetPolicy): readonly Issue[] {
  const path = ['target']
  if (target === null) return []
  if (effect === 'include') return dnsLabelIssues(target, path)
  const reason = 'A policy that excludes names no target: it keeps off whatever others place.'
  return [{ path, code: 'target_with_exclude', reason }]
}

function schedulerIssues({ scheduler, pick, effect }: TargetPolicy): readonly Issue[] {
  const path = ['scheduler']
  if (scheduler === null) return []
  if (effect === 'exclude') {
    const reason = 'A policy that excludes has no scheduler: it keeps off all that it selects.'
    return [{ path, code: 'scheduler_with_exclude', reason }]
  }
  if (pick === null) return policyNameIssues(scheduler, path)
  const reason = 'Either a scheduler chooses the clusters, or the policy picks them itself.'
  return [{ path, code: 'pick_with_scheduler', reason }]
}

function ruleIssues({ pick, effect }: TargetPolicy): readonly Issue[] {
  const path = ['pick']
  if (pick === null) return []
  if (effect === 'include') return pickIssues(pick, path)
  const reason = 'A policy that excludes picks none: it keeps off all that it selects.'
  return [{ path, code: 'pick_with_exclude', reason }]
}
