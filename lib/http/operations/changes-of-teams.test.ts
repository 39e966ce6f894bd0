// What members of a team see of changes that edit no object and do something to their applications all the same: those of
// rollouts, holds and decisions.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { submitDecisions } from '#lib/http/testing/deciding.ts'
import {
  act,
  announce,
  commitOf,
  followVersions,
  rollout,
  rollOut,
  saveEnvironments,
  step,
} from '#lib/http/testing/rollouts.ts'
import { application, policy, save, team } from '#lib/worker/testing/fleets.ts'

let api: TestApi
let own: string
let others: string
/** By what they did; each only did it to the application of the one team. */
const made: Record<string, number> = {}
/** What was decided for the application of the other team. */
let theirs: number

beforeAll(async () => {
  api = await createTestApi()
  await saveEnvironments(api)
  await save(api, 'PATCH', '/environments/qa', { hold: '30d' })
  await save(api, 'POST', '/teams', team('other'))
  await save(api, 'POST', '/applications', application('app2', { namespace: 'other' }))
  await save(api, 'POST', '/schedulers', { name: 'packer' })
  await save(api, 'POST', '/target-policies', { ...policy('chosen'), scheduler: 'packer' })
  await followVersions(api)
  for (const digit of ['1', '2']) await announce(api, digit)
  const { id } = (await rollOut(api, 'qa', 'v1')).json
  await step(api, id)
  await publish('a')
  await step(api, id)
  await publish('b')
  await step(api, id)
  const { waves } = await rollout(api, id)
  made['canary'] = waves[0].change
  made['rest'] = waves[1].change
  made['hold'] = await hold('PUT')
  made['end of the hold'] = await hold('DELETE')
  const next = (await rollOut(api, 'qa', 'v2')).json.id
  await step(api, next)
  const back = await act(api, next, 'rollback', { query: '?confirmChanges=1' })
  made['rollback'] = Number(back.headers.get('berth-change'))
  made['decision'] = await decide('app1', 'ieb')
  theirs = await decide('app2', 'other')
  await publish('c')
  own = await api.token('reader', { team: 'ieb' })
  others = await api.token('reader', { team: 'other' })
})

async function hold(method: 'PUT' | 'DELETE'): Promise<number> {
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const answer = await api.call('/clusters/q1/holds/ieb/app1', {
    method,
    headers: { 'if-match': '*' },
    ...(method === 'PUT' && { body: { until, reason: 'Not before the fair.' } }),
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return Number(answer.headers.get('berth-change'))
}

/** For an application that is there by another policy, too: nothing moves. */
async function decide(name: string, namespace: string): Promise<number> {
  const outcome = await submitDecisions(api, (fleet) => [
    {
      kind: 'decision',
      policy: findByName(fleet.policies, 'chosen')!.id,
      application: findByName(fleet.applications, name, namespace)!.id,
      after: bitsOf([findByName(fleet.clusters, 'q2')!.id]),
    },
  ])
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('nothing was decided')
  return outcome.change
}

/** Records that all that waits is in a commit. */
const publish = (digit: string) =>
  inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`update publications set state = 'published', commit = ${commitOf(digit)},
      published_at = now() where state = 'pending'`),
  )

const get = async (path: string, token: string) => api.call(path, { token })
const listed = async (query: string, token: string): Promise<readonly number[]> =>
  (await get(`/changes?limit=100${query}`, token)).json.items.map(({ id }: { id: number }) => id)

const WHAT = ['canary', 'rest', 'hold', 'end of the hold', 'rollback', 'decision']

describe('members of a team whose application is released, held or decided for', () => {
  it.each(WHAT)('open the change: %s', async (what) => {
    expect(made[what]).toBeGreaterThan(0)
    for (const part of ['', '/compliance', '/bootstraps']) {
      const { status, text } = await get(`/changes/${made[what]}${part}`, own)
      expect(status, text).toBe(200)
    }
  })

  it('find it in the list, and in the histories of the application, the cluster and the team', async () => {
    const all = WHAT.map((what) => made[what])
    for (const object of ['', '&object=application/ieb/app1', '&object=team/ieb']) {
      expect(await listed(object, own)).toEqual(expect.arrayContaining(all))
    }
    expect(await listed('&object=cluster/q1', own)).toContain(made['hold'])
    const { total } = (await get('/changes?object=application/ieb/app1', own)).json
    expect(await listed('&object=application/ieb/app1', own)).toHaveLength(total)
  })

  it('find the commit that has it', async () => {
    expect((await get(`/commits/${commitOf('a')}/compliance`, own)).json).toMatchObject({
      changes: expect.arrayContaining([made['canary']]),
    })
  })

  it('see nothing of what was decided for others', async () => {
    expect((await get(`/changes/${theirs}`, own)).status).toBe(404)
    expect(await listed('', own)).not.toContain(theirs)
    expect((await get(`/changes/${theirs}`, others)).status).toBe(200)
  })
})

describe('members of another team', () => {
  it.each(WHAT)('neither open it nor find it: %s', async (what) => {
    expect((await get(`/changes/${made[what]}`, others)).status).toBe(404)
    for (const object of ['', '&object=cluster/q1', '&object=cluster/q2']) {
      expect(await listed(object, others)).not.toContain(made[what])
    }
  })

  it('don’t find the commit that has nothing else', async () => {
    expect((await get(`/commits/${commitOf('b')}/compliance`, others)).status).toBe(404)
  })

  it('see nothing of it though they have the name of a team that is gone', async () => {
    await save(api, 'DELETE', '/applications/other/app2')
    await save(api, 'DELETE', '/teams/other')
    expect((await api.call('/teams?freeName=true', { body: team('other') })).status).toBe(201)
    const newcomers = await api.token('reader', { team: 'other' })
    expect((await get(`/changes/${theirs}`, newcomers)).status).toBe(404)
  })
})
