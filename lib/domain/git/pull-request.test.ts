import { describe, expect, it } from 'vitest'
import { mergedHeads, ownedEntries, proposedRef } from './pull-request.ts'

const entry = (name: string, id: string) => ({ name, id: id.repeat(40), mode: '40000' as const })

describe('owned entries', () => {
  it('are the same whatever else a tree has, and in whatever order', () => {
    const own = [entry('clusters', 'a'), entry('.berth', 'b')]
    expect(ownedEntries([...own.toReversed(), entry('docs', 'c')])).toBe(ownedEntries(own))
  })

  it('differ with any of them', () => {
    const both = [entry('clusters', 'a'), entry('bootstrap', 'b')]
    expect(ownedEntries([entry('clusters', 'a'), entry('bootstrap', 'c')])).not.toBe(
      ownedEntries(both),
    )
    expect(ownedEntries([entry('clusters', 'a')])).not.toBe(ownedEntries(both))
  })
})

describe('what was merged', () => {
  const heads = [
    { commit: 'h1', owned: 'one', upTo: 301 },
    { commit: 'h2', owned: 'two', upTo: 302 },
    { commit: 'h3', owned: 'two', upTo: 305 },
  ]

  it('is the head whose content the newest of the commits has', () => {
    const commits = [
      { id: 'foreign', owned: 'else' },
      { id: 'squashed', owned: 'one' },
    ]
    expect(mergedHeads(commits, heads)).toEqual([{ upTo: 301, commit: 'squashed' }])
  })

  it('is the latest of the heads that have the same content', () => {
    expect(mergedHeads([{ id: 'm', owned: 'two' }], heads)).toEqual([{ upTo: 305, commit: 'm' }])
  })

  it('is each head that one of the commits has, by the commit that had it first', () => {
    const commits = [
      { id: 'foreign', owned: 'two' },
      { id: 'second', owned: 'two' },
      { id: 'first', owned: 'one' },
    ]
    expect(mergedHeads(commits, heads)).toEqual([
      { upTo: 305, commit: 'second' },
      { upTo: 301, commit: 'first' },
    ])
  })

  it('is only what the branch still has where somebody took the rest back', () => {
    const commits = [
      { id: 'back', owned: 'one' },
      { id: 'merged', owned: 'two' },
    ]
    expect(mergedHeads(commits, heads)).toEqual([{ upTo: 301, commit: 'back' }])
  })

  it('is nothing where no commit has what was proposed', () => {
    expect(mergedHeads([{ id: 'edited', owned: 'else' }], heads)).toEqual([])
    expect(mergedHeads([], heads)).toEqual([])
  })
})

it('a branch is proposed from a ref of Berth’s own', () => {
  expect(proposedRef('fleet/prod')).toBe('berth/fleet/prod')
})
