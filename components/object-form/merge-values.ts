// Three states of one object: as somebody began to edit it, as another left it meanwhile, and as it stands in the form.
import type { FormValues } from './form-spec.ts'

export type Merge<D> = {
  readonly values: D
  /** The fields that both changed, to different ends: the form's own are kept. */
  readonly conflicts: readonly string[]
}

/** What the other changed where the form has nothing of its own, and the form's own elsewhere. */
export function mergeValues<D extends FormValues>(base: D, theirs: D, mine: D): Merge<D> {
  const changedByMe = changedFields(base, mine)
  const conflicts = changedFields(base, theirs).filter(
    (field) => changedByMe.includes(field) && !isSame(theirs[field], mine[field]),
  )
  const own = Object.fromEntries(changedByMe.map((field) => [field, mine[field]]))
  return { values: { ...theirs, ...own }, conflicts }
}

export function changedFields<D extends FormValues>(before: D, after: D): string[] {
  return Object.keys(after).filter((field) => !isSame(before[field], after[field]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
