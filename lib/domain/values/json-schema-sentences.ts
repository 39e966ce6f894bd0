// Errors of the validation as sentences. None repeats a value, which could be long.
import type { ErrorObject } from 'ajv/dist/2020.js'
import { counted } from '#lib/domain/text/counted.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { SECRET_REF, SECRET_REF_KEYWORD } from './json-schema-compiled.ts'
import type { Value } from './values.ts'

const SHOWN_MAX = 5

/** What an error says of the value at its pointer. */
export function sentenceOf({ keyword, params }: ErrorObject): string {
  const sentence = Object.hasOwn(SENTENCES, keyword) ? SENTENCES[keyword] : undefined
  return sentence?.(params) ?? `The schema refuses it: it breaks ${quoted(keyword)}.`
}

type Params = ErrorObject['params']

const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'The schema requires it, and nothing gives it.',
  dependentRequired: ({ property }) => `The schema requires it where ${quoted(property)} is given.`,
  additionalProperties: () => 'The schema has no such key.',
  unevaluatedProperties: () => 'The schema has no such key.',
  propertyNames: () => 'The schema allows no key of this form.',
  type: ({ type }) => `It should be ${typeWords(type)}.`,
  enum: ({ allowedValues }) => `It should be ${fewOf(allowedValues)}.`,
  const: ({ allowedValue }) => `It should be ${fewOf([allowedValue])}.`,
  minimum: ({ limit }) => `It should be ${limit} or more.`,
  maximum: ({ limit }) => `It should be ${limit} or less.`,
  exclusiveMinimum: ({ limit }) => `It should be more than ${limit}.`,
  exclusiveMaximum: ({ limit }) => `It should be less than ${limit}.`,
  multipleOf: ({ multipleOf }) => `It should be a multiple of ${multipleOf}.`,
  minLength: ({ limit }) => `It should have ${counted(limit, 'character')} or more.`,
  maxLength: ({ limit }) => `It should have ${counted(limit, 'character')} or fewer.`,
  minItems: ({ limit }) => `It should have ${counted(limit, 'item')} or more.`,
  maxItems: ({ limit }) => `It should have ${counted(limit, 'item')} or fewer.`,
  minProperties: ({ limit }) => `It should have ${counted(limit, 'key')} or more.`,
  maxProperties: ({ limit }) => `It should have ${counted(limit, 'key')} or fewer.`,
  items: ({ limit }) => `It should have ${counted(limit, 'item')} or fewer.`,
  unevaluatedItems: () => 'It has more items than the schema has.',
  uniqueItems: () => 'It has equal items, and each should differ from the others.',
  contains: () => 'It has too few, or too many, of the items that the schema asks for.',
  pattern: ({ pattern }) => `It should match the pattern ${quoted(pattern)}.`,
  format: ({ format }) => `It should be of the format ${quoted(format)}.`,
  [SECRET_REF_KEYWORD]: () =>
    `It should name a Secret (format "${SECRET_REF}"): {"secretRef": {"name": "...", "key": "..."}}.`,
  anyOf: () => 'It fits none of the alternatives that the schema has for it.',
  oneOf: () => 'It should fit exactly one of the alternatives that the schema has for it.',
  not: () => 'The schema excludes it.',
  if: () => 'It breaks what the schema asks of it under a condition.',
  'false schema': () => 'The schema allows nothing there.',
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typeWords(type: string | readonly string[]): string {
  const types = typeof type === 'string' ? type.split(',') : type
  return types.map((each) => TYPE_WORDS[each] ?? each).join(', or ')
}

/** The first few values that are allowed, as JSON and not at length. */
function fewOf(values: readonly Value[]): string {
  const few = values.slice(0, SHOWN_MAX).map(shown)
  const more = values.length - few.length
  if (few.length === 1 && more === 0) return few[0] ?? ''
  return `one of ${few.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function shown(value: Value): string {
  return typeof value === 'string' ? quoted(value) : quoted(JSON.stringify(value)).slice(1, -1)
}
