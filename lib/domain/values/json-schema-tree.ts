// The schemas within a schema, by the keywords that hold them. https://json-schema.org/draft/2020-12/json-schema-core
import { isList, isMap, type Value, type Values } from './values.ts'

/** A schema, or one within it, as an object. */
export type SchemaNode = Values

const ONE_SCHEMA = new Set([
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'items',
  'contains',
  'unevaluatedItems',
  'not',
  'if',
  'then',
  'else',
])
const SCHEMAS_IN_LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const SCHEMAS_BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** A schema within another one. `$defs` count only where something refers to them. */
export type Within = {
  readonly schema: SchemaNode
  /** From the schema around it. */
  readonly path: readonly (string | number)[]
}

/** The schemas right within one; those that are `true` or `false` are empty. */
export function schemasWithin(node: SchemaNode): readonly Within[] {
  return Object.entries(node).flatMap(([keyword, value]) => {
    if (ONE_SCHEMA.has(keyword)) return within([keyword], value)
    if (SCHEMAS_IN_LIST.has(keyword) && isList(value)) {
      return value.flatMap((each, index) => within([keyword, index], each))
    }
    return SCHEMAS_BY_NAME.has(keyword) && isMap(value)
      ? Object.entries(value).flatMap(([name, each]) => within([keyword, name], each))
      : []
  })
}

function within(path: readonly (string | number)[], value: Value): readonly Within[] {
  return [{ path, schema: isMap(value) ? value : {} }]
}

/** A schema with each that is right within it replaced. */
export function withSchemas(
  node: SchemaNode,
  replace: (each: SchemaNode) => SchemaNode,
): SchemaNode {
  const replaced = (value: Value): Value => (isMap(value) ? replace(value) : value)
  return Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => {
      if (ONE_SCHEMA.has(keyword)) return [keyword, replaced(value)]
      if (SCHEMAS_IN_LIST.has(keyword) && isList(value)) return [keyword, value.map(replaced)]
      return SCHEMAS_BY_NAME.has(keyword) && isMap(value)
        ? [
            keyword,
            Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)])),
          ]
        : [keyword, value]
    }),
  )
}

/** The schemas of properties, by name; those that are `true` or `false` are empty. */
export function propertiesOf(node: SchemaNode): readonly (readonly [string, SchemaNode])[] {
  const { properties } = node
  if (!isMap(properties)) return []
  return Object.entries(properties).map(([name, each]) => [name, isMap(each) ? each : {}])
}

/** All schemas in one, itself first, each with its path. */
export function allSchemas(node: SchemaNode, path: Within['path'] = []): readonly Within[] {
  const within = schemasWithin(node).flatMap((each) =>
    allSchemas(each.schema, [...path, ...each.path]),
  )
  return [{ schema: node, path }, ...within]
}
