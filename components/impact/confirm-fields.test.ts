import { expect, it } from 'vitest'
import { askedNumbers } from './confirm-fields.tsx'

const labelOf = (confirmChanges: number, changed: number) =>
  askedNumbers({
    confirmRemovals: null,
    confirmChanges,
    placements: { added: 0, removed: 0, changed, kept: 0 },
  }).map(({ label }) => label)

it.each([
  [1, 1, 'Type 1 to change the placement'],
  [7, 7, 'Type 7 to change 7 placements'],
  [2, 0, 'Type 2 to change 2 clusters'],
  [1, 0, 'Type 1 to change the cluster'],
  [9, 7, 'Type 9 to change 9 placements and clusters'],
])('asks for %i changes, of which %i are placements, as “%s”', (changes, placements, label) => {
  expect(labelOf(changes, placements)).toEqual([label])
})
