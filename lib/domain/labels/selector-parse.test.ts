import { describe, expect, it } from 'vitest'
import { formatSelector } from './selector-format.ts'
import { parseSelector } from './selector-parse.ts'

function canonical(input: unknown): string {
  const parsed = parseSelector(input, ['s'])
  return parsed.ok ? formatSelector(parsed.value) : `refused: ${JSON.stringify(parsed.issues)}`
}

function issuesOf(input: unknown): readonly { readonly code: string; readonly path: unknown }[] {
  const parsed = parseSelector(input, ['s'])
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => ({ code, path }))
}

function codesOf(input: unknown): readonly string[] {
  return issuesOf(input).map((issue) => issue.code)
}

function labelsOf(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))
}

function valuesOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `v${index}`).join(',')
}

describe('the kubectl string, as Kubernetes reads it', () => {
  it.each([
    ['x=a,y=b,z=c', 'x=a,y=b,z=c'],
    ['z=c,x==a', 'x=a,z=c'],
    ['x!=a', 'x!=a'],
    ['x=', 'x='],
    ['x= ,z= ', 'x=,z='],
    ['!x', '!x'],
    ['! x', '!x'],
    ['\rx', 'x'],
    ['a ', 'a'],
    ['x in (b, a)', 'x in (a,b)'],
    ['x notin\n\t(abc,def)', 'x notin (abc,def)'],
    ['x in(a,b)', 'x in (a,b)'],
    ['x in (abc,)', 'x in (,abc)'],
    ['x in (,abc)', 'x in (,abc)'],
    ['x in (abc,abc)', 'x=abc'],
    ['x notin (abc)', 'x!=abc'],
    ['x in ()', 'x='],
    ['x notin ( )', 'x!='],
    ['x in (,)', 'x='],
    ['x in (a,,a,,a,,a,,)', 'x in (,a)'],
    ['x notin (abc,,def),bar,z in (),w', 'bar,w,x notin (,abc,def),z='],
    ['notin=in', 'notin=in'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['in', 'in'],
    ['!notin', '!notin'],
    ['in notin (notin)', 'in!=notin'],
    [
      '0.1.2.domain/99 notin (10.10.100.1, tick.tack.clock)',
      '0.1.2.domain/99 notin (10.10.100.1,tick.tack.clock)',
    ],
    ['region in (east,west),gpu=true,!legacy', 'gpu=true,!legacy,region in (east,west)'],
    ['a=1,a=2', 'a=1,a=2'],
    ['a=1,a=1,a in (1)', 'a=1'],
    ['a,!a,a=b', '!a,a,a=b'],
    ['argocd.argoproj.io/x', 'argocd.argoproj.io/x'],
    ['*', '*'],
    [' *\n', '*'],
  ])('reads %j as %j', (input, expected) => {
    expect(canonical(input)).toBe(expected)
  })

  it.each([
    ['', 'selector_empty'],
    [' \t\n', 'selector_empty'],
    ['x=a||y=b', 'selector_syntax'],
    ['x==a==b', 'selector_syntax'],
    ['x===a', 'selector_syntax'],
    ['!x=a', 'selector_syntax'],
    ['!x in (a)', 'selector_syntax'],
    ['!!x', 'selector_syntax'],
    ['!', 'selector_syntax'],
    ['x,,y', 'selector_syntax'],
    [',x,y', 'selector_syntax'],
    ['a in (xyz),', 'selector_syntax'],
    ['x nott in (y)', 'selector_syntax'],
    ['x IN (y)', 'selector_syntax'],
    ['x y', 'selector_syntax'],
    ['a in (xyz)b notin ()', 'selector_syntax'],
    ['a in (xyz abc)', 'selector_syntax'],
    ['a in (b', 'selector_syntax'],
    ['a in (=)', 'selector_syntax'],
    ['a in b', 'selector_syntax'],
    ['a notin(', 'selector_syntax'],
    ['a (', 'selector_syntax'],
    ['(', 'selector_syntax'],
    ['=a', 'selector_syntax'],
    ['a=!b', 'selector_syntax'],
    ['a=(a+)+$', 'selector_syntax'],
    ['x>1', 'selector_operator'],
    ['x < 7', 'selector_operator'],
    ['*,a', 'label_key'],
    ['**', 'label_key'],
    ['\u00a0*', 'label_key'],
    ['a/b/c=d', 'label_key'],
    ['a=-b', 'selector_value'],
    ['a=\0b', 'control_char'],
  ])('refuses %j with %s', (input, code) => {
    expect(codesOf(input)).toEqual([code])
  })

  it('says where the string stops making sense', () => {
    const parsed = parseSelector('a=b c', [])
    expect(parsed.ok ? '' : parsed.issues[0]?.reason).toBe(
      'Found "c" at character 5 where "," or the end is expected.',
    )
  })
})

describe('the flat map', () => {
  it('means that all are equal', () => {
    expect(canonical({ region: 'east', gpu: '' })).toBe('gpu=,region=east')
  })

  it('may use the names of inherited properties as keys', () => {
    expect(canonical(JSON.parse('{"constructor":"a","toString":"b"}'))).toBe(
      'constructor=a,toString=b',
    )
  })

  it.each(['a,b', 'a=b', '!a', 'in (', '(a+)+$', '*', 'a'.repeat(64)])(
    'refuses the value %j',
    (value) => {
      expect(issuesOf({ key: value })).toEqual([{ path: ['s', 'key'], code: 'selector_value' }])
    },
  )

  it.for([1, true, null, ['a'], {}])('refuses the value %j, which is no string', (value) => {
    expect(issuesOf({ key: value })).toEqual([{ path: ['s', 'key'], code: 'selector_value' }])
  })

  it('refuses keys that are none', () => {
    expect(issuesOf(JSON.parse('{"__proto__":"a"}'))).toEqual([
      { path: ['s', '__proto__'], code: 'label_key' },
    ])
  })
})

describe('the structured selector', () => {
  it.each([
    [{ matchLabels: 'a' }, ['matchLabels']],
    [{ matchExpressions: 'a' }, ['matchExpressions']],
    [{ matchLabels: 'a', matchExpressions: 'b' }, ['matchLabels', 'matchExpressions']],
    [{ matchLabels: 'a', region: 'east' }, ['matchLabels', 'region']],
    [{ matchLabels: null }, ['matchLabels']],
    [{ matchLabels: ['a=b'] }, ['matchLabels']],
    [{ matchExpressions: { key: 'a', operator: 'Exists' } }, ['matchExpressions']],
    [{ matchExpressions: null, region: 'east' }, ['matchExpressions', 'region']],
  ])('is what %j was meant to be, and never a flat map', (input, fields) => {
    expect(issuesOf(input)).toEqual(
      fields.map((field) => ({ code: 'selector_syntax', path: ['s', field] })),
    )
  })

  it('says how a label of the name of one of its fields is selected, and takes it so', () => {
    const parsed = parseSelector({ matchExpressions: 'a' }, [])
    expect(parsed.ok ? '' : parsed.issues[0]?.reason).toBe(
      'matchExpressions must be an array. A label of that name is meant by {"matchLabels": {"matchExpressions": "a"}}.',
    )
    expect(canonical({ matchLabels: { matchExpressions: 'a' } })).toBe('matchExpressions=a')
    expect(canonical('matchLabels=a')).toBe('matchLabels=a')
  })

  it('joins matchLabels and matchExpressions', () => {
    const selector = {
      matchLabels: { gpu: 'true' },
      matchExpressions: [
        { key: 'region', operator: 'In', values: ['west', 'east'] },
        { key: 'legacy', operator: 'DoesNotExist' },
        { key: 'env', operator: 'NotIn', values: ['prod'] },
        { key: 'zone', operator: 'Exists', values: [] },
      ],
    }
    expect(canonical(selector)).toBe('env!=prod,gpu=true,!legacy,region in (east,west),zone')
  })

  it.each([
    // input | code | path
    [{ matchLabels: { a: 'b' }, region: 'east' }, 'selector_syntax', ['s', 'region']],
    [
      { matchLabels: { a: 'b' }, matchExpressions: 'x' },
      'selector_syntax',
      ['s', 'matchExpressions'],
    ],
    [{ matchLabels: null, matchExpressions: [] }, 'selector_syntax', ['s', 'matchLabels']],
    [{ matchLabels: { a: 1 } }, 'selector_value', ['s', 'matchLabels', 'a']],
    [{ matchLabels: { 'a b': 'c' } }, 'label_key', ['s', 'matchLabels', 'a b']],
  ])('refuses %j with %s', (input, code, path) => {
    expect(issuesOf(input)).toEqual([{ code, path }])
  })

  it.each([
    // expression | code | path
    ['a', 'selector_syntax', []],
    [{ operator: 'Exists' }, 'selector_syntax', ['key']],
    [{ key: 'a', operator: 'Gt', values: ['1'] }, 'selector_operator', ['operator']],
    [{ key: 'a', operator: 'in', values: ['1'] }, 'selector_operator', ['operator']],
    [{ key: 'a', operator: 'constructor' }, 'selector_operator', ['operator']],
    [{ key: 'a' }, 'selector_operator', ['operator']],
    [{ key: 'a', operator: 'In' }, 'selector_value', ['values']],
    [{ key: 'a', operator: 'NotIn', values: [] }, 'selector_value', ['values']],
    [{ key: 'a', operator: 'Exists', values: ['b'] }, 'selector_value', ['values']],
    [{ key: 'a', operator: 'In', values: 'b' }, 'selector_value', ['values']],
    [{ key: 'a', operator: 'Exists', values: null }, 'selector_value', ['values']],
    [{ key: 'a', operator: 'In', values: [1, 'b'] }, 'selector_value', ['values', 0]],
    [{ key: 'a', operator: 'In', values: ['b', 'c d'] }, 'selector_value', ['values', 1]],
    [{ key: 'a', operator: 'Exists', value: 'b' }, 'selector_syntax', ['value']],
    [{ key: 'a b', operator: 'Exists' }, 'label_key', ['key']],
  ])('refuses the expression %j with %s', (expression, code, path) => {
    expect(issuesOf({ matchExpressions: [expression] })).toEqual([
      { code, path: ['s', 'matchExpressions', 0, ...path] },
    ])
  })

  it('points at a wrong value by its place in the input', () => {
    const expression = { key: 'a', operator: 'In', values: [1, 'c d'] }
    expect(issuesOf({ matchExpressions: [expression] }).map(({ path }) => path)).toEqual([
      ['s', 'matchExpressions', 0, 'values', 0],
      ['s', 'matchExpressions', 0, 'values', 1],
    ])
  })

  it('reports everything that is wrong', () => {
    const selector = {
      matchLabels: { 'a b': 'c d' },
      matchExpressions: [{ key: 'a', operator: 'Lt' }],
    }
    expect(codesOf(selector)).toEqual(['selector_operator', 'label_key', 'selector_value'])
  })
})

it.each([
  {},
  { matchLabels: {} },
  { matchExpressions: [] },
  { matchLabels: {}, matchExpressions: [] },
])('never reads %j as everything', (input) => {
  expect(codesOf(input)).toEqual(['selector_empty'])
})

it.for([null, undefined, 7, true, [], ['a=b']])('refuses %j as a selector', (input) => {
  expect(codesOf(input)).toEqual(['selector_syntax'])
})

describe('size', () => {
  it('accepts 100 terms and refuses one more', () => {
    expect(codesOf(labelsOf(100))).toEqual([])
    expect(codesOf(labelsOf(101))).toEqual(['too_many'])
    expect(codesOf(Object.keys(labelsOf(1000)).join(','))).toEqual(['too_many'])
  })

  it('accepts 1000 values and refuses one more', () => {
    expect(codesOf(`a in (${valuesOf(1000)})`)).toEqual([])
    expect(codesOf(`a in (${valuesOf(500)}),b in (${valuesOf(501)})`)).toEqual(['too_many'])
  })
})
