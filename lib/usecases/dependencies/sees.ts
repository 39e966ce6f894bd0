import type { Actor } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Sees } from '#lib/domain/dependencies/blocked.ts'

/** What somebody sees of what applications need: those that they may read. */
export function seenBy(actor: Actor): Sees {
  const seesShared = can(actor, 'read', { kind: 'tenant' })
  return (team, application) =>
    can(actor, 'read', { kind: 'application', team }) ||
    (seesShared && application?.visibility === 'tenant')
}
