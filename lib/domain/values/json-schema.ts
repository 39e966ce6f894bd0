// Schemas of configs: JSON Schema 2020-12 of an object, bounded so that no schema takes long to compile or to validate with.
// https://json-schema.org/draft/2020-12/json-schema-core
import type { ErrorObject } from 'ajv/dist/2020.js'
import { type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { pathOfPointer, pointerOf } from '#lib/domain/text/pointer.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { configKeyReason, isConfigKey } from './config-keys.ts'
import { hasExpressions } from './expression-text.ts'
import {
  compiledSchema,
  metaSchemaErrors,
  NOT_SECRET_KEYWORD,
  SECRET_REF,
} from './json-schema-compiled.ts'
import { defaultsOf } from './json-schema-defaults.ts'
import { patternFlaw } from './json-schema-patterns.ts'
import { expandedSizes, referredBy } from './json-schema-refs.ts'
import { allSchemas, propertiesOf, type SchemaNode } from './json-schema-tree.ts'
import {
  isObject,
  type Bounds,
  readBounded,
  readValues,
  type Value,
  type Values,
} from './values.ts'

/** As readJsonSchema read it. */
export type JsonSchema = Values

type Path = Issue['path']
/** What is wrong, and where within a schema. */
type Flaw = { readonly path: Path; readonly code?: 'schema_ref_remote'; readonly reason: string }

const BOUNDS: Bounds = { what: 'The schema', depthMax: 40, leavesMax: 5000 }
const SCHEMAS_MAX = 300
const PATTERNS_MAX = 100
const DEPENDENT_MAX = 100
const EXPANDED_MAX = 10_000
const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/**
 * A schema from JSON, in its normal form. Refused are `schema_ref_remote`, for a reference out of it, and `schema_invalid`: what is
 * not of an object; what JSON Schema or strict mode refuses (https://ajv.js.org/strict-mode.html); more than 64 KiB, 40 levels, 300
 * schemas or 100 patterns in it, or 10,000 values where references are written out; references in a circle and dynamic ones;
 * patterns that RE2 can't run; properties at the top that can't be keys of a config; and defaults that can't be values.
 */
export function readJsonSchema(sent: unknown, path: Path): Checked<JsonSchema> {
  const read = readStoredSchema(sent, path)
  if (!read.ok) return read
  const schema = read.value
  const flaws = firstFlaws(schema, [
    shapeFlaws,
    nodeFlaws,
    sizeFlaws,
    topFlaws,
    defaultFlaws,
    compilerFlaws,
  ])
  const issues = flaws.map(({ path: at, code = 'schema_invalid', reason }) => {
    return { path: [...path, ...at], code, reason }
  })
  return checked(schema, issues)
}

/** The same without a look at what it says, which compiles it: for schemas that were read once. */
export function readStoredSchema(sent: unknown, path: Path): Checked<JsonSchema> {
  const read = readBounded(sent, path, BOUNDS)
  return read.ok
    ? read
    : refused(read.issues.map((issue) => ({ ...issue, code: 'schema_invalid' })))
}

type Check = (schema: JsonSchema) => readonly Flaw[]

/** Of the first check that finds any: those after it rely on what it checks. */
function firstFlaws(schema: JsonSchema, [check, ...others]: readonly Check[]): readonly Flaw[] {
  if (check === undefined) return []
  const flaws = check(schema)
  return flaws.length > 0 ? flaws : firstFlaws(schema, others)
}

function shapeFlaws(schema: JsonSchema): readonly Flaw[] {
  if (schema['type'] !== 'object') {
    return [
      { path: ['type'], reason: 'A schema of configs is of an object: its type is "object".' },
    ]
  }
  const { $schema = DRAFT } = schema
  if ($schema !== DRAFT) {
    return [{ path: ['$schema'], reason: `Schemas are written in ${DRAFT}.` }]
  }
  return metaSchemaErrors(schema).slice(0, FLAWS_MAX).map(metaFlaw)
}

const FLAWS_MAX = 20

function metaFlaw({ instancePath, message = 'is wrong' }: ErrorObject): Flaw {
  return { path: pathOfPointer(instancePath) ?? [], reason: `In JSON Schema, this ${message}.` }
}

function nodeFlaws(schema: JsonSchema): readonly Flaw[] {
  const nodes = allSchemas(schema)
  if (nodes.length > SCHEMAS_MAX) {
    return [{ path: [], reason: `There are more than ${SCHEMAS_MAX} schemas in it.` }]
  }
  const known = new Set(nodes.map(({ schema }) => schema))
  const patterns = nodes.flatMap(({ schema }) => patternsOf(schema))
  if (patterns.length > PATTERNS_MAX) {
    return [{ path: [], reason: `There are more than ${PATTERNS_MAX} patterns in it.` }]
  }
  return nodes.flatMap(({ schema: node, path }) =>
    flawsOfNode(node, schema, known).map((flaw) => ({ ...flaw, path: [...path, ...flaw.path] })),
  )
}

/** Keywords that we don't have, and why. */
const REFUSED_KEYWORDS: Readonly<Record<string, string>> = {
  $dynamicRef: 'References go to one place: use $ref.',
  $dynamicAnchor: 'References go to one place: use $ref, and a pointer such as "#/$defs/port".',
  $anchor: 'References are pointers such as "#/$defs/port".',
  $vocabulary: 'A schema of configs describes no keywords.',
}

function flawsOfNode(
  node: SchemaNode,
  root: JsonSchema,
  known: ReadonlySet<SchemaNode>,
): readonly Flaw[] {
  const keywords = Object.keys(node).flatMap((keyword) => {
    const reason = keywordReason(keyword, node, root)
    return reason === null ? [] : [{ path: [keyword], reason }]
  })
  return [...keywords, ...refFlaws(node, root, known), ...patternFlaws(node)]
}

function keywordReason(keyword: string, node: SchemaNode, root: JsonSchema): string | null {
  if (keyword === '$id' && node !== root) return 'Only the schema itself has an $id.'
  if (keyword.startsWith('x-berth-')) {
    if (keyword !== NOT_SECRET_KEYWORD) return `Berth has no keyword ${quoted(keyword)}.`
    return typeof node[keyword] === 'boolean' ? null : 'It is true or false.'
  }
  if (keyword === 'dependentRequired') {
    const isTooLong = Object.keys(node[keyword] ?? {}).length > DEPENDENT_MAX
    return isTooLong ? `At most ${DEPENDENT_MAX} keys may require others.` : null
  }
  if (keyword === 'format' && node['format'] === SECRET_REF && node['type'] !== 'object') {
    return `What names a Secret is an object: the format "${SECRET_REF}" needs the type "object".`
  }
  return Object.hasOwn(REFUSED_KEYWORDS, keyword) ? (REFUSED_KEYWORDS[keyword] ?? null) : null
}

function refFlaws(
  { $ref }: SchemaNode,
  root: JsonSchema,
  known: ReadonlySet<SchemaNode>,
): readonly Flaw[] {
  if (typeof $ref !== 'string') return []
  if (!$ref.startsWith('#')) {
    const reason =
      'A reference stays within its schema, and begins with "#": copy what it names into "$defs".'
    return [{ path: ['$ref'], code: 'schema_ref_remote', reason }]
  }
  const referred = referredBy($ref, root)
  return referred !== null && known.has(referred)
    ? []
    : [{ path: ['$ref'], reason: `The reference ${quoted($ref)} leads to no schema.` }]
}

function patternsOf({
  pattern,
  patternProperties,
}: SchemaNode): readonly (readonly [Path, string])[] {
  const ofKeys = isObject(patternProperties) ? Object.keys(patternProperties) : []
  return [
    ...(typeof pattern === 'string' ? [[['pattern'], pattern] as const] : []),
    ...ofKeys.map((key) => [['patternProperties', key], key] as const),
  ]
}

function patternFlaws(node: SchemaNode): readonly Flaw[] {
  return patternsOf(node).flatMap(([path, pattern]) => {
    const reason = patternFlaw(pattern)
    return reason === null ? [] : [{ path, reason }]
  })
}

function sizeFlaws(schema: JsonSchema): readonly Flaw[] {
  const size = expandedSizes(schema)(schema)
  if (size === Infinity) {
    return [{ path: [], reason: 'References go in a circle. What a config holds ends somewhere.' }]
  }
  if (size <= EXPANDED_MAX) return []
  const reason = `It is too large where references are written out: ${EXPANDED_MAX} values are allowed.`
  return [{ path: [], reason }]
}

function topFlaws(schema: JsonSchema): readonly Flaw[] {
  const keys = declaredKeys(schema)
  const unfit = keys
    .filter((key) => !isConfigKey(key))
    .map((key) => ({ path: ['properties', key], reason: configKeyReason(key) }))
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const undeclared = required.flatMap((key, index) =>
    keys.includes(key)
      ? []
      : [
          {
            path: ['required', index],
            reason: `${quoted(key)} is required, but not among "properties".`,
          },
        ],
  )
  return [...unfit, ...undeclared]
}

function defaultFlaws(schema: JsonSchema): readonly Flaw[] {
  const defaults = defaultsOf(schema)
  const read = readValues(defaults, [])
  if (!read.ok) {
    return read.issues.map(({ path, reason }) => ({
      path: [],
      reason: `The defaults together are no values of a config, at "${pointerOf(path)}": ${reason}`,
    }))
  }
  return holdsExpression(defaults)
    ? [{ path: [], reason: 'A default is a value as it stands: expressions are for configs.' }]
    : []
}

function holdsExpression(value: Value): boolean {
  if (typeof value === 'string') return hasExpressions(value)
  return typeof value === 'object' && Object.values(value).some(holdsExpression)
}

function compilerFlaws(schema: JsonSchema): readonly Flaw[] {
  try {
    // Engines compile a function when it first runs.
    compiledSchema(schema).first({})
    return []
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    return [{ path: [], reason: `The schema can’t be used: ${message}.` }]
  }
}

/** The top-level keys that a schema declares. What none declares isn't delivered. */
export function declaredKeys(schema: JsonSchema): readonly string[] {
  const known = keysOf.get(schema)
  if (known !== undefined) return known
  const fresh = propertiesOf(schema).map(([key]) => key)
  keysOf.set(schema, fresh)
  return fresh
}

const keysOf = new WeakMap<JsonSchema, readonly string[]>()
