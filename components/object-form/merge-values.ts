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

/** The field of which each row is a label. */
const LABELS = 'metadata'

export type ValuesMerge<V> = {
  /** With mine where both changed the same, unless theirs is taken. */
  readonly valuesWith: (theirs: readonly MergeConflict[]) => V
  readonly conflicts: readonly MergeConflict[]
}

/** The fields and labels that the form changed, and all others as they were saved. */
export function mergeValues<V extends Members>(states: ThreeWay<V>): ValuesMerge<V> {
  const areLabels = [states.base, states.theirs, states.mine].every(hasLabels)
  const written = areLabels ? mapped(states, withLabelMap) : states
  const { merged, conflicts } = mergeThreeWay(written)
  return {
    conflicts,
    valuesWith: (theirs) => {
      const members = takeTheirs(merged, theirs)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of these forms
      return (areLabels ? withLabelRows(members) : members) as V
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
function hasLabels(values: Members): boolean {
  const rows = values[LABELS]
  return isRows(rows) && rowsProblem(rows) === null
}

function isRows(value: unknown): value is readonly LabelRow[] {
  return Array.isArray(value)
}

function mapped(
  { base, theirs, mine }: ThreeWay<Members>,
  map: (values: Members) => Members,
): ThreeWay<Members> {
  return { base: map(base), theirs: map(theirs), mine: map(mine) }
}

function withLabelMap(values: Members): Members {
  const rows = values[LABELS]
  return isRows(rows) ? { ...values, [LABELS]: mapOfRows(rows) } : values
}

function withLabelRows(members: Members): Members {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of rows
  return { ...members, [LABELS]: rowsOfMap(members[LABELS] as Record<string, string>) }
}
