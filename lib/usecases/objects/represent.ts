import { NO_OBJECT } from '#db/queries/described-list.ts'
import type { ObjectRow } from '#db/queries/objects.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { codecOf, type JsonOfKind, objectJson } from '#lib/domain/objects/object-json.ts'
import { frozenAt } from '#lib/domain/objects/freeze/freeze.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { entityTag } from '../changes/drafts.ts'
import type { ObservedStatus } from '../observed/object-status.ts'
import { storedObject } from './stored-object.ts'

export type ObjectAnswer = JsonOfKind<Kind> & {
  readonly namespace?: string
  readonly status: { readonly change: number; readonly since: string } & Partial<ObservedStatus>
}

/** An object as the API answers it, and the entity tag of that state. */
export type Representation = {
  readonly object: ModelObject
  readonly json: ObjectAnswer
  readonly etag: string
}

/**
 * An object with what the server adds to it. `began` and `since` belong to the change that brought it to this state, and so
 * does the tag: what clusters report is no part of it.
 */
export function represent(
  object: ModelObject,
  began: number,
  since: Date,
  observed?: Partial<ObservedStatus>,
): Representation {
  const status = {
    change: began,
    since: since.toISOString(),
    ...codecOf(object).statusOf?.(object),
    ...observed,
  }
  return { object, json: { ...objectJson(object), status }, etag: entityTag(began) }
}

type RowContext = {
  /** What the object is to the actor. */
  readonly view: (object: ModelObject) => ModelObject
  readonly observed: Partial<ObservedStatus> | undefined
  readonly at: Date
}

export function representRow(
  kind: Kind,
  row: ObjectRow,
  { view, observed, at }: RowContext,
): Representation {
  const object = view(storedObject(kind, row.body))
  const isImplicit = row.object === NO_OBJECT
  return represent(object, row.began, row.since, {
    ...observed,
    ...heldStatus(object, at),
    ...(isImplicit && { implicit: true }),
  })
}

/** Of a freeze: whether it holds at an instant. */
export function heldStatus(
  object: ModelObject,
  at: Date,
): Pick<ObservedStatus, 'active' | 'until'> {
  if (object.kind !== 'freeze') return {}
  const held = frozenAt(object, at)
  return { active: held !== null, ...(held && { until: held.until && held.until.toISOString() }) }
}
