// How much there may be of rollouts.
import { countRolloutsOf } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { Refusal } from '../refusal.ts'
import type { StoredRollout } from './stored.ts'

/** Of one application. */
const ROLLOUTS_MAX = 20_000
/** What people do with one rollout, and what Berth does. */
const EVENTS_MAX = 2_000

export async function requireRoomForRollout(
  scope: TenantScope,
  applicationId: number,
): Promise<void> {
  if ((await countRolloutsOf(scope, applicationId)) < ROLLOUTS_MAX) return
  const most = ROLLOUTS_MAX.toLocaleString('en')
  throw new Refusal('conflict', `The application has ${most} rollouts, as many as one may have.`, {
    code: 'too_many_rollouts',
  })
}

/** To end a rollout is always possible. */
export function requireRoomForEvents({ row }: StoredRollout): void {
  if (row.seq < EVENTS_MAX) return
  const reason = `So much happened to the rollout that it can only be aborted or rolled back.`
  throw new Refusal('conflict', reason, { code: 'too_many_events' })
}
