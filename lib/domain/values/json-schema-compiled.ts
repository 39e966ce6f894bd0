// Schemas as functions that validate: https://ajv.js.org
import addFormats, { type FormatName } from 'ajv-formats'
import {
  type AnySchemaObject,
  Ajv2020,
  type ErrorObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import { countSteps, linearPattern } from './json-schema-patterns.ts'
import { type SchemaNode, withSchemas } from './json-schema-tree.ts'
import { isObject } from './values.ts'

/** Formats whose check takes linear time. */
const FORMATS: readonly FormatName[] = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'byte',
]
const STEPS_A_CHARACTER = 4

/** The format of a value that names a Secret, and how it is compiled: formats are of texts there. */
export const SECRET_REF = 'secret-ref'
export const SECRET_REF_KEYWORD = 'x-berth-secret-ref'
export const NOT_SECRET_KEYWORD = 'x-berth-not-secret'

const patterns = Object.assign(linearPattern, { code: 'linearPattern' })

function compilerFor(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors,
    ownProperties: true,
    inlineRefs: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: patterns, optimize: false },
  })
  addFormats.default(ajv, [...FORMATS])
  for (const name of FORMATS) ajv.addFormat(name, counted(ajv.formats[name]))
  ajv.addKeyword({ keyword: NOT_SECRET_KEYWORD, schemaType: 'boolean' })
  ajv.addKeyword({
    keyword: SECRET_REF_KEYWORD,
    type: 'object',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => isSecretRef(value),
    errors: false,
  })
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    // Ajv compares each with each. Values in their normal form are equal if their texts are.
    validate: (isAsked: boolean, list: readonly unknown[]) =>
      !isAsked || new Set(list.map((item) => JSON.stringify(item))).size === list.length,
    errors: false,
  })
  return ajv
}

/** A format that counts what it takes. */
function counted(format: unknown): (text: string) => boolean {
  const check = isObject(format) && !(format instanceof RegExp) ? format['validate'] : format
  return (text) => {
    countSteps(text.length * STEPS_A_CHARACTER)
    if (check instanceof RegExp) return check.test(text)
    return typeof check === 'function' && check(text) === true
  }
}

const SECRET_NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/
const SECRET_KEY = /^[-._a-zA-Z0-9]{1,253}$/

/** `{secretRef: {name, key}}`, as Kubernetes names Secrets and their keys. */
function isSecretRef(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).join() !== 'secretRef') return false
  const { secretRef } = value
  if (!isObject(secretRef) || Object.keys(secretRef).sort().join() !== 'key,name') return false
  const { key, name } = secretRef
  return (
    typeof name === 'string' &&
    SECRET_NAME.test(name) &&
    typeof key === 'string' &&
    SECRET_KEY.test(key)
  )
}

/** A schema as it is compiled: without its own name, and with our format as a keyword. */
function compilable(root: SchemaNode): AnySchemaObject {
  const { $id: _id, $schema: _draft, ...schema } = root
  return rewritten(schema)
}

function rewritten(node: SchemaNode): SchemaNode {
  const { format, ...rest } = withSchemas(node, rewritten)
  if (format === undefined) return rest
  return format === SECRET_REF ? { ...rest, [SECRET_REF_KEYWORD]: true } : { ...rest, format }
}

type Compiled = {
  /** Stops at the first error. */
  readonly first: ValidateFunction
  readonly all: () => ValidateFunction
}

const compiled = new WeakMap<SchemaNode, Compiled>()

/** A schema compiled, once for each object. Throws what the compiler says of a schema that isn't read by readJsonSchema. */
export function compiledSchema(schema: SchemaNode): Compiled {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const source = compilable(schema)
  let all: ValidateFunction | undefined
  const fresh = {
    first: compilerFor(false).compile(source),
    all: () => (all ??= compilerFor(true).compile(source)),
  }
  compiled.set(schema, fresh)
  return fresh
}

let metaSchema: Ajv2020 | undefined

/** What the schema of schemas says of a schema. https://json-schema.org/draft/2020-12/schema */
export function metaSchemaErrors(schema: SchemaNode): readonly ErrorObject[] {
  metaSchema ??= new Ajv2020({ strict: false, logger: false })
  const { $schema: _draft, ...rest } = schema
  return metaSchema.validateSchema(rest) === true ? [] : (metaSchema.errors ?? [])
}
