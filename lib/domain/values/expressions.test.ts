import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { Subjects } from './expression.ts'
import { evaluated, expressionIssues, fieldsRead } from './expressions.ts'
import { readValues } from './values.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

const subjects: Subjects = {
  cluster: {
    name: 'eu-1',
    environment: 'dev',
    type: 'edge',
    labels: new Map([
      ['zone', 'a'],
      ['example.com/rack.unit', '7'],
    ]),
  },
  application: { team: 'payments', name: 'api', labels: new Map([['tier', 'gold']]) },
}
const codes = (text: string) => expressionIssues({ at: text }, ['values']).map(({ code }) => code)
const given = (text: string) => {
  const result = evaluated({ at: text }, subjects)
  return result.ok
    ? result.value['at']
    : result.issues.map(({ path, code }) => [path.join('/'), code])
}
const repeated = (text: string, count: number) => Array(count).fill(text).join(',')

describe('an expression', () => {
  it.each<[string, string, unknown]>([
    ['text', '${{ cluster.name }}', 'eu-1'],
    [
      'text among text',
      '${{cluster.name}}.${{ application.team }}.example',
      'eu-1.payments.example',
    ],
    ['an integer', '${{ 1 + 2 }}', 3],
    ['a number', '${{ 1.5 * 2.0 }}', 3],
    ['a boolean', '${{ cluster.type == "edge" }}', true],
    ['numbers among text', 'a${{ 1 }}b${{ true }}', 'a1btrue'],
    ['text that looks like a number', '${{ "007" }}', '007'],
    ['a label', "${{ cluster.labels['zone'] }}", 'a'],
    ['a label by its name', '${{ application.labels.tier }}', 'gold'],
    ['a label with . and /', '${{ cluster.labels["example.com/rack.unit"] }}', '7'],
    ['a label that may be missing', "${{ cluster.labels[?'x'].orValue('none') }}", 'none'],
    ['whether there is a label', "${{ 'zone' in cluster.labels }}", true],
    ['all labels', '${{ application.labels }}', { tier: 'gold' }],
    ['a map', "${{ {'b': {'c': 1}, 'a': {'c': 2}} }}", { a: { c: 2 }, b: { c: 1 } }],
    ['braces in quotes', "${{ '}}' + \"'}}\" }}", "}}'}}"],
    ['a list', '${{ [1, 2, 3].filter(n, n > 1).map(n, n * 2) }}', [4, 6]],
    [
      'all labels as text',
      "${{ cluster.labels.map(k, k + '=' + cluster.labels[k]).join(',') }}",
      'zone=a,example.com/rack.unit=7',
    ],
    ['what stands for ${{', '$${{ cluster.name }} ${{ cluster.name }}', '${{ cluster.name }} eu-1'],
    ['the largest integer', '${{ 9007199254740991 }}', 2 ** 53 - 1],
  ])('gives %s', (_, text, value) => {
    expect(codes(text)).toEqual([])
    expect(given(text)).toEqual(value)
  })

  it.each<[string, string]>([
    ['no end', '${{ cluster.name'],
    ['no end of its quotes', "${{ 'a }}"],
    ['nothing in it', '${{ }}'],
    ['10,000 parentheses', `\${{ ${'('.repeat(10_000)}1${')'.repeat(10_000)} }}`],
    ['as many parentheses as fit', `\${{ ${'('.repeat(400)}1${')'.repeat(400)} }}`],
    ['more than 500 nodes', `\${{ [${repeated('1', 499)}] == [] }}`],
    ['a member of every object', '${{ cluster["constructor"] }}'],
    ['another member of every object', '${{ cluster.__proto__ }}'],
    ['a member of every text', '${{ "a".constructor }}'],
    ['a field that there is not', '${{ cluster.secret }}'],
    ['an unknown name', '${{ secrets.token }}'],
    ['a name of the language', '${{ int }}'],
    ['types that do not fit', '${{ cluster.name + 1 }}'],
    ['a condition that is none', "${{ cluster.name ? 'a' : 'b' }}"],
    ['lists of several types', "${{ [1, 'a'] }}"],
    ['a regular expression', "${{ cluster.name.matches('(a+)+$') }}"],
    ['a time', "${{ timestamp('2026-01-01T00:00:00Z') }}"],
    ['bytes', "${{ b'a' }}"],
    ['unsigned numbers', '${{ 1u }}'],
    ['a binding, which could double', '${{ cel.bind(a, "a", a + a) }}'],
    ['null', '${{ null }}'],
    ['the whole cluster', '${{ cluster }}'],
    ['what may not be there', "${{ cluster.labels[?'zone'] }}"],
    ['a list among text', 'a${{ [1] }}'],
    ['labels among text', 'a${{ cluster.labels }}'],
    ['a key of every object', "${{ {'constructor': 1} }}"],
    ['a key that is not stated', '${{ {cluster.name: 1} }}'],
    ['a variable named cluster', '${{ [1].map(cluster, cluster) }}'],
  ])('is refused at a save: %s', (_, text) => {
    expect(codes(text)).toEqual(['expression_invalid'])
  })

  it.each<[string, string]>([
    [
      'five comprehensions deep',
      '${{ [1].map(a, [1].map(b, [1].map(c, [1].map(d, [1].map(e, 1))))) }}',
    ],
    ['three deep', '${{ [1].all(a, [1].exists(b, [1].exists_one(c, c == a))) }}'],
    ['two deep over labels', '${{ cluster.labels.map(a, cluster.labels.map(b, a == b)) }}'],
    ['text that doubles', `\${{ ['a']${'.map(x, x + x)'.repeat(40)} }}`],
    ['failures over labels', "${{ cluster.labels.exists(k, cluster.labels[k + 'x'] == '') }}"],
    ['failures in a row', `\${{ ${Array(60).fill('1 / 0 == 1').join('||')} }}`],
  ])('is too expensive: %s', (_, text) => {
    expect(codes(text)).toEqual(['template_too_expensive'])
  })

  it('is too expensive with too many others', () => {
    const values = Object.fromEntries(
      Array.from({ length: 300 }, (_, nth) => [`k${nth}`, '${{ cluster.name }}']),
    )
    expect(expressionIssues(values, ['values'])).toMatchObject([
      { path: ['values'], code: 'template_too_expensive' },
    ])
  })

  it.each<[string, string, string]>([
    ['a label that is missing', "${{ cluster.labels['x'] }}", 'label_missing'],
    ['one by its name', 'a ${{ application.labels.x }}', 'label_missing'],
    ['one in a comprehension', "${{ [1].map(n, cluster.labels['x']) }}", 'label_missing'],
    ['one that is computed', '${{ cluster.labels[cluster.name] }}', 'label_missing'],
    ['a label of every object', "${{ cluster.labels['constructor'] }}", 'label_missing'],
    ['a division by zero', '${{ 1 / 0 }}', 'expression_invalid'],
    ['an integer beyond what is exact', '${{ 9007199254740993 }}', 'expression_invalid'],
    ['one among text', 'a${{ 9007199254740993 }}', 'expression_invalid'],
    ['no finite number', '${{ 1.0 / 0.0 }}', 'expression_invalid'],
    ['minus zero', '${{ -0.0 }}', 'expression_invalid'],
    ['what is no number', '${{ int(cluster.name) }}', 'expression_invalid'],
  ])('fails for a cluster: %s', (_, text, code) => {
    expect(codes(text)).toEqual([])
    expect(given(text)).toEqual([['at', code]])
  })

  it('names each text that fails, and how a missing label is allowed', () => {
    const values = {
      a: ["${{ cluster.labels['x'] }}"],
      b: '${{ 1 / 0 }}',
      c: '${{ cluster.name }}',
    }
    const result = evaluated(values, subjects)
    expect(result.ok || result.issues.map(({ path }) => path)).toEqual([['a', 0], ['b']])
    const reason = result.ok ? '' : result.issues[0]?.reason
    expect(reason).toContain('cluster.labels[?"x"].orValue("...")')
  })

  it('that makes values too large is refused', () => {
    const values = Object.fromEntries(
      Array.from({ length: 90 }, (_, nth) => [
        `k${nth}`,
        `${'x'.repeat(600)}\${{ application.name }}`,
      ]),
    )
    const long = { ...subjects, application: { ...subjects.application, name: 'n'.repeat(253) } }
    expect(evaluated(values, subjects).ok).toBe(true)
    expect(evaluated(values, long)).toMatchObject({ issues: [{ code: 'expression_invalid' }] })
  })
})

describe('what values read', () => {
  const NONE = { fields: [], labels: [] }
  it.each<[string, string, unknown]>([
    ['nothing', 'a', { cluster: NONE, application: NONE }],
    ['nothing of what is escaped', '$${{ cluster.name }}', { cluster: NONE, application: NONE }],
    [
      'fields',
      '${{ cluster.name }}-${{ cluster["type"] }}',
      { cluster: { fields: ['name', 'type'] } },
    ],
    [
      'labels',
      "${{ cluster.labels.b + cluster.labels['a'] }}",
      { cluster: { labels: ['a', 'b'] } },
    ],
    [
      'labels that may be missing',
      "${{ cluster.labels[?'a'].orValue('') }}",
      { cluster: { labels: ['a'] } },
    ],
    ['whether there are labels', "${{ 'a' in cluster.labels }}", { cluster: { labels: ['a'] } }],
    ['has', '${{ has(cluster.labels.a) }}', { cluster: { labels: ['a'] } }],
    ['all labels', '${{ size(cluster.labels) }}', { cluster: { fields: [], labels: 'all' } }],
    [
      'a computed label',
      '${{ cluster.labels[cluster.name] }}',
      { cluster: { fields: ['name'], labels: 'all' } },
    ],
    [
      'a cluster as a whole',
      '${{ [cluster].map(c, c.name) }}',
      { cluster: { fields: ['environment', 'name', 'type'], labels: 'all' }, application: NONE },
    ],
    ['the application', '${{ application.labels.tier }}', { application: { labels: ['tier'] } }],
  ])('is %s', (_, text, reads) => {
    expect(fieldsRead({ at: [text] })).toMatchObject(reads as object)
  })

  it('is all that decides what they are', () => {
    const text = fc.constantFrom(
      '${{ cluster.name }}',
      "x${{ cluster.labels[?'a'].orValue('-') }}",
      "${{ 'b' in cluster.labels }}",
      '${{ cluster.labels }}',
      "${{ cluster.labels.exists(k, k == 'a') }}",
      "${{ cluster.type == 'x' ? cluster.environment : 'y' }}",
      'plain',
    )
    const word = fc.constantFrom('x', 'y')
    const cluster = fc.record({
      name: word,
      environment: word,
      type: word,
      labels: fc.dictionary(fc.constantFrom('a', 'b'), word).map((l) => new Map(Object.entries(l))),
    })
    let differing = 0
    fc.assert(
      fc.property(fc.array(text, { maxLength: 2 }), cluster, cluster, (texts, one, other) => {
        const values = { texts }
        const { fields, labels } = fieldsRead(values).cluster
        const seen = (of: typeof one) => [
          fields.map((field) => of[field as 'name']),
          labels === 'all'
            ? [...of.labels].toSorted(([a], [b]) => compareText(a, b))
            : labels.map((key) => of.labels.get(key)),
        ]
        const results = [one, other].map((cluster) => evaluated(values, { ...subjects, cluster }))
        if (JSON.stringify(seen(one)) === JSON.stringify(seen(other))) {
          expect(results[0]).toEqual(results[1])
        } else if (JSON.stringify(results[0]) !== JSON.stringify(results[1])) differing += 1
        for (const result of results) {
          if (result.ok) expect(readValues(result.value, [])).toEqual(result)
        }
      }),
      { numRuns },
    )
    expect(differing).toBeGreaterThan(numRuns / 10)
  })
})
