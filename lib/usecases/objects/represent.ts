import type { ObjectRow } from '#db/queries/objects.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { codecOf, type JsonOfKind, objectJson } from '#lib/domain/objects/object-json.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { entityTag } from '../changes/drafts.ts'
import { storedObject } from './stored-object.ts'

export type ObjectAnswer = JsonOfKind<Kind> & {
  readonly namespace?: string
  readonly status: { readonly change: number; readonly since: string }
}

/** An object as the API answers it, and the entity tag of that state. */
export type Representation = {
  readonly object: ModelObject
  readonly json: ObjectAnswer
  readonly etag: string
}

/** An object with what the server adds to it. `began` and `since` belong to the change that brought it to this state. */
export function represent(object: ModelObject, began: number, since: Date): Representation {
  const status = {
    change: began,
    since: since.toISOString(),
    ...codecOf(object).statusOf?.(object),
  }
  return { object, json: { ...objectJson(object), status }, etag: entityTag(began) }
}

export function representRow(kind: Kind, row: ObjectRow): Representation {
  return represent(storedObject(kind, row.body), row.began, row.since)
}
