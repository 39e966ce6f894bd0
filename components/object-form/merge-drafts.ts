// Three states of one object: as somebody began to edit it, as another left it meanwhile, and as it stands in the form.
import type { Draft } from './form-spec.ts'

export type Merge<D> = {
  readonly draft: D
  /** The fields that both changed, to different ends: the form's own are kept. */
  readonly conflicts: readonly string[]
}

/** What the other changed where the form has nothing of its own, and the form's own elsewhere. */
export function mergeDrafts<D extends Draft>(base: D, theirs: D, mine: D): Merge<D> {
  const changedByMe = changedFields(base, mine)
  const conflicts = changedFields(base, theirs).filter(
    (field) => changedByMe.includes(field) && !isSame(theirs[field], mine[field]),
  )
  const own = Object.fromEntries(changedByMe.map((field) => [field, mine[field]]))
  return { draft: { ...theirs, ...own }, conflicts }
}

export function changedFields<D extends Draft>(before: D, after: D): string[] {
  return Object.keys(after).filter((field) => !isSame(before[field], after[field]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
