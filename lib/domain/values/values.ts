// Values that people give to what renders manifests, as Helm takes them: JSON objects without null, which would mean "as if it
// weren't there" to one reader and "nothing" to another.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { isStorable } from '#lib/domain/text/text.ts'

export type Value = string | number | boolean | readonly Value[] | Values
export type Values = { readonly [key: string]: Value }

export const NO_VALUES: Values = {}

const BYTES_MAX = 65_536

/** How large an object may be, and what it is called. */
export type Bounds = {
  readonly what: string
  readonly depthMax: number
  readonly leavesMax: number
}
const VALUES: Bounds = { what: 'Values', depthMax: 16, leavesMax: 2000 }

type Path = Issue['path']
/** What was found on the way; leaves are what holds nothing else. */
type Found = { readonly bounds: Bounds; readonly issues: Issue[]; leaves: number }

/**
 * Values from JSON, in their normal form: keys in the order of their code units, so that equal values are equal texts whatever
 * order they were written or stored in. Refused are `values_too_large` (64 KiB as JSON, 16 levels, 2,000 leaves) and
 * `values_invalid`: what is no object, null anywhere, a number that JSON or YAML can't keep exactly, text that PostgreSQL can't
 * keep, the key `__proto__`, and two keys of one object that are the same but for their Unicode form
 * (https://www.unicode.org/reports/tr15/tr15-56.html).
 */
export function readValues(sent: unknown, path: Path): Checked<Values> {
  return readBounded(sent, path, VALUES)
}

/** An object as values are read, within other bounds. */
export function readBounded(sent: unknown, path: Path, bounds: Bounds): Checked<Values> {
  const { what, leavesMax } = bounds
  if (!isObject(sent)) return refused([invalid(path, `${what} must be an object.`)])
  const found: Found = { bounds, issues: [], leaves: 0 }
  const values = readObject(sent, path, 1, found)
  if (found.leaves > leavesMax) {
    return refused([tooLarge(path, `There are more than ${leavesMax} values; fewer are allowed.`)])
  }
  if (found.issues.length > 0) return refused(found.issues)
  if (byteLength(JSON.stringify(values)) > BYTES_MAX) {
    const reason = `${what} may be ${BYTES_MAX / 1024} KiB long as JSON, and no longer.`
    return refused([tooLarge(path, reason)])
  }
  return accepted(values)
}

function readObject(
  object: Readonly<Record<string, unknown>>,
  path: Path,
  depth: number,
  found: Found,
): Values {
  const members: [string, Value][] = []
  const forms = new Set<string>()
  if (isTooDeep(path, depth, found)) return {}
  const entries = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) found.leaves += 1
  for (const [key, value] of entries) {
    if (found.leaves > found.bounds.leavesMax) break
    const at = [...path, key]
    const reason = keyReason(key, forms)
    if (reason !== null) found.issues.push(invalid(at, reason))
    forms.add(key.normalize('NFC'))
    members.push([key, readValue(value, at, depth, found)])
  }
  return Object.fromEntries(members)
}

function readList(
  list: readonly unknown[],
  path: Path,
  depth: number,
  found: Found,
): readonly Value[] {
  const items: Value[] = []
  if (isTooDeep(path, depth, found)) return items
  if (list.length === 0) found.leaves += 1
  for (const [index, item] of list.entries()) {
    if (found.leaves > found.bounds.leavesMax) break
    items.push(readValue(item, [...path, index], depth, found))
  }
  return items
}

/** `depth`: that of what holds it. */
function readValue(value: unknown, path: Path, depth: number, found: Found): Value {
  if (Array.isArray(value)) return readList(value, path, depth + 1, found)
  if (isObject(value)) return readObject(value, path, depth + 1, found)
  found.leaves += 1
  const reason = leafReason(value)
  if (reason !== null) found.issues.push(invalid(path, reason))
  return isLeaf(value) ? value : ''
}

function isTooDeep(path: Path, depth: number, { bounds, issues }: Found): boolean {
  if (depth <= bounds.depthMax) return false
  const reason = `It nests more than ${bounds.depthMax} levels deep; fewer are allowed.`
  issues.push(tooLarge(path, reason))
  return true
}

function keyReason(key: string, forms: ReadonlySet<string>): string | null {
  if (!isStorable(key)) return 'The key holds NUL, or half of a surrogate pair.'
  if (key === '__proto__') return 'No key may be __proto__.'
  return forms.has(key.normalize('NFC'))
    ? 'Another key beside it is the same but for its Unicode form.'
    : null
}

function leafReason(value: unknown): string | null {
  if (value === null) return 'No value may be null: leave the key out.'
  if (typeof value === 'string') {
    return isStorable(value) ? null : 'The text holds NUL, or half of a surrogate pair.'
  }
  if (typeof value === 'number') return numberReason(value)
  return isLeaf(value) ? null : 'A value is text, a number, a boolean, a list or an object.'
}

function numberReason(value: number): string | null {
  if (!Number.isFinite(value)) return 'The number has no finite value.'
  if (Object.is(value, -0)) return 'Write 0 for minus zero.'
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? 'The number is too large to be kept exactly: write it as text.'
    : null
}

function isLeaf(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** Whether anything that JSON can hold is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value | undefined): value is Values {
  return typeof value === 'object' && !Array.isArray(value)
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

function invalid(path: Path, reason: string): Issue {
  return { path, code: 'values_invalid', reason }
}

function tooLarge(path: Path, reason: string): Issue {
  return { path, code: 'values_too_large', reason }
}
