import { describe, expect, it } from 'vitest'
import { configKeyIssues } from './config-keys.ts'
import { pointerIssues, valuesUnder } from './values-under.ts'
import type { Values } from './values.ts'

describe('a document under a pointer', () => {
  it.each<[string, Values, string, Values, Values]>([
    ['at the root', { a: 1, b: 1 }, '', { b: 2 }, { a: 1, b: 2 }],
    ['within', { a: { b: { c: 1, d: 1 } } }, '/a/b', { d: 2 }, { a: { b: { c: 1, d: 2 } } }],
    ['where nothing is', { b: 1 }, '/a/x', { d: 2 }, { a: { x: { d: 2 } }, b: 1 }],
    ['instead of a scalar', { a: 1 }, '/a', { d: 2 }, { a: { d: 2 } }],
    ['a scalar instead of an object', { a: { d: { e: 1 } } }, '/a', { d: 2 }, { a: { d: 2 } }],
    ['a list as a whole', { a: [1, 2] }, '', { a: [3] }, { a: [3] }],
    ['an empty object as a whole', { a: { b: 1 } }, '', { a: {} }, { a: {} }],
    [
      'one key of texts like numbers',
      { a: { '1': 1 } },
      '/a',
      { '0': 1 },
      { a: { '0': 1, '1': 1 } },
    ],
  ])('counts %s', (_, own, pointer, document, values) => {
    expect(valuesUnder(own, pointer, document)).toEqual(values)
  })

  it.each(['', '/a', '/global/config', '/a-b/c_d/e.f', '/a'.repeat(10)])('may be %j', (pointer) => {
    expect(pointerIssues(pointer, [])).toEqual([])
  })

  it.each(['a', '/', '/a/', '/a//b', '/__proto__', '/a~1b', '/a~', '/é', '/a'.repeat(11), '/ a'])(
    'may not be %j',
    (pointer) => {
      expect(pointerIssues(pointer, ['x'])).toMatchObject([
        { path: ['x'], code: 'pointer_invalid' },
      ])
    },
  )
})

describe('a top-level key of a config', () => {
  it('is a letter and at most 62 letters, digits, _ and -, and not berth', () => {
    expect(configKeyIssues(['a', 'A_b-9', 'a'.repeat(63), 'Berth'], [])).toEqual([])
    const unfit = ['', '9a', '_a', 'a.b', 'a/b', 'é', 'a'.repeat(64), 'berth', 'a\n']
    expect(configKeyIssues(unfit, ['values']).map(({ path }) => path[1])).toEqual(unfit)
  })
})
