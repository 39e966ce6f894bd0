// The objects that a bulk edit is of.
import { listObjects } from '#db/queries/objects.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { BULK_OBJECTS_MAX } from '#lib/domain/objects/bulk.ts'
import { isNamedInTeam } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, type ObjectRef, refKey } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import type { BulkEdit } from '#lib/schemas/bulk-edit.ts'
import type { ObjectParameters } from '#lib/schemas/object-parameters.ts'
import { type Context, notFound } from '../define.ts'
import { observedMoment } from '../moment.ts'
import { resourceAmong } from '../objects/concerning.ts'
import { objectFilter, objectQuery } from '../objects/read.ts'
import { refFromPath } from '../objects/requested-object.ts'
import { Refusal, refusalOf } from '../refusal.ts'

/** What an issue of one of them is reported at: its names, as its address has them. */
export function pathOf({ team, name }: ObjectRef): Issue['path'] {
  return [team === null ? name : `${team}/${name}`]
}

/**
 * The objects that are named, or that the list has, each once and without the exceptions. Refuses names of what isn't there
 * for the actor, all of them at once, and a list that has nothing or too much.
 */
export async function selectedObjects(
  context: Context,
  edit: BulkEdit,
): Promise<readonly ModelObject[]> {
  const { kind, names, matching } = edit
  const except = new Set(edit.except.map((each) => refKey(refFromPath(kind, each))))
  const refs = names
    ? names.map((each) => refFromPath(kind, each))
    : await matchingRefs(context, kind, matching, except.size)
  const wanted = new Map(refs.map((ref) => [refKey(ref), ref]))
  for (const key of except) wanted.delete(key)
  if (wanted.size > BULK_OBJECTS_MAX) throw tooMany()
  return presentObjects(context, [...wanted.values()])
}

async function matchingRefs(
  context: Context,
  kind: BulkEdit['kind'],
  matching: ObjectParameters,
  excepted: number,
): Promise<readonly ObjectRef[]> {
  const time = { change: null, ...observedMoment(context, null) }
  const query = await objectQuery(context, kind, objectFilter(matching), time)
  const limit = BULK_OBJECTS_MAX + excepted + 1
  // What other teams show isn’t the actor’s to edit, nor is what the platform has for theirs.
  const own = { ...query, shared: [] }
  const { rows } = await listObjects(context.scope, own, { after: null, limit })
  return rows.map(({ team, name }) => ({ kind, team: isNamedInTeam(kind) ? team : null, name }))
}

function tooMany(): Refusal {
  const reason = `At most ${BULK_OBJECTS_MAX.toLocaleString('en')} objects are edited at once, and more match.`
  return refusalOf('invalid', [{ path: ['matching'], code: 'too_many', reason }])
}

async function presentObjects(
  { actor, fleet }: Context,
  refs: readonly ObjectRef[],
): Promise<readonly ModelObject[]> {
  const now = await fleet()
  const present: ModelObject[] = []
  const missing: ObjectRef[] = []
  for (const ref of refs) {
    const object = findObject(now, ref)?.object
    if (object && can(actor, 'read', resourceAmong(now, actor, object))) present.push(object)
    else missing.push(ref)
  }
  if (missing.length === 0 && present.length > 0) return present
  const { message: reason } = notFound()
  throw new Refusal('not_found', reason, {
    issues: missing.map((ref) => ({ path: pathOf(ref), code: 'not_found', reason })),
  })
}
