import { describe, expect, it } from 'vitest'
import type { Values } from '#lib/domain/values/values.ts'
import { overlaps } from './conflicts.ts'
import { merge } from './merge.ts'

const layer = (name: string, priority: number, values: Values) => {
  return { name, priority, values, from: name }
}
const schema = (name: string, keys: readonly string[], defaults: Values = {}) => {
  return { name, keys, defaults, from: name }
}
const declaring = (...keys: string[]) => [schema('schema', keys)]

describe('a merge', () => {
  it('lets the higher priority win a leaf, and tells what it hides', () => {
    const { values, leaves, conflicts } = merge(
      [layer('low', 1, { a: { b: 1, c: 1 } }), layer('high', 2, { a: { b: 2 } })],
      [schema('schema', ['a'], { a: { b: 0, d: 0 } })],
    )
    expect(values).toEqual({ a: { b: 2, c: 1, d: 0 } })
    expect(leaves).toEqual([
      {
        pointer: '/a/b',
        value: 2,
        from: 'high',
        hides: [
          { pointer: '/a/b', value: 1, from: 'low' },
          { pointer: '/a/b', value: 0, from: 'schema' },
        ],
      },
      { pointer: '/a/c', value: 1, from: 'low', hides: [] },
      { pointer: '/a/d', value: 0, from: 'schema', hides: [] },
    ])
    expect(conflicts).toEqual([])
  })

  it.each<[string, Values, Values, Values]>([
    ['a scalar over an object', { a: { b: 1, c: 1 } }, { a: 2 }, { a: 2 }],
    ['an object over a scalar', { a: 1 }, { a: { b: 2 } }, { a: { b: 2 } }],
    ['a list over an object', { a: { b: 1 } }, { a: [2] }, { a: [2] }],
    ['an object over a list', { a: [1] }, { a: { b: 2 } }, { a: { b: 2 } }],
    ['a list over a list', { a: [1, 1] }, { a: [2] }, { a: [2] }],
    ['an empty object over an object', { a: { b: 1 } }, { a: {} }, { a: {} }],
    ['an object over an empty one', { a: {} }, { a: { b: 2 } }, { a: { b: 2 } }],
  ])('hides all in it: %s', (_, low, high, values) => {
    expect(merge([layer('l', 1, low), layer('h', 2, high)], declaring('a')).values).toEqual(values)
  })

  it('ends what a leaf hides before what something else hides, too', () => {
    const { leaves } = merge(
      [layer('1', 1, { a: 1 }), layer('2', 2, { a: { c: 2 } }), layer('3', 3, { a: { b: 3 } })],
      declaring('a'),
    )
    expect(leaves.map(({ pointer, hides }) => [pointer, hides.length])).toEqual([
      ['/a/b', 0],
      ['/a/c', 0],
    ])
  })

  it('takes equal values of equal priority from the first by name, without a conflict', () => {
    const { leaves, conflicts } = merge(
      [layer('b', 1, { a: [1] }), layer('a', 1, { a: [1] })],
      declaring('a'),
    )
    expect(leaves).toMatchObject([{ from: 'a', hides: [{ from: 'b' }] }])
    expect(conflicts).toEqual([])
  })

  it.each<[string, Values, Values, string[]]>([
    ['at one pointer', { a: { b: 1 } }, { a: { b: 2 } }, ['/a/b']],
    ['a scalar and an object', { a: 1 }, { a: { b: 2, c: 3 } }, ['/a']],
    ['an empty object and another', { a: {} }, { a: { b: 2 } }, ['/a']],
    ['texts and numbers', { a: 7 }, { a: '7' }, ['/a']],
    ['several', { a: 1, b: { 'c/d': 1 } }, { a: 2, b: { 'c/d': 2 } }, ['/a', '/b/c~1d']],
    ['none', { a: { b: 1 } }, { a: { c: 1 } }, []],
  ])('finds what contradicts at equal priority: %s', (_, one, other, pointers) => {
    const { conflicts } = merge([layer('y', 1, other), layer('x', 1, one)], declaring('a'))
    expect(conflicts).toEqual(pointers.map((pointer) => ({ pointer, one: 'x', other: 'y' })))
    expect(overlaps(one, other)).toBe(pointers.length > 0)
    expect(overlaps(other, one)).toBe(pointers.length > 0)
  })

  it('finds different defaults of two schemas', () => {
    const { conflicts } = merge([], [schema('x', ['a'], { a: 1 }), schema('y', ['a'], { a: 2 })])
    expect(conflicts).toEqual([{ pointer: '/a', one: 'x', other: 'y' }])
  })

  it('delivers what a schema declares, and names the other keys', () => {
    const layers = [layer('l', 1, { z: 1, a: { b: 1 }, constructor: 1 })]
    expect(merge(layers, declaring('a'))).toMatchObject({
      values: { a: { b: 1 } },
      undelivered: ['constructor', 'z'],
    })
    expect(merge(layers, [])).toMatchObject({ values: {}, leaves: [] })
  })

  it('keeps texts that look like something else, and keys that every object has', () => {
    const values: Values = { a: { code: '007', on: 'on', constructor: 'x', '': 1 } }
    expect(merge([layer('l', 1, values)], declaring('a')).values).toEqual(values)
  })

  it('tells at most 20 hidden values', () => {
    const layers = Array.from({ length: 40 }, (_, nth) => layer(`l${nth}`, nth, { a: nth }))
    expect(merge(layers, declaring('a')).leaves[0]?.hides).toHaveLength(20)
  })
})
