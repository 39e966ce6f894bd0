// What an alert says, in a sentence.
import { ALERT_STATES, type AlertState } from '#lib/domain/objects/alert-rule/alert-states.ts'
import type { AlertCounts } from './finding.ts'

/** One, and several. */
const WORDS: Readonly<Partial<Record<AlertState, readonly [string, string]>>> = {
  stale: ['silent cluster', 'silent clusters'],
  rollout_failing: [
    'completed rollout whose clusters are failing',
    'completed rollouts whose clusters are failing',
  ],
  publication_stuck: ['branch with a stuck publication', 'branches with stuck publications'],
  branch_error: ['branch in error', 'branches in error'],
  pull_request_closed: [
    'branch held by a closed pull request',
    'branches held by closed pull requests',
  ],
}

/** As `2 failed, 10 degraded, 1 silent cluster`. */
export function countsText(counts: AlertCounts): string {
  return ALERT_STATES.flatMap((state) => {
    const count = counts[state] ?? 0
    const [one, many] = WORDS[state] ?? [state, state]
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`]
  }).join(', ')
}
