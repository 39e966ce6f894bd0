import type { ModelObject } from '#lib/domain/objects/objects.ts'

/** An object as its page shows it. */
export type ShownObject<O extends ModelObject = ModelObject> = {
  readonly object: O
  /** The change that brought it to this state, and when. */
  readonly change: number
  readonly since: Date
}
