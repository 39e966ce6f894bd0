// What taking one edit of an object back makes of it, where others may have edited it since.

/** An object's JSON as `objectJson` writes it; null: there is none. */
type Json = Readonly<Record<string, unknown>> | null

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

/** The field that holds labels, each of which is edited by itself. */
const LABELS = 'metadata'

/**
 * Takes back what the edit did to each field and each label, and leaves all others as they are by now. What was taken back
 * already stays so. A field that somebody edited since is a conflict, and so is an object that the edit made or deleted and that
 * somebody edited, deleted or made anew since.
 */
export function undo({ before, after, now }: EditedJson): Undone {
  if (isSame(now, before)) return { kind: 'undone', json: now }
  if (isSame(now, after)) return { kind: 'undone', json: before }
  if (before === null || after === null || now === null) return { kind: 'conflict', paths: [[]] }
  const conflicts: (readonly string[])[] = []
  const undoValue = (path: readonly string[], [was, became, is]: Three<unknown>) => {
    if (isSame(was, became) || isSame(is, was)) return is
    if (!isSame(is, became)) conflicts.push(path)
    return was
  }
  const json = mergeMembers([before, after, now], (field, values) => {
    const [was, became, is] = field === LABELS ? values.map(membersOf) : []
    if (!was || !became || !is) return undoValue([field], values)
    return mergeMembers([was, became, is], (label, each) => undoValue([field, label], each))
  })
  return conflicts.length === 0 ? { kind: 'undone', json } : { kind: 'conflict', paths: conflicts }
}

type Members = Readonly<Record<string, unknown>>
/** Before, after and now; undefined: there is none. */
type Three<Value> = readonly [before: Value, after: Value, now: Value]

/** In their order by now; what is gone by now comes last. */
function mergeMembers(
  [before, after, now]: Three<Members>,
  merge: (name: string, values: Three<unknown>) => unknown,
): Members {
  const names = new Set([...Object.keys(now), ...Object.keys(before)])
  const merged = [...names].map((name) => {
    return [name, merge(name, [before[name], after[name], now[name]])] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function membersOf(value: unknown): Members | undefined {
  return isMembers(value) ? value : undefined
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
