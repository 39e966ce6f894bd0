import { describe, expect, it } from 'vitest'
import { mergeValues } from './merge-values.ts'

const base = {
  name: 'app1',
  description: 'old',
  repo_branch: 'main',
  metadata: [{ key: 'a', value: '1' }],
}

describe('going on from what another person saved', () => {
  it('takes over what only the other changed, and keeps what only I changed', () => {
    const theirs = { ...base, repo_branch: 'v2' }
    const mine = { ...base, description: 'new' }
    expect(mergeValues(base, theirs, mine)).toEqual({
      values: { ...base, repo_branch: 'v2', description: 'new' },
      conflicts: [],
    })
  })

  it('keeps mine and names the field where both changed it to different ends', () => {
    const theirs = { ...base, metadata: [{ key: 'a', value: '2' }] }
    const mine = { ...base, metadata: [{ key: 'a', value: '3' }] }
    expect(mergeValues(base, theirs, mine)).toEqual({ values: mine, conflicts: ['metadata'] })
  })

  it('finds no conflict where both changed it to the same', () => {
    const both = { ...base, description: 'new' }
    expect(mergeValues(base, both, both)).toEqual({ values: both, conflicts: [] })
  })
})
