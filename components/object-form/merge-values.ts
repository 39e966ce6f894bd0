// Merges two edits of one object: what was typed in the form, and what somebody else saved meanwhile.
import {
  isSame,
  type Members,
  type MergeConflict,
  mergeThreeWay,
  takeTheirs,
  type ThreeWay,
} from '#lib/domain/objects/three-way.ts'
import { type LabelRow, mapOfRows, rowsOfMap, rowsProblem } from '#components/labels/label-rows.ts'
import type { FieldValue, FormValues } from './form-spec.ts'

/** The field of which each row is a label. */
const LABELS = 'metadata'

export type ValuesMerge = {
  /** With mine where both changed the same, unless theirs is taken. */
  readonly valuesWith: (theirs: readonly MergeConflict[]) => FormValues
  readonly conflicts: readonly MergeConflict[]
}

/** The fields and labels that the form changed, and all others as they were saved. */
export function mergeValues(states: ThreeWay<FormValues>): ValuesMerge {
  const areLabels = [states.base, states.theirs, states.mine].every(hasLabels)
  const written = areLabels ? mapped(states, withLabelMap) : states
  const { merged, conflicts } = mergeThreeWay(written)
  return {
    conflicts,
    valuesWith: (theirs) => {
      const members = takeTheirs(merged, theirs)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of these forms
      return (areLabels ? withLabelRows(members) : members) as FormValues
    },
  }
}

export function changedFields<D extends Readonly<Record<string, unknown>>>(
  before: D,
  after: D,
): string[] {
  return Object.keys(after).filter((field) => !isSame(before[field], after[field]))
}

/** Whether each of its labels can be merged by itself. */
function hasLabels(values: FormValues): boolean {
  const rows = values[LABELS]
  return isRows(rows) && rowsProblem(rows) === null
}

function isRows(value: FieldValue | undefined): value is readonly LabelRow[] {
  return Array.isArray(value)
}

function mapped(
  { base, theirs, mine }: ThreeWay<FormValues>,
  map: (values: FormValues) => Members,
): ThreeWay<Members> {
  return { base: map(base), theirs: map(theirs), mine: map(mine) }
}

function withLabelMap(values: FormValues): Members {
  const rows = values[LABELS]
  return isRows(rows) ? { ...values, [LABELS]: mapOfRows(rows) } : values
}

function withLabelRows(members: Members): Members {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of rows
  return { ...members, [LABELS]: rowsOfMap(members[LABELS] as Record<string, string>) }
}
