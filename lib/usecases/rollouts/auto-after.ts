// After which version only later ones follow by themselves, where somebody went back or stopped.
import type { RolloutRow } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { countVersionsOf } from '#db/queries/versions.ts'
import { wholeIn } from '#lib/domain/dependencies/behind.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'

/** Of a rollout that starts: the newest version that there is, if it goes back; else null. */
export async function autoAfterStart(
  scope: TenantScope,
  fleet: Pick<Fleet, 'releases'>,
  rollout: Pick<Rollout, 'application' | 'environment' | 'version' | 'origin'>,
): Promise<number | null> {
  const base = wholeIn(fleet, rollout.application, rollout.environment)?.version ?? null
  const goesBack = base !== null && (rollout.version === null || rollout.version < base)
  if (!goesBack && rollout.origin !== 'rollback') return null
  return countVersionsOf(scope, rollout.application)
}

/**
 * Of a rollout that ends: the newest version that there is, if it was rolled back; its own, if somebody ended it before it was
 * completed, or it would start again at once.
 */
export async function autoAfterEnd(
  scope: TenantScope,
  { autoAfter }: Pick<RolloutRow, 'autoAfter'>,
  { application, version, state }: Pick<Rollout, 'application' | 'version' | 'state'>,
): Promise<number | null> {
  if (state === 'completed') return autoAfter
  if (state === 'rolled_back') return countVersionsOf(scope, application)
  const held = Math.max(autoAfter ?? 0, version ?? 0)
  return held === 0 ? null : held
}
