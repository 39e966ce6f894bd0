// What its team shows to the whole tenant.
import { can } from '#lib/domain/access/permissions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Application, ObjectRef } from '#lib/domain/objects/objects.ts'
import type { Context } from '../define.ts'
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
