// What a rollout needs until it is over, and which rollouts an edit may let go on.
import { findAllUnfinished, wakeRolloutsOf } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Impact } from '#lib/domain/impact/impact.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

/** Refuses to take away what rollouts that are under way go by: their environment, and that their application follows versions. */
export async function requireUnusedByRollouts(
  scope: TenantScope,
  { id, before, after }: ResolvedDraft,
): Promise<void> {
  if (before?.kind === 'environment' && after === null) {
    const [rollout] = await findAllUnfinished(scope, { environment: before.name })
    if (!rollout) return
    const reason = `Rollout ${rollout.id} to ${before.name} is under way.`
    throw new Refusal('conflict', reason, { code: 'environment_in_use' })
  }
  if (before?.kind !== 'application' || before.follow === 'branch') return
  if (after?.kind === 'application' && after.follow === 'versions') return
  const [rollout] = await findAllUnfinished(scope, { applicationId: id })
  if (!rollout) return
  const reason = `Rollout ${rollout.id} of ${before.name} to ${rollout.environment} is under way: end it first.`
  throw new Refusal('conflict', reason, { code: 'rollout_running' })
}

/**
 * Has rollouts looked at again that wait for something else than before: those of applications that the edit moves and, when
 * it edits an environment or a freeze, all.
 */
export async function wakeRollouts(
  scope: TenantScope,
  drafts: readonly ResolvedDraft[],
  { applications }: Impact,
): Promise<void> {
  if (drafts.some(({ kind }) => kind === 'environment' || kind === 'freeze')) {
    await wakeRolloutsOf(scope, null)
    return
  }
  const moved = applications.filter(({ before, after }) =>
    [before, after].some((each) => each?.follow === 'versions'),
  )
  if (moved.length === 0) return
  await wakeRolloutsOf(
    scope,
    moved.map(({ id }) => id),
  )
}
