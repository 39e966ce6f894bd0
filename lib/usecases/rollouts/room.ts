// How much there may be of rollouts.
import { countRolloutsOf } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { Refusal } from '../refusal.ts'
import type { StoredRollout } from './stored.ts'

/** Of one application; going back has as much room again, so that it is possible when no other rollout is. */
const ROLLOUTS_MAX = 20_000
/** What people do with one rollout, and what Berth does. */
const EVENTS_MAX = 2_000

export async function requireRoomForRollout(
  scope: TenantScope,
  { application, origin }: Pick<Rollout, 'application' | 'origin'>,
): Promise<void> {
  const room = origin === 'rollback' ? 2 * ROLLOUTS_MAX : ROLLOUTS_MAX
  if ((await countRolloutsOf(scope, application)) < room) return
  const most = room.toLocaleString('en')
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
