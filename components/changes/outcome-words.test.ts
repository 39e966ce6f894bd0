import { describe, expect, it } from 'vitest'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { doneTo, doneToAll, movedWords } from './outcome-words.ts'

const edited = (kind: Kind, before: unknown, after: unknown) => {
  return { kind, team: 'ieb', name: 'shop', before, after }
}
const created = (kind: Kind) => edited(kind, null, {})

function impact(added: number, removed: number, changed: number) {
  const files = { added: 0, removed: 0, modified: 0 }
  return {
    placements: { added, removed, changed },
    applications: 1,
    clusters: 3,
    files,
    branches: [],
  }
}

it.each([
  ['applications.create', created('application'), 'was created.'],
  ['teams.delete', edited('team', {}, null), 'was deleted.'],
  ['objects.edit', edited('cluster', {}, {}), 'was changed.'],
  ['team-requests.approve', created('team'), 'was created, as somebody asked for it.'],
])('%s is told in words', (action, object, words) => {
  expect(doneTo(action, object)).toBe(words)
})

it.each([
  ['objects.apply', 2, '2 objects were created.'],
  ['objects.apply', 12, '12 objects were edited.'],
  ['application-kinds.replace', 0, 'Changed what teams may bring.'],
])(
  '%s of %i objects, of which two new ones are known, is told in words',
  (action, objects, words) => {
    expect(doneToAll(action, [created('team'), created('cluster')], objects)).toBe(words)
  },
)

describe('what a change moved', () => {
  it('is counted by what became of placements', () => {
    expect(movedWords([created('target-policy')], impact(3, 1, 0))).toBe(
      'It adds 3 placements and removes 1 placement: 1 application on 3 clusters.',
    )
  })

  it('is nothing for a new object that meets no policy, and why', () => {
    expect(movedWords([created('application')], impact(0, 0, 0))).toMatch(/no policy placed it/)
  })

  it('isn’t told of what no placement depends on', () => {
    expect(movedWords([created('alert-rule')], impact(0, 0, 0))).toBeNull()
    expect(movedWords([], impact(0, 0, 0))).toBeNull()
  })
})
