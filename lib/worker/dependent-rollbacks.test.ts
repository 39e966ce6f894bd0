// Rollouts of an application that needs another one, taken back: what clusters have in Git then.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { act, announce, rollOut, rollout } from '#lib/http/testing/rollouts.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { passSeconds } from './testing/platform.ts'
import { carryOn, revisionsOn } from './testing/rollouts.ts'

const CLUSTERS = ['a', 'b', 'c', 'd']
const SOAKING = { soak: '30m', unobserved: 'time' }
const WAVES = [
  { name: 'canary', clusters: 'ring=canary', after: SOAKING },
  { name: 'rest', after: SOAKING },
]
const DB = { namespace: 'ieb', application: 'db', healthy: false }

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  for (const name of CLUSTERS) {
    const metadata = { region: 'east', db: 'no', ring: name < 'c' ? 'canary' : 'main' }
    await save(publisher, 'POST', '/clusters', { ...cluster(name), metadata })
  }
  await save(publisher, 'POST', '/target-policies', policy())
  const db = { ...policy('db', { db: 'yes' }), app_selector: { name: 'db' } }
  await save(publisher, 'POST', '/target-policies', db)
  await save(publisher, 'POST', '/applications', application('db', { metadata: {} }))
  const fields = { follow: 'versions', depends_on: [DB] }
  await save(publisher, 'POST', '/applications', application('app1', fields))
  for (const digit of ['1', '2']) await announce(publisher, digit)
  await publisher.publish()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

async function placeDb(...clusters: readonly string[]): Promise<void> {
  for (const name of clusters) {
    await save(publisher, 'PATCH', `/clusters/${name}`, { metadata: { db: 'yes' } })
  }
}

async function started(version: string): Promise<number> {
  const answer = await rollOut(publisher, 'prod', version)
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  return answer.json.id
}

/** Without waves, and so without anything to wait for. */
async function completed(version: string): Promise<number> {
  const id = await started(version)
  expect((await rollout(publisher, id)).state).toBe('completed')
  return id
}

async function lookAgain(): Promise<void> {
  await passSeconds(publisher, 30)
  await carryOn(publisher)
}

const inGit = () => revisionsOn(publisher, CLUSTERS)

it.each([1, 2])(
  'gives clusters what they had, after wave %i, and leaves out those on which something is missing',
  async (wave) => {
    await placeDb('a', 'b', 'c')
    await completed('v1')
    expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: null })
    await save(publisher, 'POST', '/environments', { name: 'prod', waves: WAVES })
    const id = await started('v2')
    if (wave === 2) {
      const passed = { wave: 1, gates: ['soak', 'health'], reason: 'It was tried elsewhere.' }
      await save(publisher, 'POST', `/rollouts/${id}/override`, passed)
      await carryOn(publisher)
      await placeDb('d')
      await lookAgain()
    }
    const ahead = wave === 1 ? { c: '1' } : { c: '2', d: '2' }
    expect(await inGit()).toEqual({ a: '2', b: '2', d: null, ...ahead })
    const back = await act(publisher, id, 'rollback')
    expect(back.status, back.text).toBe(200)
    await carryOn(publisher)
    // What had nothing keeps the version, until it gets what the others have.
    expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: wave === 1 ? null : '2' })
    await lookAgain()
    expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: wave === 1 ? null : '1' })
  },
)

it('is possible when it is completed, to the set that was the current one', async () => {
  await placeDb('a', 'b', 'c')
  const first = await completed('v1')
  const nothing = await act(publisher, first, 'rollback')
  expect(nothing).toMatchObject({ status: 409, json: { code: 'nothing_before' } })
  await save(publisher, 'PATCH', '/clusters/c', { metadata: { db: 'no' } })
  const second = await completed('v2')
  expect(await inGit()).toEqual({ a: '2', b: '2', c: '1', d: null })
  const back = await act(publisher, second, 'rollback')
  expect(back.status, back.text).toBe(201)
  await carryOn(publisher)
  expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: null })
  expect(await rollout(publisher, back.json.id)).toMatchObject({
    state: 'completed',
    origin: 'rollback',
  })
  await placeDb('d')
  await publisher.publish()
  await lookAgain()
  expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: '1' })
})

it('lets clusters wait that come back, and gives them what all have once all is there', async () => {
  await placeDb('a', 'b', 'c')
  await completed('v1')
  await save(publisher, 'PATCH', '/clusters/a', { metadata: { region: 'west', db: 'no' } })
  await save(publisher, 'PATCH', '/clusters/a', { metadata: { region: 'east' } })
  await lookAgain()
  expect(await inGit()).toEqual({ a: null, b: '1', c: '1', d: null })
  await placeDb('a')
  await publisher.publish()
  await lookAgain()
  expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: null })
})
