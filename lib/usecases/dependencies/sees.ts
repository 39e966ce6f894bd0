import type { Actor } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Sees } from '#lib/domain/dependencies/blocked.ts'
import { resourceOf } from '../objects/requested-object.ts'

/** What somebody sees of what applications need: those that they may read. */
export function seenBy(actor: Actor): Sees {
  return (team, application) =>
    can(
      actor,
      'read',
      application === null ? { kind: 'application', team } : resourceOf(application),
    )
}
