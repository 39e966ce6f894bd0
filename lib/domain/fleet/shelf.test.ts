import { expect, it } from 'vitest'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { anApplication, aCluster } from '#lib/domain/testing/objects.ts'
import { EMPTY_SHELF, findByName, idsByName, idsOfTeam, shelfWith } from './shelf.ts'

const created = (id: number, team: string, name: string) => ({
  id,
  before: null,
  after: anApplication({ team, name }),
})
const shelf = shelfWith(EMPTY_SHELF, [
  created(0, 'b', 'a'),
  created(1, 'a-b', 'z'),
  created(2, 'a', 'z'),
  created(3, 'a', 'b'),
])

it('orders applications by team first, and then by name', () => {
  expect(shelf.ordered).toEqual([3, 2, 1, 0])
  expect(idsOfTeam(shelf, 'a')).toEqual([3, 2])
  expect(idsOfTeam(shelf, 'c')).toEqual([])
})

it('finds an application only under its team', () => {
  expect(findByName(shelf, 'z', 'a')?.id).toBe(2)
  expect(findByName(shelf, 'z', 'b')).toBeNull()
})

it('shares the order while no name comes or goes', () => {
  const before = shelf.slots[2]!
  const edited = shelfWith(shelf, [{ id: 2, before, after: { ...before, description: 'new' } }])
  expect(edited.ordered).toBe(shelf.ordered)
  expect(edited.slots[2]?.description).toBe('new')
})

it('lists few and many of its objects in the same order, and none that it does not hold', () => {
  const clusters = Array.from({ length: 100 }, (_, id) => ({
    id,
    before: null,
    after: aCluster({ name: `c${(id * 37) % 100}` }),
  }))
  const all = shelfWith(EMPTY_SHELF, clusters)
  const some = all.ordered.filter((id) => id % 3 === 0)
  const few = all.ordered.filter((id) => id % 33 === 0)
  expect(idsByName(all, bitsOf([...some, 500]))).toEqual(some)
  expect(idsByName(all, bitsOf([...few, 500]))).toEqual(few)
})
