import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { secretIssues } from './secret-issues.ts'
import { readValues } from './values.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

/** What JSON can hold, with texts that YAML could take for something else. */
const anyJson = fc.jsonValue({ maxDepth: 5 })
const text = fc.oneof(
  fc.constantFrom(
    'on',
    'yes',
    '1e3',
    '0x1f',
    '1_000',
    'null',
    '~',
    '2026-01-01',
    '- a',
    'a: b',
    '',
  ),
  fc.string({ unit: 'grapheme' }),
)
const fine = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((n) => n || 0),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
})).object

/** As PostgreSQL gives a document back: shorter keys first. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stored)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, stored(member)] as const)
      .sort(([a], [b]) => a.length - b.length || (a < b ? 1 : -1)),
  )
}

it('reads whatever it is given, or says what is wrong, and throws nothing', () => {
  fc.assert(
    fc.property(anyJson, (sent) => {
      const read = readValues(sent, [])
      const issues = read.ok ? secretIssues(read.value, []) : read.issues
      expect(read.ok || issues.length > 0).toBe(true)
    }),
    { numRuns },
  )
})

it('gives equal values one text, in whatever order they come back, and YAML that says the same', () => {
  fc.assert(
    fc.property(fine, (sent) => {
      const read = readValues(sent, [])
      if (!read.ok) return
      expect(read.value).toEqual(sent)
      const again = readValues(stored(JSON.parse(JSON.stringify(read.value))), [])
      expect(JSON.stringify(again)).toBe(JSON.stringify(read))
      const written = yamlText([{ values: read.value }])
      for (const version of ['1.1', '1.2'] as const) {
        expect(parse(written, { version })).toEqual({ values: read.value })
      }
    }),
    { numRuns },
  )
})
