// Which rollouts have something to decide by what clusters reported since they were looked at.
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isOtherHealth } from '#lib/domain/rollouts/gates-after.ts'
import { placedIn } from '#lib/domain/rollouts/members.ts'
import { readReports } from './reports.ts'
import { sourceOfRollout } from './standing.ts'
import { readRollout } from './stored.ts'

/** Of some rollouts those whose clusters are others than was counted last. That is read, so nobody is held up. */
export async function readReported(
  scope: TenantScope,
  fleet: Fleet,
  rollouts: readonly number[],
  now: Date,
): Promise<readonly number[]> {
  const reported: number[] = []
  for (const id of rollouts) {
    const stored = await readRollout(scope, id)
    if (stored?.row.state !== 'running') continue
    const { rollout, row } = stored
    const placed = placedIn(fleet, rollout.application, rollout.environment)
    const of = { rollout, ...sourceOfRollout(row) }
    const reports = await readReports(scope, of, { placed, publishedAt: null, now })
    if (isOtherHealth(rollout, { placed, reports })) reported.push(id)
  }
  return reported
}
