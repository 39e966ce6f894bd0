import type { PauseCause } from '#lib/domain/rollouts/rollout.ts'

const CAUSES = {
  person: 'by somebody',
  refused: 'a wave was refused',
  outgrown: 'more clusters came',
  failing: 'too many are failing',
  check: 'a check failed',
  deadline: 'its deadline is over',
  pull_request_closed: 'its pull request was closed',
} as const satisfies Record<PauseCause, string>

/** Why a rollout is paused, in a few words. */
export function pauseWords(cause: PauseCause): string {
  return CAUSES[cause]
}
