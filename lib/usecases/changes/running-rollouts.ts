import { findUnfinishedOf } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

/**
 * Refuses to delete an application, to let it follow its branch again, and to let it need others from now on, or no more, while a
 * rollout of it is under way, whose sets mean something else then.
 */
export async function requireNoRollout(
  scope: TenantScope,
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const turned = drafts.filter(({ before, after }) => isTurned(before, after))
  if (turned.length === 0) return
  const running = await findUnfinishedOf(
    scope,
    turned.map(({ id }) => id),
  )
  if (running === null) return
  const { name } = turned.find(({ id }) => id === running.applicationId)!.ref
  throw new Refusal(
    'conflict',
    `Rollout ${running.id} of application ${name} is under way: roll it back or abort it first.`,
    { code: 'rollout_running', members: { rollout: running.id } },
  )
}

function isTurned(before: ResolvedDraft['before'], after: ResolvedDraft['after']): boolean {
  if (before?.kind !== 'application' || before.follow !== 'versions') return false
  if (after?.kind !== 'application' || after.follow !== 'versions') return true
  return needsOthers(before) !== needsOthers(after)
}
