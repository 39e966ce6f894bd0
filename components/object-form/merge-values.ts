// Merges two edits of one object: what was typed in the form, and what somebody else saved meanwhile.
import type { FormValues } from './form-spec.ts'

export type Merge<D> = {
  readonly values: D
  /** Fields that both changed to different values; the form's are kept. */
  readonly conflicts: readonly string[]
}

/** The fields that the form changed, and all others as they were saved. */
export function mergeValues<D extends FormValues>(base: D, theirs: D, mine: D): Merge<D> {
  const changedByMe = changedFields(base, mine)
  const conflicts = changedFields(base, theirs).filter(
    (field) => changedByMe.includes(field) && !isSame(theirs[field], mine[field]),
  )
  const own = Object.fromEntries(changedByMe.map((field) => [field, mine[field]]))
  return { values: { ...theirs, ...own }, conflicts }
}

export function changedFields<D extends Readonly<Record<string, unknown>>>(
  before: D,
  after: D,
): string[] {
  return Object.keys(after).filter((field) => !isSame(before[field], after[field]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
