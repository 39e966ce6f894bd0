// Two edits of one object as one: each keeps the fields and the labels that only it changed.

export type Members = Readonly<Record<string, unknown>>

/** Three states of the same thing; undefined: it isn't there. */
export type ThreeWay<Value> = {
  /** Before both edits. */
  readonly base: Value
  readonly theirs: Value
  readonly mine: Value
}

/** A field, or a label by its field and its key, that both changed to different ends. */
export type MergeConflict = ThreeWay<unknown> & { readonly path: readonly string[] }

export type Merged = {
  /** With mine where both changed the same. */
  readonly merged: Members
  readonly conflicts: readonly MergeConflict[]
}

/** The field that holds labels, each of which is edited by itself. */
const LABELS = 'metadata'

/**
 * Merges two edits field by field, and labels one by one. What both changed to the same end is no conflict. The order is
 * theirs; what they don't have comes last.
 */
export function mergeThreeWay(states: ThreeWay<Members>): Merged {
  const conflicts: MergeConflict[] = []
  const mergeValue = (path: readonly string[], each: ThreeWay<unknown>) => {
    const { base, theirs, mine } = each
    if (isSame(mine, base) || isSame(mine, theirs)) return theirs
    if (!isSame(theirs, base)) conflicts.push({ path, ...each })
    return mine
  }
  const merged = mergeMembers(states, (field, each) => {
    const labels = field === LABELS ? asMembers(each) : null
    if (labels === null) return mergeValue([field], each)
    return mergeMembers(labels, (label, values) => mergeValue([field, label], values))
  })
  return { merged, conflicts }
}

/** What was merged, with theirs at the paths of these conflicts. */
export function takeTheirs(merged: Members, conflicts: readonly MergeConflict[]): Members {
  return conflicts.reduce((members, { path, theirs }) => withValue(members, path, theirs), merged)
}

function withValue(members: Members, [name, ...rest]: readonly string[], value: unknown): Members {
  const { [name!]: known, ...others } = members
  const next = rest.length === 0 ? value : withValue(isMembers(known) ? known : {}, rest, value)
  return next === undefined ? others : { ...members, [name!]: next }
}

function mergeMembers(
  { base, theirs, mine }: ThreeWay<Members>,
  merge: (name: string, values: ThreeWay<unknown>) => unknown,
): Members {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const merged = [...names].map((name) => {
    return [
      name,
      merge(name, { base: base[name], theirs: theirs[name], mine: mine[name] }),
    ] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function asMembers({ base, theirs, mine }: ThreeWay<unknown>): ThreeWay<Members> | null {
  return isMembers(base) && isMembers(theirs) && isMembers(mine) ? { base, theirs, mine } : null
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
