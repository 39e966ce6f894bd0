import { describe, expect, it } from 'vitest'
import { changesProblem, NO_CHANGES, patchOf, presence, withKey } from './label-changes.ts'

describe('changes of labels', () => {
  it('leave every key as it is until somebody says otherwise', () => {
    expect(patchOf(NO_CHANGES)).toEqual({})
    const set = withKey(NO_CHANGES, 'ring', { does: 'set', value: 'canary' })
    expect(patchOf(withKey(set, 'ring', undefined))).toEqual({})
  })

  it('are a merge patch of what is set, removed and added', () => {
    const set = withKey(NO_CHANGES, 'ring', { does: 'set', value: 'canary' })
    const changes = withKey(set, 'legacy', { does: 'remove' })
    const added = [
      { key: 'site', value: 'perth' },
      { key: '', value: '' },
    ]
    expect(patchOf({ ...changes, added })).toEqual({ ring: 'canary', legacy: null, site: 'perth' })
  })

  it('are of each key once', () => {
    const set = withKey(NO_CHANGES, 'ring', { does: 'set', value: 'canary' })
    expect(changesProblem(set)).toBeNull()
    expect(changesProblem({ ...set, added: [{ key: 'ring', value: 'b' }] })).toContain('twice')
    expect(changesProblem({ ...NO_CHANGES, added: [{ key: '', value: 'b' }] })).toContain('key')
  })
})

describe('the presence of a key', () => {
  it.each([
    [40, 40, 'all 40'],
    [12, 40, '12 of 40'],
    [1, 1, 'has it'],
  ])('%i of %i: %s', (having, objects, words) => {
    expect(presence(having, objects)).toBe(words)
  })
})
