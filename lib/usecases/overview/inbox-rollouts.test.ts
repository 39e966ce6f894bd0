// Which paused rollouts wait for somebody. Those that fail after they were completed: `wave-health.test.ts` of the worker.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '#lib/domain/access/actor.ts'
import { actorOf, personOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  act,
  announce,
  followVersions,
  MANAGERS,
  personIn,
  rollOut,
  rollout,
  saveEnvironments,
  step,
} from '#lib/http/testing/rollouts.ts'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import { save } from '#lib/worker/testing/fleets.ts'
import { ownSession } from '../session.ts'
import { readInboxUseCase } from './inbox.ts'
import { readOwnTeamsUseCase } from './teams.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi(signInSettings)
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

/** As the provider calls somebody of the team. */
const member = (name: string, role: 'contributor' | 'reader' = 'contributor') =>
  personOf(`oidc:${signInSettings.OIDC_ISSUER}#${name}`, { teams: new Map([['ieb', role]]) })
const ownOf = async (actor: Actor) =>
  (await readOwnTeamsUseCase.invoke(api.services, ownSession(api.tenant, actor), null)).openRollouts

/** A rollout that bob started, and of which ann refused the first wave. */
async function refused(): Promise<number> {
  const approvals = { count: 1, groups: [{ id: MANAGERS }] }
  const waves = [{ name: 'canary', size: 1, before: { approvals } }, { name: 'rest' }]
  await save(api, 'PATCH', '/environments/qa', { waves })
  const { id } = (await rollOut(api, 'qa', 'v1', await personIn(api, 'bob'))).json
  await step(api, id)
  const ann = await personIn(api, 'ann', MANAGERS)
  const headers = { ...ann.headers, 'berth-impact': (await rollout(api, id)).waves[0].digest }
  const body = { wave: 1, decision: 'refuse', reason: 'It isn’t tested.' }
  const said = await api.call(`/rollouts/${id}/approvals`, { ...ann, headers, body })
  expect(said.status, said.text).toBe(200)
  await step(api, id)
  return id
}

describe('a rollout of which somebody refused a wave', () => {
  const told = { cause: 'refused', by: 'ann', reason: 'It isn’t tested.', wave: 'canary' }

  it('is told to its starter with who refused what and why, whether or not they may let it go on', async () => {
    const id = await refused()
    await save(api, 'PATCH', '/environments/qa', { deployers: [{ id: 'deployers' }] })
    for (const bob of [member('bob'), member('bob', 'reader')]) {
      const inbox = await inboxOf(bob)
      expect(inbox.troubledRollouts).toMatchObject([{ rollout: id, ...told }])
      expect(inbox.troubledRolloutsTotal).toBe(1)
      expect(await ownOf(bob)).toMatchObject([{ rollout: id, ...told, waves: 2, done: 0 }])
    }
    const elsewhere = { teams: new Map([['other', 'reader' as const]]) }
    for (const other of [member('cat'), personOf(member('bob').id, elsewhere)]) {
      expect(await rolloutsOf(other)).toEqual([])
      expect(await ownOf(other)).toEqual([])
    }
  })

  it('says so itself, until it goes on', async () => {
    const id = await refused()
    const { paused } = await rollout(api, id)
    expect(paused).toMatchObject({ by: { name: 'ann' }, reason: told.reason, wave: 'canary' })
    expect((await act(api, id, 'resume')).json.paused).toBe(null)
    const person = await act(api, id, 'pause')
    expect(person.json.paused).toMatchObject({ reason: 'For this test', wave: null })
    expect(await ownOf(member('bob'))).toMatchObject([
      { cause: 'person', reason: 'For this test', wave: null },
    ])
    expect((await act(api, id, 'abort')).json.paused).toBe(null)
    expect(await ownOf(member('bob'))).toEqual([])
  })
})
