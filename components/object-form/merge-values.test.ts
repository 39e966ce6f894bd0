import { describe, expect, it } from 'vitest'
import { mergeValues } from './merge-values.ts'

const base = {
  name: 'app1',
  description: 'old',
  repo_branch: 'main',
  metadata: [
    { key: 'tier', value: 'web' },
    { key: 'gpu', value: 'true' },
  ],
}

describe('going on from what another person saved', () => {
  it('takes over what only the other changed, and keeps what only I changed, label by label', () => {
    const theirs = {
      ...base,
      repo_branch: 'v2',
      metadata: [{ key: 'tier', value: 'web' }],
    }
    const mine = {
      ...base,
      description: 'new',
      metadata: [...base.metadata, { key: 'region', value: 'east' }],
    }
    const { conflicts, valuesWith } = mergeValues({ base, theirs, mine })
    expect(conflicts).toEqual([])
    expect(valuesWith([])).toEqual({
      name: 'app1',
      description: 'new',
      repo_branch: 'v2',
      metadata: [
        { key: 'tier', value: 'web' },
        { key: 'region', value: 'east' },
      ],
    })
  })

  it('keeps mine or takes theirs where both changed it to different ends', () => {
    const theirs = { ...base, metadata: [{ key: 'tier', value: 'db' }] }
    const mine = { ...base, metadata: [{ key: 'tier', value: 'cache' }] }
    const { conflicts, valuesWith } = mergeValues({ base, theirs, mine })
    expect(conflicts).toEqual([
      { path: ['metadata', 'tier'], base: 'web', theirs: 'db', mine: 'cache' },
    ])
    expect(valuesWith([])).toEqual(mine)
    expect(valuesWith(conflicts)).toEqual(theirs)
  })

  it('loses no label that is half typed', () => {
    const theirs = { ...base, metadata: [] }
    const mine = { ...base, metadata: [...base.metadata, { key: '', value: 'east' }] }
    const { conflicts, valuesWith } = mergeValues({ base, theirs, mine })
    expect(conflicts).toMatchObject([{ path: ['metadata'] }])
    expect(valuesWith([])).toEqual(mine)
  })
})
