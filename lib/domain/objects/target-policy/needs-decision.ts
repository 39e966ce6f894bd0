import type { TargetPolicy } from './target-policy.ts'

/** Whether a policy places only on clusters that a scheduler or its pick chose, and on none before that. */
export function needsDecision({ scheduler, pick }: TargetPolicy): boolean {
  return scheduler !== null || pick !== null
}
