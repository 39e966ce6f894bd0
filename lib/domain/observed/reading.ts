// Reading a report that may hold anything, fast: what is wrong is noted with the path to it, and reading goes on. What can't
// be stored of a text is replaced, and what is too long is cut.
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import { rfc3339 } from '#lib/domain/text/instant.ts'
import { ITEMS_MAX, NAME_MAX, TEXT_MAX } from './reported.ts'

/** A value within what is read, and what was found wrong so far. */
export type Place = {
  readonly issues: Issue[]
  readonly above: Place | null
  readonly key: string | number
}

export type JsonObject = Readonly<Record<string, unknown>>

/** More are of no use to anybody. */
const ISSUES_MAX = 20

/** Reads a whole value: what `read` makes of it, or every issue that it noted on the way. */
export function reading<T>(read: (place: Place) => T | null): Checked<T> {
  const place: Place = { issues: [], above: null, key: '' }
  const value = read(place)
  if (place.issues.length > 0 || value === null) return refused(place.issues)
  return accepted(value)
}

export function below(above: Place, key: string | number): Place {
  return { issues: above.issues, above, key }
}

export function note({ issues, ...place }: Place, code: string, reason: string): void {
  if (issues.length < ISSUES_MAX) issues.push({ path: pathTo({ issues, ...place }), code, reason })
}

function pathTo(place: Place): Issue['path'] {
  const path = []
  for (let at: Place = place; at.above !== null; at = at.above) path.unshift(at.key)
  return path
}

function noteType(place: Place, type: string): null {
  note(place, 'type', `This must be of type ${type}.`)
  return null
}

/** Null: it isn't an object, which is noted. */
export function objectIn(value: unknown, place: Place): JsonObject | null {
  return isObject(value) ? value : noteType(place, 'object')
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field that may be absent or null. */
export function objectAt(object: JsonObject, key: string, place: Place): JsonObject | null {
  const value = object[key] ?? null
  return value === null ? null : objectIn(value, below(place, key))
}

export function textAt(object: JsonObject, key: string, place: Place): string | null {
  const value = object[key] ?? null
  if (value === null) return null
  return typeof value === 'string' ? storable(value) : noteType(below(place, key), 'string')
}

/** A text as it can be kept: cut, and PostgreSQL takes neither NUL nor halves of surrogate pairs. */
export function storable(text: string): string {
  const cut = text.length > TEXT_MAX ? text.slice(0, TEXT_MAX) : text
  return (cut.includes('\0') ? cut.replaceAll('\0', '\ufffd') : cut).toWellFormed()
}

/** The name of an object of Kubernetes, which must be there; an empty one stands for one that isn't, which is noted. */
export function nameAt(object: JsonObject, key: string, place: Place): string {
  const name = textAt(object, key, place)
  if (name !== null && name !== '' && name.length <= NAME_MAX) return name
  if (name === null && (object[key] ?? null) !== null) return ''
  if (name === null) note(below(place, key), 'required', 'This field is required.')
  else note(below(place, key), 'name_format', `A name has 1 to ${NAME_MAX} characters.`)
  return ''
}

export function instantAt(object: JsonObject, key: string, place: Place): Date | null {
  const value = object[key] ?? null
  if (value === null) return null
  if (typeof value !== 'string') return noteType(below(place, key), 'string')
  const at = rfc3339(value)
  if (at === null) {
    note(below(place, key), 'type', 'This must be an instant such as 2026-03-01T12:00:00Z.')
  }
  return at
}

/** A whole number that JSON keeps exactly, from 0 on. */
export function countAt(object: JsonObject, key: string, place: Place): number | null {
  const value = object[key] ?? null
  if (value === null) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  return noteType(below(place, key), 'integer')
}

export function flagAt(object: JsonObject, key: string, place: Place): boolean | null {
  const value = object[key] ?? null
  if (value === null || typeof value === 'boolean') return value
  return noteType(below(place, key), 'boolean')
}

/** What `read` makes of each entry of a list that may be absent; entries of which it makes null are left out. */
export function listAt<T>(
  object: JsonObject,
  key: string,
  place: Place,
  read: (entry: unknown, place: Place) => T | null,
): readonly T[] {
  const value = object[key] ?? null
  if (value === null) return []
  const here = below(place, key)
  if (!Array.isArray(value)) {
    noteType(here, 'array')
    return []
  }
  const made: T[] = []
  for (let index = 0; index < value.length; index++) {
    const each = read(value[index], below(here, index))
    if (each !== null) made.push(each)
  }
  return made
}

/** An entry of a list of texts. */
export function textIn(value: unknown, place: Place): string | null {
  return typeof value === 'string' ? storable(value) : noteType(place, 'string')
}

/**
 * The items of a report: there must be a list of them, of `ITEMS_MAX` at most, and none of them twice: that would be two words
 * of one thing.
 */
export function itemsAt<T extends { readonly namespace: string; readonly name: string }>(
  object: JsonObject,
  place: Place,
  read: (entry: unknown, place: Place) => T | null,
): readonly T[] {
  const here = below(place, 'items')
  const value = object['items'] ?? null
  if (value === null) note(here, 'required', 'This field is required.')
  if (Array.isArray(value) && value.length > ITEMS_MAX) {
    note(here, 'too_many', `At most ${ITEMS_MAX} are allowed here.`)
    return []
  }
  const seen = new Set<string>()
  return listAt(object, 'items', place, (entry, itemPlace) => {
    const item = read(entry, itemPlace)
    if (item === null) return null
    const key = `${item.namespace}/${item.name}`
    if (seen.has(key)) note(itemPlace, 'report_invalid', 'The report names an application twice.')
    seen.add(key)
    return item
  })
}
