// Which paused rollouts wait for somebody. Those that fail after they were completed: `wave-health.test.ts` of the worker.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#lib/domain/access/actor.ts'
import { actorOf, personOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  act,
  announce,
  followVersions,
  rollOut,
  saveEnvironments,
  step,
} from '#lib/http/testing/rollouts.ts'
import { save } from '#lib/worker/testing/fleets.ts'
import { ownSession } from '../session.ts'
import { readInboxUseCase } from './inbox.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  await saveEnvironments(api)
  await followVersions(api)
  await announce(api, '1')
})

const contributor = personOf('ann', { teams: new Map([['ieb', 'contributor' as const]]) })
const admin = actorOf({ id: 'ada', role: 'admin' })
const inboxOf = (actor: Actor) =>
  readInboxUseCase.invoke(api.services, ownSession(api.tenant, actor), null)
const rolloutsOf = async (actor: Actor) =>
  (await inboxOf(actor)).troubledRollouts.map(({ rollout, cause }) => ({ rollout, cause }))

async function paused(): Promise<number> {
  const answer = await rollOut(api, 'qa', 'v1')
  expect(answer.status, answer.text).toBe(201)
  const { id } = answer.json
  await step(api, id)
  expect(await rolloutsOf(contributor)).toEqual([])
  const said = await act(api, id, 'pause')
  expect(said.status, said.text).toBe(200)
  return id
}

describe('paused rollouts in an inbox', () => {
  it('are those of whoever may resume them, until they go on or are over', async () => {
    const id = await paused()
    const line = { rollout: id, cause: 'person' }
    expect(await inboxOf(contributor)).toMatchObject({
      troubledRollouts: [
        {
          ...line,
          team: 'ieb',
          application: 'app1',
          environment: 'qa',
          version: 1,
          versionName: 'v1',
          since: expect.any(Date),
        },
      ],
      troubledRolloutsTotal: 1,
    })
    expect(await rolloutsOf(admin)).toEqual([line])
    const others = [
      personOf('rae', { teams: new Map([['ieb', 'reader' as const]]) }),
      personOf('tom', { teams: new Map([['other', 'contributor' as const]]) }),
      actorOf({ id: 'rob', role: 'reader' }),
    ]
    for (const other of others) expect(await rolloutsOf(other)).toEqual([])
    expect((await act(api, id, 'resume')).status).toBe(200)
    expect(await rolloutsOf(contributor)).toEqual([])
    expect((await act(api, id, 'pause')).status).toBe(200)
    expect(await rolloutsOf(contributor)).toEqual([line])
    expect((await act(api, id, 'abort')).status).toBe(200)
    expect(await rolloutsOf(contributor)).toEqual([])
  })

  it('are those of deployers and admins alone, where an environment names deployers', async () => {
    const id = await paused()
    await save(api, 'PATCH', '/environments/qa', { deployers: [{ id: 'deployers' }] })
    const line = { rollout: id, cause: 'person' }
    expect(await rolloutsOf(contributor)).toEqual([])
    expect(await rolloutsOf({ ...contributor, groups: ['deployers'] })).toEqual([line])
    expect(await rolloutsOf(admin)).toEqual([line])
  })
})
