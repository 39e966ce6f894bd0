import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { YamlMap, YamlValue } from './yaml-text.ts'
import { yamlText } from './yaml-text.ts'

function readBack(text: string, version: '1.1' | '1.2'): unknown[] {
  return parseAllDocuments(text, { version }).map((document) => {
    expect('errors' in document ? document.errors : []).toEqual([])
    return document.toJS({ mapAsMap: true })
  })
}

function expectReadBack(documents: readonly YamlMap[]): void {
  const text = yamlText(documents)
  expect(readBack(text, '1.1')).toEqual(documents)
  expect(readBack(text, '1.2')).toEqual(documents)
}

const plain = [
  'main',
  'argoproj.io/v1alpha1',
  'https://git.example.com/team-a/api.git',
  'refs/heads/main',
  'ServerSideApply=false',
  'Prune=false,Delete=false',
  'pod-security.kubernetes.io/enforce',
  'a_b',
  'a1',
  'e3a',
  'yess',
  'nullable',
  'x0x1f',
  'a:b',
]

const words = 'no No NO yes Yes on On off OFF y Y n N true True false FALSE null Null ~'.split(' ')
const numbers =
  '0 0123 0o17 0x1f 0b101 1_000 -1 +1 8081 1e3 1E3 e3 E12 E-0 e-12 .5 1.5 .inf -.Inf .nan .NaN'.split(
    ' ',
  )
const times = '12:30:45 1:1 190:20:30.15 2001-01-01 2001-12-14t21:59:43.10-05:00'.split(' ')
const indicators = '= << - ? : a: * *.yaml &a !kube-* !!str | > %TAG @x `x` [] {} , --- ...'.split(
  ' ',
)
const spaced = ['', '- x', '? x', ': x', 'a: b', 'a #b', '#x', ' a', 'a ', 'a b', "'x'", '--- a']
const rest = ['.', '..', '/', '_', 'é', 'ﬁ', '00000000-0000-0000-0000-000000000001']
const quoted = [...words, ...numbers, ...times, ...indicators, ...spaced, ...rest]

describe('a string', () => {
  it.each(plain)('is written plain where every reader takes it for itself: %j', (text) => {
    expect(yamlText([{ key: text }])).toBe(`key: ${text}\n`)
    expectReadBack([new Map([['key', text]])])
  })

  it.each(quoted)('is quoted where a reader could take it for something else: %j', (text) => {
    expect(yamlText([{ key: text }])).toMatch(/^key: ".*"\n$/)
    expectReadBack([new Map([['key', text]])])
  })

  it.each(quoted)('is quoted as a key as well: %j', (text) => {
    expect(yamlText([new Map([[text, 'value']])])).toMatch(/^".*": value\n$/)
    expectReadBack([new Map([[text, 'value']])])
  })

  it.each(quoted)('is quoted as an item as well: %j', (text) => {
    expect(yamlText([{ key: [text] }])).toMatch(/^key:\n {2}- ".*"\n$/)
    expectReadBack([new Map([['key', [text]]])])
  })

  it.each([
    ['"', String.raw`"\""`],
    ['\\', String.raw`"\\"`],
    ['a\nb', String.raw`"a\nb"`],
    ['\t', String.raw`"\t"`],
    ['\r\u0000\u0085', String.raw`"\x0d\x00\x85"`],
    ['\u2028\u202e\ufeff', String.raw`"\u2028\u202e\ufeff"`],
    ['é', String.raw`"\xe9"`],
    ['👍', String.raw`"\U0001f44d"`],
  ])('spells out what cannot be seen or has a meaning in quotes: %j', (text, written) => {
    expect(yamlText([{ key: text }])).toBe(`key: ${written}\n`)
    expectReadBack([new Map([['key', text]])])
  })

  it('of several lines is written as these lines, as a value and as an item', () => {
    const script = '#!/bin/sh\nif true; then\n\n  echo "a\\n" # x: - y\nfi\n'
    const written = yamlText([{ key: script, list: [script, { key: script }] }])
    expect(written.split('\n').slice(0, 13)).toEqual([
      'key: |',
      '  #!/bin/sh',
      '  if true; then',
      '',
      '    echo "a\\n" # x: - y',
      '  fi',
      'list:',
      '  - |',
      '    #!/bin/sh',
      '    if true; then',
      '',
      '      echo "a\\n" # x: - y',
      '    fi',
    ])
    const list = [script, new Map([['key', script]])]
    expectReadBack([
      new Map<string, YamlValue>([
        ['key', script],
        ['list', list],
      ]),
    ])
  })

  it.each([
    'a\nb',
    'a\n',
    'a\nb\n\n',
    ' a\nb\n',
    '\na\nb\n',
    'a \nb\n',
    'a\nb \n',
    'a\tb\nc\n',
    'a\r\nb\n',
    'é\nb\n',
    'a\n+argocd:skip-file-rendering\n',
  ])('of several lines is quoted where not all of it would be seen: %j', (text) => {
    expect(yamlText([{ key: text }])).toMatch(/^key: ".*"\n$/)
    expectReadBack([new Map([['key', text]])])
  })

  it('is never folded, however long', () => {
    const long = 'word '.repeat(1000)
    expect(yamlText([{ key: long }])).toBe(`key: "${long}"\n`)
  })

  it('turns a lone surrogate, which UTF-8 cannot hold, into the replacement character', () => {
    expect(yamlText([{ key: 'a\ud800' }])).toBe(String.raw`key: "a\ufffd"` + '\n')
    expect(yamlText([{ '\ud800': 'first', '\udfff': 'second' }])).toBe(
      String.raw`"\ufffd": second` + '\n',
    )
  })

  it('cannot hide its file from Argo CD, neither as a value nor as a key', () => {
    const marker = '+argocd:skip-file-rendering'
    const hostile = new Map([[marker, [`x${marker}`, `+${marker}+`]]])
    expect(yamlText([hostile])).not.toContain(marker)
    expectReadBack([hostile])
  })
})

describe('a number or boolean', () => {
  it.each([
    [0, '0'],
    [-1, '-1'],
    [8081, '8081'],
    [0.5, '0.5'],
    [-0, '-0.0'],
    [1e21, '1.0e+21'],
    [-2e-7, '-2.0e-7'],
    [1.5e300, '1.5e+300'],
    [Number.POSITIVE_INFINITY, '.inf'],
    [Number.NEGATIVE_INFINITY, '-.inf'],
    [Number.NaN, '.nan'],
    [true, 'true'],
    [null, 'null'],
    [false, 'false'],
  ])('stays one in every reader: %s', (value, written) => {
    expect(yamlText([{ key: value }])).toBe(`key: ${written}\n`)
    expectReadBack([new Map([['key', value]])])
  })

  it('has a dot where it has an exponent, as YAML 1.1 readers take it for a string otherwise', () => {
    expect(yamlText([{ key: 1e21 }])).toMatch(/\d\.\d+e[+-]\d+$/m)
  })
})

describe('a document', () => {
  it('has sorted keys, two spaces a level, and items inside their key', () => {
    const ports: YamlValue = [{ protocol: 'TCP', port: 53 }, {}, [], [['deep'], 'flat']]
    expect(yamlText([{ spec: { ports, empty: {}, none: [] }, kind: 'X' }])).toBe(
      [
        'kind: X',
        'spec:',
        '  empty: {}',
        '  none: []',
        '  ports:',
        '    - port: 53',
        '      protocol: TCP',
        '    - {}',
        '    - []',
        '    - - - deep',
        '      - flat',
        '',
      ].join('\n'),
    )
  })

  it('is sorted by code units, with no say for a locale', () => {
    expect(yamlText([{ b: 1, 'a-b': 1, B: 1, aa: 1, ab: 1 }])).toBe(
      'B: 1\na-b: 1\naa: 1\nab: 1\nb: 1\n',
    )
  })

  it('repeats what stands twice in it, without anchors', () => {
    const shared = { a: 1 }
    expect(yamlText([{ x: shared, y1: [shared, shared] }])).toBe(
      'x:\n  a: 1\ny1:\n  - a: 1\n  - a: 1\n',
    )
  })

  it('is the same from a Map and from an object', () => {
    expect(yamlText([new Map([['a', new Map([['b', 1]])]])])).toBe(yamlText([{ a: { b: 1 } }]))
  })

  it('keeps keys that objects inherit', () => {
    const keys = ['__proto__', 'constructor', 'toString']
    expectReadBack([new Map(keys.map((key) => [key, 'value']))])
  })

  it.each(['x', '👍'])('takes a key of any length: %s', (character) => {
    const key = character.repeat(2000)
    expectReadBack([new Map<string, YamlValue>([[key, 'value']])])
    expectReadBack([new Map<string, YamlValue>([[key, new Map([['a', [1]]])]])])
    expectReadBack([new Map<string, YamlValue>([['list', [new Map([[key, []]])]]])])
  })
})

describe('several documents', () => {
  it('are joined by three dashes', () => {
    expect(yamlText([{ a: 1 }, { b: 2 }])).toBe('a: 1\n---\nb: 2\n')
  })

  it('are none when there are none', () => {
    expect(yamlText([])).toBe('')
  })
})
