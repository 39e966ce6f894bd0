// References within a schema, which all are pointers into it.
import { pathOfPointer } from '#lib/domain/text/pointer.ts'
import { type SchemaNode, schemasWithin, type Within } from './json-schema-tree.ts'
import { isList, isMap, type Value } from './values.ts'

/** The schema that a reference such as `#/$defs/port` names, or null if there is none. */
export function referredBy(ref: string, root: SchemaNode): SchemaNode | null {
  const path = ref.startsWith('#') ? pathOfPointer(decoded(ref.slice(1))) : null
  if (path === null) return null
  let at: Value | undefined = root
  for (const step of path) at = memberOf(at, step)
  return isMap(at) ? at : null
}

/** A pointer in a fragment has percent encodings. https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return '~'
  }
}

function memberOf(value: Value | undefined, step: string): Value | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d{0,5})$/.test(step) ? value[Number(step)] : undefined
  return isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

/** Itself, and what it refers to, as far as that goes. For a schema whose references go in no circle. */
export function withReferred(node: SchemaNode, root: SchemaNode): readonly SchemaNode[] {
  const { $ref } = node
  const next = typeof $ref === 'string' ? referredBy($ref, root) : null
  return next === null ? [node] : [node, ...withReferred(next, root)]
}

/** How many values of JSON each schema in one holds where references are replaced by what they refer to. */
export type Sizes = (node: SchemaNode) => number

/** Infinity for a schema whose references go in a circle. */
export function expandedSizes(root: SchemaNode): Sizes {
  const known = new Map<SchemaNode, number>()
  const sizeOf = (node: SchemaNode): number => {
    const before = known.get(node)
    if (before !== undefined) return before
    known.set(node, Infinity)
    const size = [
      ownSize(node),
      ...appliedBy(node, root).map(({ schema }) => sizeOf(schema)),
    ].reduce((sum, each) => sum + each)
    known.set(node, size)
    return size
  }
  return sizeOf
}

/** What a schema applies, to a value or to parts of it. */
function appliedBy(node: SchemaNode, root: SchemaNode): readonly Within[] {
  const { $ref } = node
  const referred = typeof $ref === 'string' ? referredBy($ref, root) : null
  return [
    ...schemasWithin(node).filter(({ path }) => path[0] !== '$defs'),
    ...(referred === null ? [] : [{ schema: referred, path: ['$ref'] }]),
  ]
}

/**
 * How many times at most something of a schema meets something of a value: along `properties` and references exactly, and each
 * with each in all else.
 */
export function pairsOf(node: SchemaNode, value: Value, root: SchemaNode, sizeOf: Sizes): number {
  return appliedBy(node, root).reduce(
    (sum, { schema, path: [keyword, key] }) => {
      if (keyword === '$ref') return sum + pairsOf(schema, value, root, sizeOf)
      if (keyword !== 'properties') return sum + sizeOf(schema) * countOf(value)
      const member = isMap(value) && Object.hasOwn(value, key ?? '') ? value[key ?? ''] : undefined
      return sum + 1 + (member === undefined ? 0 : pairsOf(schema, member, root, sizeOf))
    },
    ownSize(node) * membersOf(value),
  )
}

function membersOf(value: Value): number {
  return typeof value === 'object' ? 1 + Object.keys(value).length : 1
}

/** Of a value with all in it. */
function countOf(value: Value): number {
  if (typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, each: Value) => sum + countOf(each), 1)
}

/** Of the keywords of a schema without those that hold schemas. */
function ownSize(node: SchemaNode): number {
  const within = new Set<unknown>(schemasWithin(node).map(({ schema }) => schema))
  const countIn = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    return Object.values(value).reduce(
      (sum: number, each) => sum + (within.has(each) ? 0 : countIn(each)),
      1,
    )
  }
  const { $defs: _defs, ...own } = node
  return countIn(own)
}
