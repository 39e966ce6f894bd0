// Which rollouts have something to decide by what clusters reported since they were looked at.
import { readWatchingRollouts } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isOtherHealth } from '#lib/domain/rollouts/gates-after.ts'
import { placedIn } from '#lib/domain/rollouts/members.ts'
import { readReports } from './reports.ts'
import { sourceOfRollout } from './standing.ts'
import { readRollout } from './stored.ts'

/** Of a tenant so many are looked at. */
const WATCHED_MAX = 1_000

/** Reads each of those that watch, holding nobody up: only where its clusters are others than was counted is it looked at. */
export async function readReported(
  scope: TenantScope,
  fleet: Fleet,
  now: Date,
): Promise<readonly number[]> {
  const reported: number[] = []
  for (const id of await readWatchingRollouts(scope, WATCHED_MAX)) {
    const stored = await readRollout(scope, id)
    if (stored?.row.state !== 'running') continue
    const { rollout, row } = stored
    const placed = placedIn(fleet, rollout.application, rollout.environment)
    const of = { rollout, source: sourceOfRollout(row) }
    const reports = await readReports(scope, of, { placed, publishedAt: null, now })
    if (isOtherHealth(rollout, { placed, reports })) reported.push(id)
  }
  return reported
}
