// What an edit has looked at because what it waits for may be there.
import { markDependents } from '#db/queries/dependents.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { LOOK_EVERY_MS } from '#lib/domain/rollouts/gates.ts'
import { leftBehind } from '#lib/domain/impact/left-behind.ts'
import type { Plan } from '../changes/plan.ts'

/** An edit is kept. What waited before is looked at anyway. */
export function markWaiting(
  scope: TenantScope,
  { edits, impact }: Pick<Plan, 'edits' | 'impact'>,
): Promise<void> {
  return markDependents(scope, leftBehind(impact, edits), LOOK_EVERY_MS)
}
