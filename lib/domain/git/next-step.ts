import type { PullRequestState } from './pull-request.ts'

export const NEXT_STEPS = ['merge', 'decision', 'reopening', 'settling'] as const
export type NextStep = (typeof NEXT_STEPS)[number]

/**
 * What a branch’s pull request waits for: somebody who merges it (`merge`); somebody who opens it again or takes the changes
 * back (`decision`), until that is asked for and Berth does it (`reopening`); or Berth, which has yet to find out what has
 * become of it (`settling`). Null: nothing, as it is over.
 */
export function nextStep({
  state,
  isWaitedFor,
  isReopenAsked,
}: {
  readonly state: PullRequestState
  /** Whether changes are in it that aren't in the branch. */
  readonly isWaitedFor: boolean
  readonly isReopenAsked: boolean
}): NextStep | null {
  if (state === 'open') return isWaitedFor ? 'merge' : 'settling'
  if (!isWaitedFor) return null
  if (state === 'merged') return 'settling'
  return isReopenAsked ? 'reopening' : 'decision'
}
