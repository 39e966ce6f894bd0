// What a schema finds in a document, in sentences.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Issue } from '#lib/domain/text/issue.ts'
import { pathOfPointer, pointerOf } from '#lib/domain/text/pointer.ts'
import { declaredKeys, type JsonSchema } from './json-schema.ts'
import { compiledSchema } from './json-schema-compiled.ts'
import { countStepsAnew, TooManySteps } from './json-schema-patterns.ts'
import { expandedSizes, pairsOf, type Sizes } from './json-schema-refs.ts'
import { sentenceOf } from './json-schema-sentences.ts'
import { isObject, type Values } from './values.ts'

/** Of something of the schema with something of the document: about 150 ns each, at most. */
const PAIRS_MAX = 1_000_000
/** For all that is wrong instead of the first: each pair can be an error. */
const PAIRS_FOR_ALL_MAX = 100_000
const ISSUES_MAX = 20

/**
 * What a schema finds in a document: issues `config_invalid`, at most 20, each at the value that is wrong or missing. It sees only the
 * top-level keys that it declares, so that schemas for one application don't refuse each other's keys.
 */
export function documentIssues(schema: JsonSchema, document: Values): readonly Issue[] {
  const declared = projection(schema, document)
  const pairs = pairsOf(schema, declared, schema, sizesOf(schema))
  if (pairs > PAIRS_MAX) {
    return [issue([], 'The schema is too large to be checked for values as large as these.')]
  }
  try {
    countStepsAnew()
    const { first, all } = compiledSchema(schema)
    if (first(declared)) return []
    return issuesOf(errorsOf(pairs > PAIRS_FOR_ALL_MAX ? first : all(), declared))
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    return [
      issue([], 'The patterns and formats of the schema take too long for texts as long as these.'),
    ]
  }
}

function errorsOf(
  validate: { (value: unknown): boolean; errors?: readonly ErrorObject[] | null },
  document: Values,
): readonly ErrorObject[] {
  countStepsAnew()
  validate(document)
  return validate.errors ?? []
}

function projection(schema: JsonSchema, document: Values): Values {
  const keys = new Set(declaredKeys(schema))
  return Object.fromEntries(Object.entries(document).filter(([key]) => keys.has(key)))
}

const sizes = new WeakMap<JsonSchema, Sizes>()

function sizesOf(schema: JsonSchema): Sizes {
  const known = sizes.get(schema)
  if (known !== undefined) return known
  const fresh = expandedSizes(schema)
  sizes.set(schema, fresh)
  return fresh
}

function issuesOf(errors: readonly ErrorObject[]): readonly Issue[] {
  const alternatives = errors.filter(({ keyword }) => ALTERNATIVES.has(keyword))
  const told = errors.filter((error) => !alternatives.some((each) => isOf(error, each)))
  const issues = told.map((error) => issue(pathOf(error), sentenceOf(error)))
  const byText = new Map(issues.map((each) => [`${pointerOf(each.path)} ${each.reason}`, each]))
  return [...byText.values()].slice(0, ISSUES_MAX)
}

/** Keywords that fail together with each of their schemas, or with what follows from them. */
const ALTERNATIVES = new Set(['anyOf', 'oneOf', 'propertyNames'])

/** Whether an error is only why one of the alternatives doesn't fit. */
function isOf(error: ErrorObject, alternative: ErrorObject): boolean {
  if (error === alternative) return false
  return `${error.instancePath}/`.startsWith(`${alternative.instancePath}/`)
}

/** To the value that is wrong, or that is missing or too many. */
function pathOf({ instancePath, params }: ErrorObject): Issue['path'] {
  const path = pathOfPointer(instancePath) ?? []
  const named: unknown = isObject(params)
    ? (params['missingProperty'] ??
      params['additionalProperty'] ??
      params['unevaluatedProperty'] ??
      params['propertyName'])
    : undefined
  return typeof named === 'string' ? [...path, named] : path
}

function issue(path: Issue['path'], reason: string): Issue {
  return { path, code: 'config_invalid', reason }
}
