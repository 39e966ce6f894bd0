import { describe, expect, it } from 'vitest'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { declaredKeys, type JsonSchema, readJsonSchema } from './json-schema.ts'
import { defaultsOf, notSecretPointers } from './json-schema-defaults.ts'
import { documentIssues } from './json-schema-issues.ts'
import type { Values } from './values.ts'

const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })
const found = (sent: unknown) => {
  const read = readJsonSchema(sent, ['schema'])
  return read.ok ? [] : read.issues.map(({ path, code }) => `${path.join('/')} ${code}`)
}
const schemaOf = (sent: unknown): JsonSchema => {
  const read = readJsonSchema(sent, [])
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.value
}
const issuesIn = (sent: unknown, document: Values) =>
  documentIssues(schemaOf(sent), document).map(({ path, reason }) => [path.join('/'), reason])

/** Definitions of which each refers to the next one twice. */
const doubling = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [
      `d${nth}`,
      nth === count - 1
        ? { type: 'string' }
        : { anyOf: [{ $ref: `#/$defs/d${nth + 1}` }, { $ref: `#/$defs/d${nth + 1}` }] },
    ]),
  )
const nested = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((within) => object({ a: within }), {})

describe('a schema', () => {
  it.each<[string, unknown]>([
    ['empty', { type: 'object' }],
    [
      'with a name and its draft',
      {
        ...object({}),
        $id: 'https://example.com/a',
        $schema: 'https://json-schema.org/draft/2020-12/schema',
      },
    ],
    ['with references', object({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'string' } } })],
    [
      'with references to encoded names',
      object({ a: { $ref: '#/$defs/x%20~1' } }, { $defs: { 'x /': { type: 'string' } } }),
    ],
    ['with several types', object({ a: { type: ['string', 'integer'] } })],
    [
      'with a pattern that others run for ever',
      object({ a: { type: 'string', pattern: '(a+)+$' } }),
    ],
    ['with formats', object({ a: { type: 'string', format: 'uri' } })],
    ['with names of Secrets', object({ a: { type: 'object', format: 'secret-ref' } })],
    ['with what is no secret', object({ a: { type: 'string', 'x-berth-not-secret': true } })],
    [
      'with alternatives that require',
      object({ a: { type: 'object', anyOf: [{ required: ['x'] }] } }),
    ],
    ['with a property of every object', object({ a: object({ constructor: { type: 'string' } }) })],
    [
      'with few references that double',
      object({ a: { $ref: '#/$defs/d0' } }, { $defs: doubling(8) }),
    ],
    ['that nests', nested(12)],
  ])('may be %s', (_, sent) => {
    expect(found(sent)).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['true', true, 'schema schema_invalid'],
    ['false', false, 'schema schema_invalid'],
    ['a list', [], 'schema schema_invalid'],
    ['null', null, 'schema schema_invalid'],
    ['of anything', {}, 'schema/type schema_invalid'],
    ['of text', { type: 'string' }, 'schema/type schema_invalid'],
    ['of objects or text', { type: ['object', 'string'] }, 'schema/type schema_invalid'],
    [
      'of another draft',
      { type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' },
      'schema/$schema schema_invalid',
    ],
    [
      'with a type that there is not',
      object({ a: { type: 'text' } }),
      'schema/properties/a/type schema_invalid',
    ],
    [
      'with an unknown keyword',
      object({ a: { type: 'string', maxLenght: 1 } }),
      'schema schema_invalid',
    ],
    [
      'with an unknown keyword of Berth',
      object({ a: { type: 'string', 'x-berth-secret': true } }),
      'schema/properties/a/x-berth-secret schema_invalid',
    ],
    [
      'with a word for true',
      object({ a: { type: 'string', 'x-berth-not-secret': 'yes' } }),
      'schema/properties/a/x-berth-not-secret schema_invalid',
    ],
    ['with properties of no type', object({ a: { minLength: 1 } }), 'schema schema_invalid'],
    [
      'with an unknown format',
      object({ a: { type: 'string', format: 'phone' } }),
      'schema schema_invalid',
    ],
    [
      'with a format that backtracks',
      object({ a: { type: 'string', format: 'url' } }),
      'schema schema_invalid',
    ],
    [
      'with a Secret as text',
      object({ a: { type: 'string', format: 'secret-ref' } }),
      'schema/properties/a/format schema_invalid',
    ],
    [
      'that refers to another one',
      object({ a: { $ref: 'https://example.com/a.json' } }),
      'schema/properties/a/$ref schema_ref_remote',
    ],
    [
      'that refers to a file',
      object({ a: { $ref: 'a.json#/x' } }),
      'schema/properties/a/$ref schema_ref_remote',
    ],
    [
      'that refers to nothing',
      object({ a: { $ref: '#/$defs/x' } }),
      'schema/properties/a/$ref schema_invalid',
    ],
    [
      'that refers to a name',
      object({ a: { $ref: '#x' } }),
      'schema/properties/a/$ref schema_invalid',
    ],
    [
      'that refers to no schema',
      object({ a: { type: 'object', default: { b: 1 } }, b: { $ref: '#/properties/a/default' } }),
      'schema/properties/b/$ref schema_invalid',
    ],
    [
      'that refers to a prototype',
      object({ a: { $ref: '#/constructor' } }),
      'schema/properties/a/$ref schema_invalid',
    ],
    ['that refers to itself', object({ a: { $ref: '#' } }), 'schema schema_invalid'],
    [
      'with references in a circle',
      object(
        { a: { $ref: '#/$defs/x' } },
        { $defs: { x: { $ref: '#/$defs/y' }, y: { allOf: [{ $ref: '#/$defs/x' }] } } },
      ),
      'schema schema_invalid',
    ],
    [
      'with references that double',
      object({ a: { $ref: '#/$defs/d0' } }, { $defs: doubling(60) }),
      'schema schema_invalid',
    ],
    [
      'with dynamic references',
      object({ a: { $dynamicRef: '#x' } }),
      'schema/properties/a/$dynamicRef schema_invalid',
    ],
    [
      'with anchors',
      object({ a: { $dynamicAnchor: 'x' } }),
      'schema/properties/a/$dynamicAnchor schema_invalid',
    ],
    [
      'with names within',
      object({ a: { $id: 'https://example.com/b' } }),
      'schema/properties/a/$id schema_invalid',
    ],
    [
      'with a pattern that looks around',
      object({ a: { type: 'string', pattern: '(a)\\1' } }),
      'schema/properties/a/pattern schema_invalid',
    ],
    [
      'with a long pattern',
      object({ a: { type: 'string', pattern: 'a'.repeat(251) } }),
      'schema/properties/a/pattern schema_invalid',
    ],
    [
      'with a pattern that repeats',
      object({ a: { type: 'string', pattern: 'a{1000}'.repeat(30) } }),
      'schema/properties/a/pattern schema_invalid',
    ],
    [
      'with a pattern that repeats itself',
      object({ a: { type: 'string', pattern: '((a{1,9}){1,9}){1,9}' } }),
      'schema/properties/a/pattern schema_invalid',
    ],
    [
      'with a wrong pattern of keys',
      object({ a: { type: 'object', patternProperties: { '(': true } } }),
      'schema/properties/a/patternProperties/( schema_invalid',
    ],
    [
      'with more than 300 schemas',
      object({ a: { anyOf: Array(300).fill(true) } }),
      'schema schema_invalid',
    ],
    [
      'with many values of an enum',
      object({ a: { enum: Array.from({ length: 5000 }, (_, nth) => nth) } }),
      'schema schema_invalid',
    ],
    ['of 2 MB', object({ a: { enum: ['x'.repeat(2_000_000)] } }), 'schema schema_invalid'],
    [
      'with a key that configs can not have',
      object({ 'a.b': { type: 'string' } }),
      'schema/properties/a.b schema_invalid',
    ],
    [
      'with a key of ours',
      object({ berth: { type: 'string' } }),
      'schema/properties/berth schema_invalid',
    ],
    [
      'that requires what it does not declare',
      object({}, { required: ['a'] }),
      'schema/required/0 schema_invalid',
    ],
    [
      'with an expression for a default',
      object({ a: { type: 'string', default: '${{ cluster.name }}' } }),
      'schema schema_invalid',
    ],
    [
      'with null for a default',
      object({ a: { type: 'string', default: null } }),
      'schema/properties/a/default schema_invalid',
    ],
    [
      'with an integer beyond what is exact',
      object({ a: { type: 'integer', maximum: 2 ** 53 } }),
      'schema/properties/a/maximum schema_invalid',
    ],
  ])('may not be %s', (_, sent, issue) => {
    expect(found(sent)[0]).toBe(issue)
  })

  it('has one form, whatever order it was written in, and stays as it was written', () => {
    const one = readJsonSchema({ type: 'object', properties: { b: { type: 'string' }, a: {} } }, [])
    const other = readJsonSchema(
      { properties: { a: {}, b: { type: 'string' } }, type: 'object' },
      [],
    )
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  })

  it('declares the keys of its properties', () => {
    expect(declaredKeys(schemaOf(object({ b: {}, a: true })))).toEqual(['a', 'b'])
  })

  it('has the defaults of properties at any depth and through references', () => {
    const sent = object(
      {
        a: {
          type: 'object',
          default: { x: 1 },
          properties: { x: { default: 2 }, y: { default: 3 } },
        },
        b: { $ref: '#/$defs/port' },
        c: { type: 'array', items: { default: 9 }, default: [[1], 2] },
        d: object({ e: object({ f: { type: 'string', default: '007' }, g: {} }) }),
        h: { type: 'boolean', default: false },
        i: { type: 'object', default: {} },
      },
      { $defs: { port: { type: 'integer', default: 80 } } },
    )
    expect(defaultsOf(schemaOf(sent))).toEqual({
      a: { x: 1, y: 3 },
      b: 80,
      c: [[1], 2],
      d: { e: { f: '007' } },
      h: false,
      i: {},
    })
  })

  it('names what it declares to be no secret', () => {
    const sent = object(
      {
        a: object({ 'x/y': { $ref: '#/$defs/open' } }),
        token: { type: 'string', 'x-berth-not-secret': false },
      },
      { $defs: { open: { type: 'string', 'x-berth-not-secret': true } } },
    )
    expect([...notSecretPointers(schemaOf(sent))]).toEqual(['/a/x~1y'])
  })
})

describe('a document', () => {
  const schema = object(
    {
      text: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
      port: { type: 'integer', minimum: 1, maximum: 65_535 },
      mode: { enum: ['on', 'off'] },
      cosmos: object(
        { endpoint: { type: 'string', format: 'uri' } },
        { required: ['endpoint'], additionalProperties: false },
      ),
      list: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 3 },
      secret: { type: 'object', format: 'secret-ref' },
      either: { anyOf: [{ type: 'string' }, { type: 'object', required: ['x'] }] },
    },
    { required: ['port'] },
  )

  it.each<[string, Values, [string, string][]]>([
    ['that fits', { port: 80, text: 'ab', mode: 'on', list: ['a'], either: 'x' }, []],
    ['with a Secret', { port: 80, secret: { secretRef: { name: 'db', key: 'password' } } }, []],
    ['with other keys', { port: 80, other: 1 }, []],
    ['without what is required', {}, [['port', 'The schema requires it, and nothing gives it.']]],
    ['with text for a number', { port: '80' }, [['port', 'It should be a whole number.']]],
    ['with a number out of range', { port: 0 }, [['port', 'It should be 1 or more.']]],
    ['with a number for text', { port: 80, text: 7 }, [['text', 'It should be text.']]],
    [
      'with several flaws',
      { port: 80, text: 'A', mode: 'x' },
      [
        ['mode', 'It should be one of "on", "off".'],
        ['text', 'It should have 2 characters or more.'],
        ['text', 'It should match the pattern "^[a-z]+$".'],
      ],
    ],
    [
      'with flaws within',
      { port: 80, cosmos: { endpoint: 'x', 'a/b': 1 } },
      [
        ['cosmos/a/b', 'The schema has no such key.'],
        ['cosmos/endpoint', 'It should be of the format "uri".'],
      ],
    ],
    [
      'with equal items',
      { port: 80, list: ['a', 'a'] },
      [['list', 'It has equal items, and each should differ from the others.']],
    ],
    ['with a wrong item', { port: 80, list: ['a', 1] }, [['list/1', 'It should be text.']]],
    ['with a secret as it is', { port: 80, secret: 'x' }, [['secret', 'It should be an object.']]],
    [
      'with half of a Secret',
      { port: 80, secret: { secretRef: { name: 'db' } } },
      [
        [
          'secret',
          'It should name a Secret (format "secret-ref"): {"secretRef": {"name": "...", "key": "..."}}.',
        ],
      ],
    ],
    [
      'that fits no alternative',
      { port: 80, either: 1 },
      [['either', 'It fits none of the alternatives that the schema has for it.']],
    ],
  ])('%s', (_, document, issues) => {
    expect(
      issuesIn(schema, document).toSorted((a, b) => compareText(String(a), String(b))),
    ).toEqual(issues)
  })

  it('is seen by each schema without the keys of others', () => {
    const one = object({ a: { type: 'string' } }, { additionalProperties: false })
    const other = object({ b: { type: 'string' } }, { additionalProperties: false })
    expect(issuesIn(one, { a: 'x', b: 'x' })).toEqual([])
    expect(issuesIn(other, { a: 'x', b: 'x' })).toEqual([])
  })

  it('has no keys that every object has', () => {
    const sent = object({
      a: object({ constructor: { type: 'string' } }, { required: ['toString'] }),
    })
    expect(issuesIn(sent, { a: {} })).toEqual([
      ['a/toString', 'The schema requires it, and nothing gives it.'],
    ])
  })

  it('is not changed by the defaults of the schema, nor by its types', () => {
    const document = Object.freeze({ b: '1' })
    const sent = object({ a: { type: 'string', default: 'x' }, b: { type: ['integer', 'string'] } })
    expect(issuesIn(sent, document)).toEqual([])
    expect(document).toEqual({ b: '1' })
  })

  it('is answered soon, whatever the pattern', () => {
    const sent = object({ a: { type: 'string', pattern: '^(a+)+$' } })
    expect(issuesIn(sent, { a: `${'a'.repeat(40_000)}!` })).toEqual([
      ['a', 'It should match the pattern "^(a+)+$".'],
    ])
  })

  it.each<[string, object, Values]>([
    ['pattern', { type: 'string', pattern: '(a|b)*a(a|b){60}c' }, { a: 'ab'.repeat(20_000) }],
    [
      'size',
      { type: 'array', items: { enum: Array.from({ length: 999 }, (_, nth) => nth) } },
      { a: Array(1999).fill(0) },
    ],
  ])('is refused instead of checked for long: its %s', (_, property, document) => {
    expect(documentIssues(schemaOf(object({ a: property })), document)).toMatchObject([
      { path: [], code: 'config_invalid' },
    ])
  })

  it('has at most 20 issues, and none repeats its values', () => {
    const sent = object({ a: { type: 'array', items: { type: 'string', maxLength: 2 } } })
    const issues = issuesIn(sent, { a: Array(50).fill('hunter2') })
    expect(issues).toHaveLength(20)
    expect(JSON.stringify(issues)).not.toContain('hunter2')
  })
})
