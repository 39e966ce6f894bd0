// The objects that every tenant has without anybody having made them. The first edit of one makes it an object like others.
import { DEFAULT_TYPE } from './cluster-type/cluster-type.ts'
import type { ModelObject, ObjectRef } from './objects.ts'

/** The change that began an implied object: none did. */
export const IMPLIED = 0

/** The object that a ref means while there is none of that name; null: nothing. */
export function impliedObject({ kind, name }: ObjectRef): ModelObject | null {
  return kind === DEFAULT_TYPE.kind && name === DEFAULT_TYPE.name ? DEFAULT_TYPE : null
}
