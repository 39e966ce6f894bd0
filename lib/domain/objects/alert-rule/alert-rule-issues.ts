import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { joinableNameIssues, policyNameIssues } from '../names.ts'
import type { AlertRule } from './alert-rule.ts'
import { BRANCH_STATES } from './alert-states.ts'

const SUBSCRIPTIONS_MAX = 20

/** Every issue of an alert rule by itself, with the API's field names in the paths. Its selectors are parsed already. */
export function alertRuleIssues(rule: AlertRule): readonly Issue[] {
  const { name, description, team } = rule
  return [
    ...policyNameIssues(name, ['name']),
    ...descriptionIssues(description),
    ...(team === null ? [] : joinableNameIssues(team, ['namespace'])),
    ...statesIssues(rule),
    ...subscriptionsIssues(rule),
  ]
}

function statesIssues({ states, team }: AlertRule): Issue[] {
  if (states.length === 0 || new Set(states).size < states.length) {
    return stateIssue('states_format', 'A rule names at least one state, and each once.')
  }
  if (team === null || !BRANCH_STATES.some((state) => states.includes(state))) return []
  return stateIssue('states_of_platform', 'Only the platform’s rules look at branches.')
}

function stateIssue(code: string, reason: string): Issue[] {
  return [{ path: ['state'], code, reason }]
}

function subscriptionsIssues({ subscriptions }: AlertRule): Issue[] {
  if (subscriptions.length > SUBSCRIPTIONS_MAX) {
    const reason = `A rule names at most ${SUBSCRIPTIONS_MAX} subscriptions.`
    return [{ path: ['subscriptions'], code: 'too_many', reason }]
  }
  return subscriptions.flatMap((name, index) => policyNameIssues(name, ['subscriptions', index]))
}
