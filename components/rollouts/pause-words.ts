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

/** The same with who paused it, or refused which wave, and why. */
export function pausedWords(
  cause: PauseCause,
  { by, reason, wave }: Readonly<Record<'by' | 'reason' | 'wave', string | null>>,
): string {
  const why = reason === null ? '' : `: ${reason}`
  if (cause === 'refused' && by !== null) return `${by} refused wave ${wave ?? ''}${why}`
  if (cause === 'person' && by !== null) return `paused by ${by}${why}`
  return `paused, ${pauseWords(cause)}`
}
