// Two edits of one object as one: each keeps the fields, the labels and the parts of its source that only it changed.

export type Members = Readonly<Record<string, unknown>>

/** Three states of the same thing; undefined: it isn't there. */
export type ThreeWay<Value> = {
  /** Before both edits. */
  readonly base: Value
  readonly theirs: Value
  readonly mine: Value
}

/** A field, or a label or a part of the source by the field and its key, that both changed to different ends. */
export type MergeConflict = ThreeWay<unknown> & { readonly path: readonly string[] }

export type Merged = {
  /** With mine where both changed the same. */
  readonly merged: Members
  readonly conflicts: readonly MergeConflict[]
}

/** The field that holds labels, each of which is edited by itself. */
const LABELS = 'metadata'
/** The field that says what lies at a source, whose parts are edited one by one while its type stays. */
const SOURCE = 'source'

/**
 * Merges two edits field by field, and labels and the parts of a source one by one. What both changed to the same end is no conflict. The order is
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
    const parts = partsOf(field, each)
    if (parts === null) return mergeValue([field], each)
    return mergeMembers(parts, (part, values) => mergeValue([field, part], values))
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

/** Null: the field is edited as one. */
function partsOf(field: string, states: ThreeWay<unknown>): ThreeWay<Members> | null {
  const parts = [LABELS, SOURCE].includes(field) ? asMembers(states) : null
  if (parts === null || field === LABELS) return parts
  const { base, theirs, mine } = parts
  return base['type'] === theirs['type'] && base['type'] === mine['type'] ? parts : null
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
