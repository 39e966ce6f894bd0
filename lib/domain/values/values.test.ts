import { describe, expect, it } from 'vitest'
import { NO_VALUES, readValues } from './values.ts'

const found = (sent: unknown) => {
  const read = readValues(sent, ['values'])
  return read.ok ? [] : read.issues.map(({ path, code }) => [path.join('/'), code])
}

/** A value within so many objects. */
function nested(levels: number): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), 1)
}

const leaves = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]))

describe('values', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['texts, numbers, booleans, lists and objects', { a: 'x', b: 1.5, c: true, d: [1, { e: [] }] }],
    ['texts that other readers take for something else', { a: 'on', b: '1e3', c: 'null', d: '' }],
    ['a key that every object has', { constructor: { name: 'x' }, toString: 'x' }],
    ['an empty key', { '': 1 }],
    ['the largest integers', { a: 2 ** 53 - 1, b: -(2 ** 53 - 1) }],
    ['the smallest number', { a: 5e-324 }],
    ['sixteen levels', nested(16)],
    ['two thousand leaves', leaves(2000)],
    ['64 KiB', { a: 'x'.repeat(65_536 - 8) }],
  ])('may be %s', (_, sent) => {
    expect(found(sent)).toEqual([])
  })

  it.each<[string, unknown, [string, string][]]>([
    ['a list', [], [['values', 'values_invalid']]],
    ['a text', 'a: 1', [['values', 'values_invalid']]],
    ['null', null, [['values', 'values_invalid']]],
    ['null within', { a: null }, [['values/a', 'values_invalid']]],
    ['null in a list', { a: [1, null] }, [['values/a/1', 'values_invalid']]],
    ['an integer beyond what is exact', { a: 2 ** 53 }, [['values/a', 'values_invalid']]],
    ['a number beyond all', { a: Infinity }, [['values/a', 'values_invalid']]],
    ['no number', { a: NaN }, [['values/a', 'values_invalid']]],
    ['minus zero', { a: -0 }, [['values/a', 'values_invalid']]],
    ['NUL', { a: 'x\0' }, [['values/a', 'values_invalid']]],
    ['NUL in a key', { 'x\0': 1 }, [['values/x\0', 'values_invalid']]],
    ['half of a surrogate pair', { a: '\ud800' }, [['values/a', 'values_invalid']]],
    ['no JSON', { a: undefined }, [['values/a', 'values_invalid']]],
    [
      'the prototype',
      JSON.parse('{"__proto__": {"a": 1}}'),
      [['values/__proto__', 'values_invalid']],
    ],
    [
      'keys that look the same',
      { 'caf\u00e9': 1, 'cafe\u0301': 2 },
      [['values/caf\u00e9', 'values_invalid']],
    ],
    ['seventeen levels', nested(17), [[`values${'/a'.repeat(16)}`, 'values_too_large']]],
    [
      'more levels than a stack has',
      nested(20_000),
      [[`values${'/a'.repeat(16)}`, 'values_too_large']],
    ],
    ['more than two thousand leaves', leaves(2001), [['values', 'values_too_large']]],
    ['a long list', { a: Array(2001).fill(0) }, [['values', 'values_too_large']]],
    [
      'many empty objects',
      { a: Array.from({ length: 2001 }, () => ({})) },
      [['values', 'values_too_large']],
    ],
    ['more than 64 KiB', { a: 'ä'.repeat(32_765) }, [['values', 'values_too_large']]],
    [
      'several of these',
      { a: null, b: { c: -0 } },
      [
        ['values/a', 'values_invalid'],
        ['values/b/c', 'values_invalid'],
      ],
    ],
  ])('may not be %s', (_, sent, issues) => {
    expect(found(sent)).toEqual(issues)
  })

  it('have one form, whatever order they were written in', () => {
    const one = readValues({ b: [{ y: 1, x: 2 }], 10: 'j', a: { d: 1, c: 2 }, 9: 'i' }, [])
    const other = readValues({ a: { c: 2, d: 1 }, 9: 'i', b: [{ x: 2, y: 1 }], 10: 'j' }, [])
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
    expect(readValues({}, [])).toEqual({ ok: true, value: NO_VALUES })
  })
})
