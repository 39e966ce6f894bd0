// What taking one edit of an object back makes of it, where others may have edited it since.
import { isSame, mergeThreeWay, type Members } from './three-way.ts'

/** An object's JSON as `objectJson` writes it; null: there is none. */
type Json = Members | null

export type EditedJson = {
  /** Before the edit, after it, and by now. */
  readonly before: Json
  readonly after: Json
  readonly now: Json
}

export type Undone =
  | { readonly kind: 'undone'; readonly json: Json }
  /** Where it was edited since, as paths of fields; the empty path is the whole object. */
  | { readonly kind: 'conflict'; readonly paths: readonly (readonly string[])[] }

/**
 * Takes back what the edit did to each field and each label, and leaves all others as they are by now. What was taken back
 * already stays so. A field that somebody edited since is a conflict, and so is an object that the edit made or deleted and that
 * somebody edited, deleted or made anew since.
 */
export function undo({ before, after, now }: EditedJson): Undone {
  if (isSame(now, before)) return { kind: 'undone', json: now }
  if (isSame(now, after)) return { kind: 'undone', json: before }
  if (before === null || after === null || now === null) return { kind: 'conflict', paths: [[]] }
  const { merged, conflicts } = mergeThreeWay({ base: after, theirs: now, mine: before })
  return conflicts.length === 0
    ? { kind: 'undone', json: merged }
    : { kind: 'conflict', paths: conflicts.map(({ path }) => path) }
}
