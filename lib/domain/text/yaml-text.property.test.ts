import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { YamlValue } from './yaml-text.ts'
import { yamlText } from './yaml-text.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const pieces = [
  '---',
  '...',
  '\n',
  ': ',
  ' #',
  '- ',
  '"',
  '\\',
  'no',
  '0',
  ':',
  '<<',
  '=',
  '~',
  '+argocd:',
]
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...pieces, ' ', 'a', '\r', '\u2028', '\ufeff'), maxLength: 6 }),
  fc.stringMatching(/^[-+.0-9_:eExob]{1,12}$/),
  fc
    .array(fc.string({ unit: fc.constantFrom(...pieces, ' ', 'a', '\t') }), { maxLength: 4 })
    .map(lines),
)

function lines(texts: readonly string[]): string {
  return texts.map((one) => `${one}\n`).join('')
}

const { value } = fc.letrec<{ value: YamlValue; map: ReadonlyMap<string, YamlValue> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
}))
const document = fc
  .array(fc.tuple(text, value), { maxLength: 6 })
  .map((entries): ReadonlyMap<string, YamlValue> => new Map(entries))

function readBack(yaml: string, version: '1.1' | '1.2'): unknown[] {
  return parseAllDocuments(yaml, { version }).map((parsed) => {
    expect('errors' in parsed ? parsed.errors : []).toEqual([])
    return parsed.toJS({ mapAsMap: true })
  })
}

function shuffled(data: YamlValue): YamlValue {
  if (Array.isArray(data)) return data.map(shuffled)
  if (!(data instanceof Map)) return data
  return new Map([...data].map(([key, item]) => [key, shuffled(item)] as const).toReversed())
}

describe('yamlText', () => {
  it.each(['1.1', '1.2'] as const)(
    'is read back by YAML %s as it was, as many documents',
    (version) => {
      fc.assert(
        fc.property(fc.array(document, { maxLength: 4 }), (documents) => {
          expect(readBack(yamlText(documents), version)).toEqual(documents)
        }),
        { numRuns },
      )
    },
  )

  it('has the same bytes in whatever order the keys come', () => {
    fc.assert(
      fc.property(document, (data) => {
        const reversed = shuffled(data)
        if (!(reversed instanceof Map)) throw new Error('a document is a map')
        expect(yamlText([reversed])).toBe(yamlText([data]))
      }),
      { numRuns },
    )
  })

  it('is printable ASCII, without what hides a file from Argo CD, for any text', () => {
    const hostile = fc.tuple(text, text).map(([a, b]) => `${a}+argocd:skip-file-rendering${b}`)
    fc.assert(
      fc.property(
        fc.oneof(hostile, fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)) })),
        (any) => {
          const yaml = yamlText([new Map<string, YamlValue>([[any, [any, new Map([[any, any]])]]])])
          expect(yaml).toMatch(/^[\x20-\x7e\n]*$/)
          expect(yaml).not.toContain('+argocd:skip-file-rendering')
          expect(parseAllDocuments(yaml)).toHaveLength(1)
        },
      ),
      { numRuns },
    )
  })
})
