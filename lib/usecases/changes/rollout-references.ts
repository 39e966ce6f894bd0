// What a rollout needs until it is over, and which rollouts an edit may let go on.
import { wakeRolloutsOf } from '#db/queries/due-rollouts.ts'
import { findUnfinishedTo } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { movedEnvironments } from '#lib/domain/impact/moved-objects.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'
import type { Plan } from './plan.ts'
import { isOfRelease } from './release-edits.ts'

/** Refuses to delete an environment while a rollout to it is under way. */
export async function requireUnusedByRollouts(
  scope: TenantScope,
  { before, after }: ResolvedDraft,
): Promise<void> {
  if (before?.kind !== 'environment' || after !== null) return
  const rollout = await findUnfinishedTo(scope, before.name)
  if (!rollout) return
  const reason = `Rollout ${rollout.id} to ${before.name} is under way.`
  throw new Refusal('conflict', reason, { code: 'environment_in_use' })
}

/** What stands at the gates of rollouts of any application, and of the ends of holds. */
export const DECIDING: readonly Kind[] = ['environment', 'freeze', 'team']

/**
 * Has rollouts looked at again that wait for something else than before: those of applications that the edit moves and, when
 * it edits an environment, a freeze or a team, all. One that edits releases alone makes no difference to other environments.
 */
export async function wakeRollouts(
  scope: TenantScope,
  drafts: readonly ResolvedDraft[],
  { edits, impact }: Pick<Plan, 'edits' | 'impact'>,
): Promise<void> {
  const { applications } = impact
  if (drafts.some(({ kind }) => DECIDING.includes(kind))) {
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
    edits.every(isOfRelease) ? movedEnvironments(impact) : null,
  )
}
