// What its team shows to the whole tenant.
import { can, readableTeams } from '#lib/domain/access/permissions.ts'
import { isSeen } from '#lib/domain/dependencies/blocked.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { Application, ModelObject, ObjectRef } from '#lib/domain/objects/objects.ts'
import type { Context } from '../define.ts'
import { seenBy } from '../dependencies/sees.ts'
import { resourceOf } from './requested-object.ts'

/** The application that a ref names now and whose team shows it to the actor among others; null: none. */
export async function findShared(
  { actor, fleet }: Context,
  ref: ObjectRef,
): Promise<Identified<Application> | null> {
  if (ref.kind !== 'application') return null
  const found = findObject(await fleet(), ref)
  if (found?.object.kind !== 'application' || found.object.visibility !== 'tenant') return null
  return can(actor, 'read', resourceOf(found.object))
    ? { id: found.id, object: found.object }
    : null
}

/** What objects of a kind are to the actor: what another team’s application needs is left out, unless the actor may see that, too. */
export async function sharedView(
  { actor, fleet }: Context,
  kind: Kind,
): Promise<(object: ModelObject) => ModelObject> {
  const teams = readableTeams(actor)
  if (kind !== 'application' || teams === null) return (object) => object
  const known = await fleet()
  const sees = seenBy(actor)
  return (object) => {
    if (object.kind !== 'application' || teams.includes(object.team)) return object
    return { ...object, dependsOn: object.dependsOn.filter((each) => isSeen(known, each, sees)) }
  }
}
