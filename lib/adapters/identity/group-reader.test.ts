import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GroupReader } from './group-reader.ts'
import { httpWorld, memoryWorld, TENANT } from './testing/group-worlds.ts'

const person = {
  provider: 'entra' as const,
  tenant: TENANT,
  object: '8f1c0000-0000-4000-8000-00000000000b',
}
const groupsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `9a000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  )
const read = (ids: readonly string[]) => ({ outcome: 'read', ids })

const worlds = [
  { name: 'in memory', make: memoryWorld },
  { name: 'behind HTTP', make: () => httpWorld() },
]

describe.each(worlds)('a directory $name', ({ make }) => {
  let world: Awaited<ReturnType<typeof make>>
  let reader: GroupReader
  beforeEach(async () => {
    world = await make()
    reader = world.reader
  })
  afterEach(() => world.close())

  it.each([0, 1, 200, 201, 1000])('tells all of %i groups', async (count) => {
    world.members.set(person.object, groupsOf(count))
    expect(await reader.readGroups(person)).toEqual(read(groupsOf(count)))
  })

  it('tells what changed since', async () => {
    world.members.set(person.object, groupsOf(2))
    await reader.readGroups(person)
    world.members.set(person.object, groupsOf(1))
    expect(await reader.readGroups(person)).toEqual(read(groupsOf(1)))
  })

  it('knows who was deleted', async () => {
    expect(await reader.readGroups(person)).toMatchObject({
      outcome: 'unavailable',
      reason: 'absent',
    })
  })

  it('tells nothing of the people of another tenant', async () => {
    world.members.set(person.object, groupsOf(2))
    const stranger = { ...person, tenant: person.tenant.replace('8f1c', '7777') }
    expect(await reader.readGroups(stranger)).toMatchObject({ reason: 'refused' })
  })

  it('tells nothing once it refuses', async () => {
    world.members.set(person.object, groupsOf(2))
    await reader.readGroups(person)
    world.refuse()
    expect(await reader.readGroups(person)).toMatchObject({
      outcome: 'unavailable',
      reason: 'refused',
    })
  })

  it.each(['', '../groups', 'me', 'ada@example.com', `${person.object}/x`, `{${person.object}}`])(
    'takes %j for nobody',
    async (object) => {
      await expect(reader.readGroups({ ...person, object })).rejects.toThrow('Not a GUID')
    },
  )
})
