import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_INDEX, indexWith } from '#lib/domain/labels/label-index.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { type Bits, bitsOf } from '#lib/domain/sets/bits.ts'
import { unknownLabelWarnings } from './unknown-label-warnings.ts'

type Given = Readonly<Record<string, string>>

function warningsOf(text: string, objects: readonly Given[], among: Bits | null = null): string[] {
  const edits = objects.map((labels, id) => {
    return { id, before: null, after: new Map(Object.entries(labels)) }
  })
  const index = indexWith(EMPTY_INDEX, edits)
  const parsed = parseSelector(text, [])
  if (!parsed.ok) throw new Error(text)
  const warnings = unknownLabelWarnings(parsed.value, { index, among, word: 'cluster' })
  return warnings.map(({ message }) => message)
}

const FLEET: readonly Given[] = [
  { environment: 'prod', region: 'east', name: 'c1' },
  { environment: 'prod', region: 'west', name: 'c2' },
  { environment: 'staging', region: 'east', name: 'c3', gpu: 'true' },
]

describe('a selector', () => {
  it.each([
    [
      'a key that nobody has',
      'enviroment=prod',
      ['No cluster has the key enviroment. Did you mean environment (3)?'],
    ],
    ['in other capitals', 'Region', ['No cluster has the key Region. Did you mean region (3)?']],
    ['like no other', 'colour=red', ['No cluster has the key colour.']],
    ['that nobody has twice', 'colour=red,colour=blue', ['No cluster has the key colour.']],
    [
      'a value that nobody has',
      'region=esat',
      ['No cluster has region=esat. Did you mean east (2)?'],
    ],
    [
      'one of several values',
      'region in (west,wst)',
      ['No cluster has region=wst. Did you mean west (1)?'],
    ],
    ['a value like no other', 'region=antarctica', ['No cluster has region=antarctica.']],
    ['what nobody needs to have', '!legacy,colour!=red,region notin (antarctica)', []],
    [
      'a typo in what nobody needs to have',
      '!gpuu',
      ['No cluster has the key gpuu. Did you mean gpu (1)?'],
    ],
    ['all that there is', 'environment in (prod,staging),region=east,gpu', []],
    ['everything', '*', []],
  ])('with %s: %s', (_, text, expected) => {
    expect(warningsOf(text, FLEET)).toEqual(expected)
  })

  it('is held against the objects alone that its author may see', () => {
    const own = bitsOf([0])
    expect(warningsOf('gpu', FLEET, own)).toEqual(['No cluster has the key gpu.'])
    expect(warningsOf('region=west', FLEET, own)).toEqual([
      'No cluster has region=west. Did you mean east (1)?',
    ])
  })
})

it('warns of every condition that must be met and that no object has, and of no other that must be', () => {
  const key = fc.constantFrom('a', 'ab', 'abc', 'colour', 'color')
  const value = fc.constantFrom('x', 'xy', 'long-value', 'long-valve')
  const objects = fc.array(fc.dictionary(key, value, { maxKeys: 3 }), { maxLength: 5 })
  fc.assert(
    fc.property(objects, key, value, (given, key, value) => {
      const isKnown = given.some((labels) => labels[key] === value)
      expect(warningsOf(`${key}=${value}`, given)).toHaveLength(isKnown ? 0 : 1)
      const isKeyKnown = given.some((labels) => Object.hasOwn(labels, key))
      expect(warningsOf(key, given)).toHaveLength(isKeyKnown ? 0 : 1)
    }),
  )
})
