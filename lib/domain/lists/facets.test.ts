import { describe, expect, it } from 'vitest'
import { facetName, facetsOf } from './facets.ts'

const facets = facetsOf(['team', 'state'], ['label', 'app_label'])

describe('facets of a list', () => {
  it('are named by fields and by keys of labels', () => {
    const names = 'state,label:topology.kubernetes.io/region,app_label:team'
    const read = facets.parse(names)
    expect(read).toEqual([
      { by: 'state', key: null },
      { by: 'label', key: 'topology.kubernetes.io/region' },
      { by: 'app_label', key: 'team' },
    ])
    expect(read?.map(facetName).join(',')).toBe(names)
    expect(facets.parse(undefined)).toBeNull()
  })

  it.each([
    '',
    'colour',
    'label:',
    'label:a b',
    'state,',
    'labels:a',
    Array(11).fill('team').join(),
  ])('are not %j', (text) => {
    expect(facets.safeParse(text).success).toBe(false)
  })
})
