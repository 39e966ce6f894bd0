// Which version may come next where, as an application's environments answer it on a version's whole way.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import {
  act,
  announce,
  followVersions,
  rollOut,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { save } from './testing/fleets.ts'
import { carryOn } from './testing/rollouts.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher(signInSettings)
  await saveEnvironments(publisher)
  await followVersions(publisher)
})
afterEach(() => publisher.close())

type Item = {
  readonly environment: string
  readonly next: { readonly name: string; readonly from: string | null } | null
}

async function nextIn(environment: string): Promise<Item['next']> {
  const { json } = await publisher.call('/applications/ieb/app1/environments')
  return json.items.find((item: Item) => item.environment === environment).next
}

const names = async () => [(await nextIn('qa'))?.name, (await nextIn('prod'))?.name]

async function complete(environment: string, version: string): Promise<number> {
  const answer = await rollOut(publisher, environment, version)
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  return answer.json.id
}

it('is the newest that succeeded in all environments before, as long as no rollout is under way', async () => {
  expect(await names()).toEqual([undefined, undefined])
  await announce(publisher, '1')
  expect(await names()).toEqual(['v1', undefined])
  expect((await nextIn('qa'))!.from).toBe(null)
  await complete('qa', 'v1')
  expect(await names()).toEqual([undefined, 'v1'])
  await announce(publisher, '2')
  expect(await names()).toEqual(['v2', 'v1'])
  await rollOut(publisher, 'qa', 'v2')
  expect(await names()).toEqual([undefined, 'v1'])
  await save(publisher, 'POST', '/environments', { name: 'other' })
  await save(publisher, 'PATCH', '/environments/prod', { after: ['qa', 'other'] })
  expect(await names()).toEqual([undefined, undefined])
})

it('may come once it succeeded for as long as the environment asks', async () => {
  await announce(publisher, '1')
  const id = await complete('qa', 'v1')
  const { ended_at: ended } = (await publisher.call(`/rollouts/${id}`)).json
  await save(publisher, 'PATCH', '/environments/prod', { after_soak: '1h' })
  const { from } = (await nextIn('prod'))!
  expect(Date.parse(from!) - Date.parse(ended)).toBe(3_600_000)
})

it('is none that was there when somebody went back', async () => {
  await announce(publisher, '1')
  const id = await complete('qa', 'v1')
  await announce(publisher, '2')
  expect((await act(publisher, id, 'rollback')).status).toBe(201)
  await carryOn(publisher)
  expect(await names()).toEqual([undefined, undefined])
  await announce(publisher, '3')
  expect(await names()).toEqual(['v3', undefined])
})
