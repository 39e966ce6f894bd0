import type { Actor } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Sees } from '#lib/domain/dependencies/blocked.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { resourceOf } from '../objects/requested-object.ts'

/** What somebody sees of what applications need: those that they may read. Of each that is asked once, however many need it. */
export function seenBy(actor: Actor): Sees {
  const known = new Map<Application, boolean>()
  return (team, application) => {
    if (application === null) return can(actor, 'read', { kind: 'application', team })
    const before = known.get(application)
    if (before !== undefined) return before
    const isSeen = can(actor, 'read', resourceOf(application))
    known.set(application, isSeen)
    return isSeen
  }
}
