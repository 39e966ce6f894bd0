import { describe, expect, it } from 'vitest'
import type { ComparedApplication } from '#lib/schemas/delivered.ts'
import { differenceWords } from './difference-words.ts'

type Side = ComparedApplication['a']

const side = (own: Partial<Side> = {}): Side => ({
  clusters: 10,
  unreleased: 0,
  version: null,
  revision: '1.0.0',
  others: 0,
  holding: 0,
  targets: [],
  ...own,
})
const words = (a: Side, b: Side, ahead: number | null = null) =>
  differenceWords({ a, b, ahead, only: null }, ['staging', 'prod'])

describe('how an application differs in two environments', () => {
  it('is no difference only where all of their clusters have the same', () => {
    expect(words(side(), side())).toBe(null)
    expect(words(side({ others: 2 }), side(), 0)).toBe('something else on 2 clusters of staging')
    expect(words(side(), side({ others: 1 }), 0)).toBe('something else on 1 cluster of prod')
    expect(words(side({ unreleased: 3 }), side({ others: 1 }))).toBe(
      'not yet on 3 clusters of staging, something else on 1 cluster of prod',
    )
  })

  it('is said of what most clusters have first', () => {
    expect(words(side({ others: 2 }), side(), -1)).toBe('prod is 1 version ahead')
    expect(words(side({ revision: 'main' }), side())).toBe('other revisions')
    expect(words(side({ revision: null }), side())).toBe('not yet in staging')
    expect(words(side({ targets: [{ name: 'early', clusters: 10 }] }), side(), 0)).toBe(
      'other targets',
    )
  })
})
