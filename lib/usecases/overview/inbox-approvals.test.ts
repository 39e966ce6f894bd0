// Which waves of rollouts wait for somebody's approval.
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

let api: TestApi
beforeEach(async () => {
  api = await createTestApi(signInSettings)
  await saveEnvironments(api)
  await followVersions(api)
  await announce(api, '1')
})

const teams = new Map([['ieb', 'contributor' as const]])
/** As the provider calls somebody. */
const subject = (name: string) => `oidc:${signInSettings.OIDC_ISSUER}#${name}`
const manager = (name: string) => personOf(subject(name), { teams, groups: [MANAGERS] })
const inboxOf = (actor: Actor) =>
  readInboxUseCase.invoke(api.services, ownSession(api.tenant, actor), null)
const approvalsOf = async (actor: Actor) => (await inboxOf(actor)).approvals
const waves = (...rules: object[]) =>
  save(api, 'PATCH', '/environments/qa', {
    waves: rules.map((before, index) => ({ name: `wave-${index}`, size: 3 - 2 * index, before })),
  })
const asking = (more: object = {}) => ({
  approvals: { count: 2, groups: [{ id: MANAGERS }, { id: 'qa' }], ...more },
})

async function started(): Promise<number> {
  const answer = await rollOut(api, 'qa', 'v1', await personIn(api, 'bob', MANAGERS))
  expect(answer.status, answer.text).toBe(201)
  await step(api, answer.json.id)
  return answer.json.id
}

async function answer(name: string, id: number, decision: string): Promise<void> {
  const person = await personIn(api, name, MANAGERS)
  const { digest } = (await rollout(api, id)).waves[0]
  const headers = { ...person.headers, 'berth-impact': digest }
  const body = { wave: 1, decision, reason: 'It looks so.' }
  const said = await api.call(`/rollouts/${id}/approvals`, { ...person, headers, body })
  expect(said.status, said.text).toBe(200)
}

describe('the approvals in an inbox', () => {
  it('are those of whoever may give one, and nobody else’s', async () => {
    await waves(asking())
    const id = await started()
    const asked = {
      rollout: id,
      wave: 'wave-0',
      clusters: 3,
      team: 'ieb',
      application: 'app1',
      environment: 'qa',
      version: 1,
      versionName: 'v1',
    }
    expect(await inboxOf(manager('ann'))).toMatchObject({ approvals: [asked], openApprovals: 1 })
    expect(await approvalsOf(manager('bob'))).toEqual([])
    expect(await approvalsOf(personOf('ann', { teams }))).toEqual([])
    // Of a team that they may not see.
    expect(await approvalsOf(personOf('ann', { groups: [MANAGERS] }))).toEqual([])
    expect(await approvalsOf(actorOf({ groups: [MANAGERS], role: 'admin' }))).toEqual([])
  })

  it('are each there once, for those in several of the groups and for those who started what lets them', async () => {
    await waves(asking({ self: true }))
    const id = await started()
    const both = personOf(subject('bob'), { teams, groups: [MANAGERS, 'qa', 'others'] })
    expect(await approvalsOf(both)).toMatchObject([{ rollout: id }])
  })

  it('are over for those who approved at once, and for all others with the last one', async () => {
    await waves(asking(), asking())
    const id = await started()
    await answer('ann', id, 'approve')
    expect(await approvalsOf(manager('ann'))).toEqual([])
    expect(await approvalsOf(manager('cat'))).toHaveLength(1)
    await answer('cat', id, 'approve')
    expect(await approvalsOf(manager('dan'))).toEqual([])
    await step(api, id)
    expect(await approvalsOf(manager('dan'))).toMatchObject([{ rollout: id, wave: 'wave-1' }])
    expect(await approvalsOf(manager('ann'))).toMatchObject([{ rollout: id, wave: 'wave-1' }])
  })

  it('come again once a wave would do something else, and since they were first asked for', async () => {
    await waves(asking())
    const id = await started()
    const [{ since } = { since: null }] = await approvalsOf(manager('ann'))
    await answer('ann', id, 'approve')
    // Of four, three of which are in the wave.
    for (const name of ['q1', 'q2']) await save(api, 'DELETE', `/clusters/${name}`)
    await step(api, id)
    expect(await approvalsOf(manager('ann'))).toMatchObject([{ rollout: id, since }])
  })

  it('are none while a rollout is paused, and none once it is over', async () => {
    await waves(asking())
    const id = await started()
    await answer('ann', id, 'refuse')
    expect(await approvalsOf(manager('cat'))).toEqual([])
    await step(api, id)
    expect(await rollout(api, id)).toMatchObject({ state: 'paused' })
    expect((await act(api, id, 'resume')).status).toBe(200)
    await step(api, id)
    expect(await approvalsOf(manager('ann'))).toHaveLength(1)
    expect((await act(api, id, 'abort')).status).toBe(200)
    expect(await approvalsOf(manager('ann'))).toEqual([])
  })
})
