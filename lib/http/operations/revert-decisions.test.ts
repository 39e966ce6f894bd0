// Taking changes back where a policy places on chosen clusters alone: what was chosen comes back with what it was chosen for.
import { beforeEach, expect, it } from 'vitest'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { submitDecisions } from '#lib/http/testing/deciding.ts'
import { application, cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'

const NAMES = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  await save(api, 'POST', '/teams', team())
  await save(api, 'POST', '/schedulers', { name: 'packer' })
  for (const name of NAMES) await save(api, 'POST', '/clusters', cluster(name))
  await save(api, 'POST', '/applications', application())
})

const placed = async (): Promise<readonly string[]> => {
  const { json } = await api.call('/placements?limit=100')
  return json.items.map((item: { cluster: string }) => item.cluster).sort()
}

const decide = (...names: readonly string[]) =>
  submitDecisions(api, (fleet) => [
    {
      kind: 'decision',
      policy: findByName(fleet.policies, 'everywhere')!.id,
      application: findByName(fleet.applications, 'app1', 'ieb')!.id,
      after: bitsOf(names.map((name) => findByName(fleet.clusters, name)!.id)),
      reasons: {
        by: 'packer',
        clusters: Object.fromEntries(
          names.map((name) => [findByName(fleet.clusters, name)!.id, `${name} is free`]),
        ),
      },
    },
  ])

/** The change that is made of it. */
const decided = async (...names: readonly string[]): Promise<number> => {
  await decide(...names)
  return (await api.call('/changes?limit=1')).json.items[0].id
}

const choiceOf = async (name: string) =>
  (await api.call(`/placements/ieb/app1/${name}`)).json.policies[0].choice.reason

const takeBack = (change: number | null) => save(api, 'POST', `/changes/${change}/revert`)

it('a pick has again what it had picked, though others would do as well', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), pick: { count: 2 } })
  const before = await placed()
  const gone = `/clusters/${before[0]}`
  const change = await save(api, 'PATCH', gone, { metadata: { region: 'west' } })
  expect(await placed()).not.toEqual(before)
  await takeBack(change)
  expect(await placed()).toEqual(before)
  // Deleted, it comes back as another cluster of that name.
  const deletion = await save(api, 'DELETE', gone)
  expect(await placed()).not.toContain(before[0])
  await takeBack(deletion)
  expect(await placed()).toEqual(before)
})

it.each([
  ['policy', '/target-policies/everywhere'],
  ['application', '/applications/ieb/app1'],
  ['cluster', '/clusters/c2'],
])('what a scheduler had chosen comes back with a deleted %s', async (_, path) => {
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  await decide('c2', 'c5')
  expect(await placed()).toEqual(['c2', 'c5'])
  const change = await save(api, 'DELETE', path)
  expect(await placed()).not.toContain('c2')
  await takeBack(change)
  expect(await placed()).toEqual(['c2', 'c5'])
  expect(await choiceOf('c2')).toBe('chosen by packer (2 of 6): c2 is free')
  expect(await choiceOf('c5')).toBe('chosen by packer (2 of 6): c5 is free')
})

it('what a scheduler had chosen and said comes back where the policy turned to all clusters', async () => {
  await save(api, 'POST', '/schedulers', { name: 'other' })
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  await decide('c2', 'c5')
  const ended = await save(api, 'PATCH', '/target-policies/everywhere', { scheduler: null })
  await takeBack(ended)
  expect(await placed()).toEqual(['c2', 'c5'])
  expect(await choiceOf('c2')).toBe('chosen by packer (2 of 6): c2 is free')
  await save(api, 'PATCH', '/target-policies/everywhere', { scheduler: 'other' })
  expect(await choiceOf('c2')).toBe('chosen by other (2 of 6)')
})

it('what was decided since stays', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  await decide('c2', 'c5')
  const change = await save(api, 'PATCH', '/clusters/c2', { metadata: { region: 'west' } })
  await decide('c3')
  await takeBack(change)
  expect(await placed()).toEqual(['c3'])
})

const revert = (change: number | null, query = '') =>
  api.call(`/changes/${change}/revert${query}`, { method: 'POST' })

it('a decision alone goes back to what was decided before, and the scheduler may decide again', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  const first = await decided('c2', 'c5')
  const second = await decided('c3', 'c5')
  const shown = await revert(second, '?dryRun=true')
  expect(shown.json).toMatchObject({ placements: { added: 1, removed: 1 } })
  expect(await placed()).toEqual(['c3', 'c5'])
  const back = await revert(second)
  expect(back.status, back.text).toBe(200)
  expect(await placed()).toEqual(['c2', 'c5'])
  expect(await choiceOf('c2')).toBe('chosen by packer (2 of 6): c2 is free')
  const { items } = (await api.call('/audit?limit=1')).json
  expect(items[0]).toMatchObject({
    action: 'changes.revert',
    object: 'decision/everywhere',
    change: Number(back.headers.get('berth-change')),
  })
  // Back again, and then to before anything was decided.
  await takeBack(Number(back.headers.get('berth-change')))
  expect(await placed()).toEqual(['c3', 'c5'])
  await decide('c2', 'c5')
  await takeBack(first)
  expect(await placed()).toEqual([])
  expect((await api.call('/target-policies/everywhere/decision')).json.current).toEqual([])
  await decide('c4')
  expect(await placed()).toEqual(['c4'])
})

it('a decision alone comes back without the clusters that may not be chosen any more', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  await decided('c2', 'c5')
  const second = await decided('c3')
  await save(api, 'DELETE', '/clusters/c2')
  await takeBack(second)
  expect(await placed()).toEqual(['c5'])
})

it('a decision alone stays where something else was decided since, or no scheduler decides', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  const first = await decided('c2', 'c5')
  await decided('c3')
  expect(await revert(first)).toMatchObject({
    status: 409,
    json: {
      code: 'revert_conflict',
      detail: expect.stringContaining('something else was decided'),
    },
  })
  expect(await placed()).toEqual(['c3'])
  await save(api, 'PATCH', '/target-policies/everywhere', { scheduler: null, pick: { count: 1 } })
  expect(await revert(first)).toMatchObject({
    status: 409,
    json: { code: 'revert_conflict', detail: expect.stringContaining('No scheduler decides') },
  })
  await save(api, 'DELETE', '/target-policies/everywhere')
  expect(await revert(first)).toMatchObject({ status: 409, json: { code: 'revert_conflict' } })
})

it('a decision alone is taken back by whoever may decide in place of the scheduler, and nobody else', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
  const change = await decided('c2')
  const token = await api.token('contributor')
  const refused = await api.call(`/changes/${change}/revert`, { method: 'POST', token })
  expect(refused).toMatchObject({ status: 403 })
  expect(await placed()).toEqual(['c2'])
})

it('a decision of a policy that picks by itself is refused', async () => {
  await save(api, 'POST', '/target-policies', { ...policy(), pick: { count: 2 } })
  await expect(decide('c2', 'c5')).rejects.toThrow(
    'No scheduler decides for the policy everywhere.',
  )
})
