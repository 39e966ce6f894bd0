// What alert rules can name.
import type { State } from '#lib/domain/observed/states.ts'

/** Of placements, the worst first. */
export const PLACEMENT_STATES = [
  'failed',
  'degraded',
  'missing',
  'drifted',
  'orphaned',
  'behind',
] as const satisfies readonly State[]

/** Of clusters. */
export const STALE = 'stale'

/** Of rollouts that were completed within a day: more clusters are failing than a wave allows. */
export const ROLLOUT_FAILING = 'rollout_failing'

/** Of Berth itself, by branch: only the platform's rules can name them. */
export const BRANCH_STATES = ['publication_stuck', 'branch_error', 'pull_request_closed'] as const

export const ALERT_STATES = [...PLACEMENT_STATES, STALE, ROLLOUT_FAILING, ...BRANCH_STATES] as const
export type AlertState = (typeof ALERT_STATES)[number]
export type PlacementAlertState = (typeof PLACEMENT_STATES)[number]
export type BranchAlertState = (typeof BRANCH_STATES)[number]

export const SEVERITIES = ['warning', 'critical', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]
