import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { countIssues } from '../count-issues.ts'
import { policyNameIssues } from '../names.ts'
import type { GuardRule } from './guard-rule.ts'

const UNCONFIRMED_MAX = 1_000_000

/** Every issue of a guard rule by itself, with the API's field names in the paths. Its selector is parsed already. */
export function guardRuleIssues(rule: GuardRule): readonly Issue[] {
  return [
    ...policyNameIssues(rule.name, ['name']),
    ...descriptionIssues(rule.description),
    ...countIssues(rule.removals ?? 0, 'removals', [0, UNCONFIRMED_MAX]),
    ...countIssues(rule.changes ?? 0, 'changes', [0, UNCONFIRMED_MAX]),
  ]
}
