import { describe, expect, it } from 'vitest'
import {
  labelIssues,
  labelKeyIssues,
  labelValueIssues,
  readLabels,
  readStringMap,
} from './labels.ts'

const none = new Map<string, string>()

function codes(issues: readonly { readonly code: string }[]): readonly string[] {
  return issues.map((issue) => issue.code)
}

function codesOf(labels: Readonly<Record<string, string>>): readonly string[] {
  return codes(labelIssues(new Map(Object.entries(labels)), ['metadata'], none))
}

function labelsWith(
  count: number,
  keyLength: number,
  valueLength: number,
): Readonly<Record<string, string>> {
  const key = (index: number) => index.toString(36).padStart(keyLength, '0')
  const value = 'v'.repeat(valueLength)
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), value]))
}

describe('label keys', () => {
  it.each([
    'a',
    'A_b.c-9',
    'constructor',
    'toString',
    'topology.kubernetes.io/region',
    'node.kubernetes.io/instance-type',
    'my-argoproj.io/x',
    'pod-security.kubernetes.io.example.com/x',
    'notberth.dev/x',
    'a'.repeat(63),
    `${'a'.repeat(253)}/x`,
  ])('accepts %s', (key) => {
    expect(codesOf({ [key]: 'x' })).toEqual([])
  })

  it.each([
    '',
    'a'.repeat(64),
    `${'a'.repeat(254)}/x`,
    'a/b/c',
    '/a',
    'a/',
    '-a',
    'a-',
    'A.b/x',
    'a..b/x',
    'a b',
    'é',
    '__proto__',
    '*',
  ])('refuses %j', (key) => {
    expect(codes(labelKeyIssues(key, []))).toEqual(['label_key'])
  })

  it.each([
    'argocd.argoproj.io/sync-options',
    'link.argocd.argoproj.io/x',
    'pod-security.kubernetes.io/enforce',
    'berth.dev/team',
    'a.b.berth.dev/x',
  ])('keeps %s for others', (key) => {
    expect(codesOf({ [key]: 'x' })).toEqual(['label_reserved'])
  })

  it('refuses a key that cannot be stored, and says why', () => {
    expect(codes(labelKeyIssues('a\0b', []))).toEqual(['control_char'])
    expect(codes(labelKeyIssues('a\ud800', []))).toEqual(['invalid_unicode'])
  })
})

describe('label values', () => {
  it.each(['', 'no', 'on', 'y', '0123', '1e3', '2001-01-01', 'Australia', 'true', 'a'.repeat(63)])(
    'accepts %j',
    (value) => {
      expect(codesOf({ key: value })).toEqual([])
    },
  )

  it.each(['a'.repeat(64), 'a b', 'é', '-a', 'a-', 'a/b', 'a\n', '*'])('refuses %j', (value) => {
    expect(codes(labelValueIssues(value, [], 'label_value'))).toEqual(['label_value'])
  })
})

describe('labelIssues', () => {
  it('names the key in the path and reports the key and the value both', () => {
    const issues = labelIssues(new Map([['a b', 'c d']]), ['metadata'], none)
    expect(issues.map(({ path, code }) => ({ path, code }))).toEqual([
      { path: ['metadata', 'a b'], code: 'label_key' },
      { path: ['metadata', 'a b'], code: 'label_value' },
    ])
  })

  it('accepts 256 labels and refuses one more', () => {
    expect(codesOf(labelsWith(256, 2, 0))).toEqual([])
    expect(codesOf(labelsWith(257, 2, 0))).toEqual(['too_many'])
    expect(codesOf(labelsWith(10_000, 5, 0))).toEqual(['too_many'])
  })

  it('accepts 4096 bytes of keys and values and refuses one more', () => {
    expect(codesOf(labelsWith(64, 10, 54))).toEqual([])
    expect(codesOf({ ...labelsWith(64, 10, 54), k: '' })).toEqual(['too_many'])
  })

  it('lets a label repeat what a field says, and never contradict it', () => {
    const derived = new Map([['name', 'app1']])
    expect(labelIssues(new Map([['name', 'app1']]), ['metadata'], derived)).toEqual([])
    const issues = labelIssues(new Map([['name', 'app2']]), ['metadata'], derived)
    expect(issues).toMatchObject([{ path: ['metadata', 'name'], code: 'label_contradicts' }])
  })
})

describe('readLabels', () => {
  it('reads keys that objects inherit as keys like any other', () => {
    const read = readLabels(JSON.parse('{"constructor":"a","toString":"b","__proto__":"c"}'), [])
    expect(read).toEqual({
      ok: true,
      value: new Map([
        ['constructor', 'a'],
        ['toString', 'b'],
        ['__proto__', 'c'],
      ]),
    })
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  it.for([1, true, null, {}, ['a']])('refuses the value %j', (value) => {
    const read = readLabels({ good: 'x', bad: value }, ['metadata'])
    expect(read).toMatchObject({
      ok: false,
      issues: [{ path: ['metadata', 'bad'], code: 'label_type' }],
    })
  })

  it('says how to write a boolean', () => {
    const read = readLabels({ gpu: true }, [])
    expect(read.ok ? '' : read.issues[0]?.reason).toBe(
      'The value must be a string: write "true" in quotes.',
    )
  })

  it.for([null, undefined, 'a=b', 7, [], [['a', 'b']]])('refuses %j as a map', (input) => {
    expect(readLabels(input, ['metadata'])).toMatchObject({
      ok: false,
      issues: [{ path: ['metadata'], code: 'label_type' }],
    })
  })

  it('reports other maps by the code of a wrong type', () => {
    expect(readStringMap({ pods: 20 }, ['quota'])).toMatchObject({
      ok: false,
      issues: [{ path: ['quota', 'pods'], code: 'type' }],
    })
  })
})
