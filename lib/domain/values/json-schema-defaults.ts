// What a schema says of each of the values that it declares: defaults, and that one is no secret.
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { NOT_SECRET_KEYWORD } from './json-schema-compiled.ts'
import { withReferred } from './json-schema-refs.ts'
import { propertiesOf, type SchemaNode } from './json-schema-tree.ts'
import { isMap, type Value, type Values } from './values.ts'

/**
 * The defaults of all `properties`, at any depth and through references. A default of an object counts before those of its properties,
 * which add what it leaves out. Of a schema whose references go in no circle.
 */
export function defaultsOf(schema: Values): Values {
  const known = knownDefaults.get(schema)
  if (known !== undefined) return known
  const fresh = defaultsWithin(schema, schema) ?? {}
  knownDefaults.set(schema, fresh)
  return fresh
}

const knownDefaults = new WeakMap<Values, Values>()

/** Of an object's properties; null if none has any. */
function defaultsWithin(node: SchemaNode, root: Values): Values | null {
  const members = withReferred(node, root)
    .flatMap(propertiesOf)
    .flatMap(([name, property]): readonly [string, Value][] => {
      const value = defaultOf(property, root)
      return value === null ? [] : [[name, value]]
    })
  if (members.length === 0) return null
  const byName = new Map<string, Value>()
  for (const [name, value] of members) byName.set(name, filledIn(byName.get(name) ?? null, value))
  return sortedValues([...byName])
}

function defaultOf(property: SchemaNode, root: Values): Value | null {
  const stating = withReferred(property, root).find((node) => Object.hasOwn(node, 'default'))
  const own = stating?.['default'] ?? null
  const within = defaultsWithin(property, root)
  return within === null ? own : filledIn(own, within)
}

/** What counts, with what the other one adds where both are objects. */
function filledIn(first: Value | null, other: Value): Value {
  if (first === null) return other
  if (!isMap(first) || !isMap(other)) return first
  const members = new Map<string, Value>(Object.entries(first))
  for (const [key, value] of Object.entries(other)) {
    members.set(key, filledIn(members.get(key) ?? null, value))
  }
  return sortedValues([...members])
}

function sortedValues(members: readonly (readonly [string, Value])[]): Values {
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The pointers of all values that a schema declares to be no secret, whatever they look like. */
export function notSecretPointers(schema: Values): ReadonlySet<string> {
  return new Set(notSecretWithin(schema, schema, []))
}

function notSecretWithin(
  node: SchemaNode,
  root: Values,
  path: readonly string[],
): readonly string[] {
  return withReferred(node, root)
    .flatMap(propertiesOf)
    .flatMap(([name, property]) => {
      const at = [...path, name]
      const isNone = withReferred(property, root).some((each) => each[NOT_SECRET_KEYWORD] === true)
      return [...(isNone ? [pointerOf(at)] : []), ...notSecretWithin(property, root, at)]
    })
}
