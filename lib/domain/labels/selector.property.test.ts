import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Labels } from './labels.ts'
import { formatSelector, selectorJson } from './selector-format.ts'
import { parseSelector } from './selector-parse.ts'
import { type Operator, type Selector, selectorMatches } from './selector.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

/** A requirement as a person might write it: in any order, with repeats and lists of one. */
type Written = {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[]
}

// Few keys and values, so that terms share keys and labels often match.
const flatKey = fc.constantFrom('a', 'b', 'in', 'notin', 'constructor', 'example.com/x', 'B')
const key = fc.oneof(flatKey, fc.constantFrom('matchLabels', 'matchExpressions'))
const value = fc.constantFrom('', 'a', 'b', 'in', 'notin', '0', 'A.b_c-d')
const written: fc.Arbitrary<Written> = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom<Operator>('=', '!='),
    values: fc.array(value, { minLength: 1, maxLength: 1 }),
  }),
  fc.record({
    key,
    operator: fc.constantFrom<Operator>('in', 'notin'),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    key,
    operator: fc.constantFrom<Operator>('exists', '!exists'),
    values: fc.constant([]),
  }),
)
const terms = fc.array(written, { minLength: 1, maxLength: 6 })
const labels: fc.Arbitrary<Labels> = fc
  .array(fc.tuple(key, value), { maxLength: 6 })
  .map((entries) => new Map(entries))
const blank = fc.constantFrom('', ' ', '\t', '\n', '\r', '  ')

function parsed(input: unknown): Selector {
  const read = parseSelector(input, [])
  if (!read.ok) throw new Error(`${JSON.stringify(input)}: ${JSON.stringify(read.issues)}`)
  return read.value
}

function stringOf(requirements: readonly Written[], blanks: () => string): string {
  return requirements
    .map((written) => `${blanks()}${termText(written, blanks)}${blanks()}`)
    .join(',')
}

function termText({ key, operator, values }: Written, blanks: () => string): string {
  if (operator === 'exists') return key
  if (operator === '!exists') return `!${blanks()}${key}`
  if (operator === '=')
    return `${key}${blanks()}${blanks() === '' ? '=' : '=='}${blanks()}${values[0]}`
  if (operator === '!=') return `${key}${blanks()}!=${blanks()}${values[0]}`
  const list = values.map((value) => `${blanks()}${value}${blanks()}`).join(',')
  return `${key} ${operator}${blanks()}(${list})`
}

const names = {
  '=': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!exists': 'DoesNotExist',
}

function structuredOf(requirements: readonly Written[]): unknown {
  const expressions = requirements.map(({ key, operator, values }) => ({
    key,
    operator: names[operator],
    ...(values.length > 0 && { values }),
  }))
  return { matchExpressions: expressions }
}

// The table of Kubernetes' documentation, applied to what was written and not to the canonical form.
function oracle({ key, operator, values }: Written, labels: Labels): boolean {
  const present = labels.has(key)
  const listed = values.some((value) => labels.get(key) === value)
  if (operator === 'exists') return present
  if (operator === '!exists') return !present
  return operator === '=' || operator === 'in' ? present && listed : !(present && listed)
}

it('means by every spelling what Kubernetes means by it', () => {
  fc.assert(
    fc.property(terms, labels, fc.infiniteStream(blank), (requirements, labels, blanks) => {
      const expected = requirements.every((requirement) => oracle(requirement, labels))
      const text = stringOf(requirements, () => blanks.next().value)
      expect(selectorMatches(parsed(text), labels)).toBe(expected)
      expect(selectorMatches(parsed(structuredOf(requirements)), labels)).toBe(expected)
    }),
    { numRuns },
  )
})

it('reads the string and the structured form as one selector', () => {
  fc.assert(
    fc.property(terms, fc.infiniteStream(blank), (requirements, blanks) => {
      const text = stringOf(requirements, () => blanks.next().value)
      expect(parsed(text)).toEqual(parsed(structuredOf(requirements)))
    }),
    { numRuns },
  )
})

it('reads a flat map as the equal terms that it stands for', () => {
  fc.assert(
    fc.property(fc.dictionary(flatKey, value, { minKeys: 1 }), (flat) => {
      const requirements = Object.entries(flat).map(([key, value]): Written => ({
        key,
        operator: '=',
        values: [value],
      }))
      expect(parsed(flat)).toEqual(parsed(structuredOf(requirements)))
      expect(parsed(flat)).toEqual(parsed({ matchLabels: flat }))
      expect(parsed(flat)).toEqual(parsed(stringOf(requirements, () => '')))
    }),
    { numRuns },
  )
})

it('never reads an object with a field of the structured form as a flat map', () => {
  const field = fc.constantFrom('matchLabels', 'matchExpressions')
  fc.assert(
    fc.property(field, fc.jsonValue(), fc.dictionary(flatKey, value), (field, said, flat) => {
      const read = parseSelector({ ...flat, [field]: said }, [])
      const isStructured =
        Object.keys(flat).length === 0 && typeof said === 'object' && said !== null
      if (!isStructured) expect(read.ok).toBe(false)
    }),
    { numRuns },
  )
})

it('gives one selector for every order of terms and values', () => {
  const shuffled = terms.chain((requirements) =>
    fc.tuple(
      fc.constant(requirements),
      fc.shuffledSubarray([...requirements, ...requirements], {
        minLength: requirements.length * 2,
      }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([requirements, others]) => {
      const reversed = others.map((written) => ({
        ...written,
        values: written.values.toReversed(),
      }))
      expect(parsed(structuredOf(reversed))).toEqual(parsed(structuredOf(requirements)))
    }),
    { numRuns },
  )
})

it('keeps the promises of the canonical form', () => {
  fc.assert(
    fc.property(terms, (requirements) => {
      const selector = parsed(structuredOf(requirements))
      if (selector.kind === 'everything') throw new Error('terms became everything')
      for (const { operator, values } of selector.terms) {
        expect(values).toEqual([...new Set(values)].toSorted())
        if (operator === '=' || operator === '!=') expect(values.length).toBe(1)
        else if (operator === 'in' || operator === 'notin') expect(values.length).toBeGreaterThan(1)
        else expect(values.length).toBe(0)
      }
      const keys = selector.terms.map((term) => term.key)
      expect(keys).toEqual(keys.toSorted())
    }),
    { numRuns },
  )
})

it('parses what it writes back to the same selector', () => {
  fc.assert(
    fc.property(terms, (requirements) => {
      const selector = parsed(structuredOf(requirements))
      expect(parsed(formatSelector(selector))).toEqual(selector)
      expect(parsed(JSON.parse(JSON.stringify(selectorJson(selector))))).toEqual(selector)
    }),
    { numRuns },
  )
})

it('answers any JSON and any text with a selector or issues', () => {
  const pieces = fc.constantFrom(
    'a',
    'in',
    'notin',
    '(',
    ')',
    ',',
    '=',
    '!',
    '==',
    '!=',
    ' ',
    '<',
    '*',
    '\0',
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.string({ unit: pieces })), (input) => {
      const read = parseSelector(input, [])
      if (read.ok) expect(parsed(formatSelector(read.value))).toEqual(read.value)
      else expect(read.issues.length).toBeGreaterThan(0)
    }),
    { numRuns },
  )
})
