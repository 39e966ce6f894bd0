import { describe, expect, it } from 'vitest'
import { mergedHead, ownedEntries, proposedRef } from './pull-request.ts'

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
    expect(mergedHead(commits, heads)).toEqual({ upTo: 301, commit: 'squashed' })
  })

  it('is the latest of the heads that have the same content', () => {
    expect(mergedHead([{ id: 'm', owned: 'two' }], heads)).toEqual({ upTo: 305, commit: 'm' })
  })

  it('is nothing where no commit has what was proposed', () => {
    expect(mergedHead([{ id: 'edited', owned: 'else' }], heads)).toBeNull()
    expect(mergedHead([], heads)).toBeNull()
  })
})

it('a branch is proposed from a ref of Berth’s own', () => {
  expect(proposedRef('fleet/prod')).toBe('berth/fleet/prod')
})
