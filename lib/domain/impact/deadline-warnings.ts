// A warning about waves that are over before clusters can have told how they do.
import { durationText } from '#lib/domain/objects/durations.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'

/**
 * Argo CD looks for commits every three minutes, and its repo server may answer from a cache as old as that.
 * https://github.com/argoproj/argo-cd/blob/v3.1.0/docs/faq.md#how-often-does-argo-cd-check-for-changes-to-my-git-or-helm-repository
 */
const SOON_MS = 15 * 60_000

/** Of each wave of an environment with a deadline of under a quarter of an hour. */
export function soonDeadlineWarnings({ name, waves }: Environment): Warning[] {
  return waves.flatMap(({ name: wave, after: { deadlineMs } }) => {
    if (deadlineMs === null || deadlineMs >= SOON_MS) return []
    const message = `Wave ${wave} of ${name} fails ${durationText(deadlineMs)} after it is in Git: Argo CD may take six minutes to see a commit, and tries a sync several times.`
    return [{ code: 'deadline_soon', message }]
  })
}
