// Which rollouts freezes stop: now, and by an edit of freezes.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor } from '#lib/domain/access/actor.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
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
import { readStoppedUseCase } from './stopped.ts'

const NONE = { total: 0, items: [] }
const PAST = '2020-01-01T00:00:00Z'

let api: TestApi
/** A rollout to qa, of which the canary is released and the rest is to come. */
let forward: number
beforeAll(async () => {
  api = await createTestApi()
  await saveEnvironments(api)
  await followVersions(api)
  await announce(api, '1')
  forward = (await rollOut(api, 'qa', 'v1')).json.id
  await step(api, forward)
})

const seen = () => ({
  total: 1,
  items: [
    {
      rollout: forward,
      namespace: 'ieb',
      application: 'app1',
      environment: 'qa',
      version: { number: 1, name: 'v1' },
    },
  ],
})
const freeze = (more: object = {}) => ({ name: 'stop', environments: ['qa'], ...more })
const previewed = async (method: string, path: string, body?: object) => {
  const headers = { 'if-match': '*' }
  const answer = await api.call(`${path}?dryRun=true`, { method, body, headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.rollouts
}
const stoppedBy = (actor: Actor = actorOf({ role: 'reader' })) =>
  readStoppedUseCase
    .invoke(api.services, ownSession(api.tenant, actor), { freezes: ['stop', 'old', 'unknown'] })
    .then((stopped) => Object.fromEntries(stopped))

describe('the preview of an edit of freezes', () => {
  it('names the running rollouts that it has wait now', async () => {
    expect(await previewed('POST', '/freezes', freeze())).toEqual({
      stopped: seen(),
      let_go: NONE,
    })
  })

  it.each([
    ['of another environment', { environments: ['prod'] }],
    ['of another team', { namespaces: ['other'] }],
    ['of other applications', { app_selector: 'tier=none' }],
    ['that is over', { to: PAST }],
  ])('names none for one %s', async (_, more) => {
    await save(api, 'POST', '/apply', [documentOf('team', { name: 'other' })])
    const rollouts = await previewed('POST', '/freezes', freeze(more))
    expect(rollouts).toEqual({ stopped: NONE, let_go: NONE })
  })

  it('names those that its end lets go, unless another freeze stops them anyway', async () => {
    await save(api, 'POST', '/freezes', freeze())
    await save(api, 'POST', '/freezes', freeze({ name: 'old', to: PAST }))
    expect(await stoppedBy()).toEqual({ stop: seen() })
    expect(await previewed('DELETE', '/freezes/stop')).toEqual({ stopped: NONE, let_go: seen() })
    await save(api, 'POST', '/freezes', freeze({ name: 'all', environments: '*' }))
    expect(await previewed('DELETE', '/freezes/stop')).toEqual({ stopped: NONE, let_go: NONE })
    await save(api, 'DELETE', '/freezes/all')
  })

  it('says nothing of rollouts where no freeze is edited', async () => {
    expect(await previewed('POST', '/teams', { name: 'third' })).toBe(undefined)
  })
})

describe('what a freeze stops', () => {
  it('are rollouts that the visitor may see', async () => {
    const stranger = actorOf({ teams: new Map([['other', 'reader' as const]]) })
    expect(await stoppedBy(stranger)).toEqual({})
    const member = actorOf({ teams: new Map([['ieb', 'reader' as const]]) })
    expect(await stoppedBy(member)).toEqual({ stop: seen() })
  })

  it('is nothing that somebody let pass it, that is paused, or that has no wave to release', async () => {
    expect((await act(api, forward, 'pause')).status).toBe(200)
    expect(await stoppedBy()).toEqual({})
    expect((await act(api, forward, 'resume')).status).toBe(200)
    expect(await stoppedBy()).toEqual({ stop: seen() })
    const body = { wave: 2, gates: ['frozen'], reason: 'The store is down.' }
    const passed = await api.call(`/rollouts/${forward}/override?confirmChanges=3`, { body })
    expect(passed.status, passed.text).toBe(200)
    expect(await stoppedBy()).toEqual({})
  })
})
