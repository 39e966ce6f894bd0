// Whether a change or a commit is everywhere, as the API answers it.
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { application, cluster } from '#lib/http/testing/bodies.ts'
import { propose } from '#lib/http/testing/pull-requests.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import {
  commit,
  itemOf,
  reportAt,
  rootAt,
  syncOf,
  minute,
} from '#lib/usecases/reports/testing/reports.ts'
import { ownSession } from '#lib/usecases/session.ts'

/** The API has the real time, which is the minute 60. Each report is of the next minute. */
const BEGIN = 53

let world: Reporting
let now: number
beforeEach(async () => {
  world = await createReporting()
  await world.publish(commit('1'))
  now = BEGIN
})

const get = async (path: string) => (await world.api.call(path)).json

async function send(root: string, items: Parameters<typeof reportAt>[1], name = cluster.name) {
  const as = ownSession(world.api.tenant, actorOf({ cluster: name }))
  world.setClock((now += 1))
  await world.send(reportAt(now, [rootAt(commit(root)), ...items]), as, name)
}

async function follow(branch: string, published: string): Promise<number> {
  const answer = await world.api.call('/applications/ieb/app1', {
    method: 'PATCH',
    body: { repo_branch: branch },
    headers: { 'If-Match': '*' },
  })
  await world.publish(commit(published))
  return Number(answer.headers.get('berth-change'))
}

async function addCluster(name: string, metadata: Record<string, string>) {
  const { status, text } = await world.api.call('/clusters', {
    body: { ...cluster, name, metadata: { ...cluster.metadata, ...metadata } },
  })
  expect(status, text).toBe(201)
}

const none = { total: 0, succeeded: 0, failed: 0, in_progress: 0, unknown: 0, superseded: 0 }

describe('GET /changes/{id}/compliance', () => {
  it('counts the placements that the change moved, by any label', async () => {
    await addCluster('second', { site: 'store' })
    const change = await follow('v2', '2')
    await send('2', [itemOf('app1', { targetRevision: 'v2', health: 'Degraded' }), itemOf('app2')])
    const path = `/changes/${change}/compliance`
    expect(await get(path)).toEqual({
      ...none,
      total: 2,
      failed: 1,
      unknown: 1,
      items: [{ key: 'non-prod', ...none, total: 2, failed: 1, unknown: 1, silent_since: null }],
      continue: null,
    })
    expect((await get(`${path}?by=label:site`)).items).toMatchObject([
      { key: null, failed: 1 },
      { key: 'store', unknown: 1 },
    ])
    const [first] = (await get(`${path}?by=cluster&limit=1`)).items
    expect(first).toMatchObject({ key: cluster.name, total: 1 })
    const later = (await get(`${path}?by=cluster&limit=1`)).continue
    expect(await get(`${path}?by=cluster&limit=1&continue=${later}`)).toMatchObject({
      total: 2,
      items: [{ key: 'second' }],
      continue: null,
    })
    expect((await get(`${path}?by=cluster&outcome=unknown,succeeded`)).items).toMatchObject([
      { key: 'second' },
    ])
    expect((await get(`${path}?by=application`)).items).toMatchObject([{ key: 'ieb/app1' }])
    expect((await get(`${path}?by=team`)).items).toMatchObject([{ key: 'ieb', total: 2 }])
  })

  it('counts what it removed, until it is gone', async () => {
    await send('1', [itemOf('app1'), itemOf('app2')])
    const answer = await world.api.call('/applications/ieb/app2', {
      method: 'DELETE',
      headers: { 'If-Match': '*' },
    })
    const path = `/changes/${answer.headers.get('berth-change')}/compliance`
    expect(await get(path)).toMatchObject({ total: 1, in_progress: 1 })
    await world.publish(commit('2'))
    await send('2', [itemOf('app1'), itemOf('app2', { deleting: true })])
    expect(await get(path)).toMatchObject({ total: 1, in_progress: 1 })
    await send('2', [itemOf('app1')])
    expect(await get(path)).toMatchObject({ total: 1, succeeded: 1 })
  })

  it.each(['/changes/99/compliance', '/changes/x/compliance'])('knows no %s', async (path) => {
    expect(await world.api.call(path)).toMatchObject({ status: 404 })
  })

  it.each(['by=nothing', 'outcome=superseded', 'continue=x', 'limit=0'])(
    'refuses %s',
    async (query) => {
      expect(await world.api.call(`/changes/1/compliance?${query}`)).toMatchObject({ status: 400 })
    },
  )

  it('counts only what the reader may see', async () => {
    await send('1', [itemOf('app1'), itemOf('app2')])
    await world.api.call('/teams', { body: { name: 'other' } })
    const own = await world.api.token('reader', { team: 'ieb' })
    const others = await world.api.token('reader', { team: 'other' })
    const path = '/changes/1/compliance'
    expect((await world.api.call(path, { token: own })).json).toMatchObject({ total: 2 })
    expect((await world.api.call(path, { token: others })).json).toMatchObject({ total: 0 })
  })
})

describe('GET /commits/{sha}/compliance of a commit of Berth’s', () => {
  it('counts what all of its changes moved together', async () => {
    await send('1', [itemOf('app1'), itemOf('app2')])
    const first = await world.api.call('/applications/ieb/app1', {
      method: 'PATCH',
      body: { repo_branch: 'v2' },
      headers: { 'If-Match': '*' },
    })
    const second = await follow('v3', '2')
    const commits = `/commits/${commit('2').slice(0, 7)}/compliance`
    const changes = [Number(first.headers.get('berth-change')), second]
    expect(await get(commits)).toMatchObject({
      commit: commit('2'),
      changes,
      ...none,
      total: 1,
      in_progress: 1,
    })
    await send('2', [itemOf('app1', { targetRevision: 'v3' }), itemOf('app2')])
    expect(await get(commits)).toMatchObject({ total: 1, succeeded: 1 })
  })
})

describe('GET /commits/{sha}/compliance of a commit of an application’s own', () => {
  const path = `/commits/${commit('b')}/compliance`

  it('says who runs it, who runs another, and of whom nobody knows', async () => {
    await addCluster('second', {})
    await addCluster('third', {})
    await world.publish(commit('2'))
    const newer = itemOf('app1', { revision: commit('b'), health: 'Degraded' })
    await send('2', [newer, itemOf('app2', { revision: commit('b') })])
    await send('2', [itemOf('app1'), itemOf('app2', { health: 'Degraded' })], 'second')
    expect(await get(`${path}?by=cluster`)).toMatchObject({
      commit: commit('b'),
      changes: null,
      total: 6,
      succeeded: 1,
      failed: 1,
      in_progress: 2,
      unknown: 2,
      items: [
        { key: cluster.name, failed: 1, succeeded: 1 },
        { key: 'third', unknown: 2, silent_since: null },
        { key: 'second', in_progress: 2 },
      ],
    })
    expect(await get(path.replace(commit('b'), 'BBBBBBB'))).toMatchObject({ commit: commit('b') })
  })

  it('is of the applications that could be at it: of the same source, or pinned', async () => {
    const { status } = await world.api.call('/applications', {
      body: { ...application, name: 'app3', repo_url: 'https://git.example.com/ieb/other.git' },
    })
    expect(status).toBe(201)
    await send('1', [itemOf('app1', { revision: commit('b') }), itemOf('app2')])
    expect(await get(`${path}?by=application`)).toMatchObject({ total: 2, in_progress: 1 })
    await follow(commit('c'), '2')
    expect(await get(`/commits/${commit('c')}/compliance?by=application`)).toMatchObject({
      items: [{ key: 'ieb/app1', in_progress: 1 }],
    })
  })

  it('leaves out who has gone on to another', async () => {
    const syncs = [syncOf(1, minute(50), commit('b')), syncOf(2, minute(55), commit('c'))]
    const gone = itemOf('app1', { revision: commit('c'), history: syncs })
    await send('1', [gone, itemOf('app2', { revision: commit('b') })])
    expect(await get(path)).toMatchObject({ total: 1, succeeded: 1, superseded: 1 })
  })

  it('counts only what the reader may see', async () => {
    await send('1', [itemOf('app1', { revision: commit('b') }), itemOf('app2')])
    await world.api.call('/teams', { body: { name: 'other' } })
    const own = await world.api.token('reader', { team: 'ieb' })
    const others = await world.api.token('reader', { team: 'other' })
    expect((await world.api.call(path, { token: own })).json).toMatchObject({ total: 2 })
    expect(await world.api.call(path, { token: others })).toMatchObject({ status: 404 })
  })

  it('asks for more digits where several commits begin so', async () => {
    const [left, right] = ['0', '1'].map((end) => `bbbbbbbb${end}`.padEnd(40, '0'))
    await send('1', [itemOf('app1', { revision: left! }), itemOf('app2', { revision: right! })])
    expect(await world.api.call('/commits/bbbbbbbb/compliance')).toMatchObject({
      status: 400,
      json: { code: 'commit_ambiguous' },
    })
    expect(await get('/commits/bbbbbbbb1/compliance')).toMatchObject({ commit: right })
  })

  it.each(['abcdef', 'ghijklmn', 'a'.repeat(65), commit('e')])('knows no %s', async (digits) => {
    await send('1', [itemOf('app1'), itemOf('app2')])
    expect(await world.api.call(`/commits/${digits}/compliance`)).toMatchObject({ status: 404 })
  })
})

const lacks = async () => (await get(`/clusters/${cluster.name}/report`)).lacks

describe('GET /clusters/{name}/report', () => {
  it('names the changes that moved something there and that the cluster lacks', async () => {
    expect(await lacks()).toBeNull()
    await send('1', [itemOf('app1'), itemOf('app2')])
    expect(await lacks()).toEqual({ total: 0, items: [] })
    await addCluster('second', {})
    const followed = await follow('v2', '2')
    const answer = await world.api.call('/applications/ieb/app2', {
      method: 'DELETE',
      headers: { 'If-Match': '*', 'Berth-Reason': 'Retired' },
    })
    const removed = Number(answer.headers.get('berth-change'))
    expect(await lacks()).toMatchObject({
      total: 2,
      items: [
        { id: removed, reason: 'Retired', published: false },
        { id: followed, published: true },
      ],
    })
    await world.api.call('/teams', { body: { name: 'other' } })
    const token = await world.api.token('reader', { team: 'other' })
    const ofOthers = await world.api.call(`/clusters/${cluster.name}/report`, { token })
    expect(ofOthers.json.lacks).toEqual({ total: 0, items: [] })
    await world.publish(commit('3'))
    await send('3', [itemOf('app1', { targetRevision: 'v2' })])
    expect(await lacks()).toEqual({ total: 0, items: [] })
  })

  it('counts what people have to merge by itself, not as lacking', async () => {
    await send('1', [itemOf('app1'), itemOf('app2')])
    await world.api.call('/applications/ieb/app2', {
      method: 'PATCH',
      body: { repo_branch: 'v2' },
      headers: { 'If-Match': '*' },
    })
    expect(await lacks()).toMatchObject({ total: 1, items: [{ published: false }] })
    const waiting = '/placements?state=waiting'
    expect(await get(`${waiting}&stateFor=0m`)).toMatchObject({ total: 1 })
    await propose(world.api, 'main')
    expect(await get(waiting)).toMatchObject({ total: 1, items: [{ state_since: null }] })
    expect(await get(`${waiting}&stateFor=0m`)).toMatchObject({ total: 0 })
    const pull = { number: 17, url: 'https://git.example.com/fleet/pulls/17' }
    const proposed = { total: 1, pull_request: pull }
    expect(await lacks()).toEqual({ total: 0, items: [], proposed })
    await propose(world.api, 'main', { state: 'closed' })
    expect(await lacks()).toEqual({ total: 0, items: [], proposed })
    await world.publish(commit('2'))
    expect(await lacks()).toMatchObject({ total: 1, items: [{ published: true }] })
  })

  it('names no change that only placed what waits for a release there', async () => {
    await send('1', [itemOf('app1'), itemOf('app2')])
    const waiting = { ...application, name: 'app3', depends_on: ['ieb/app2'] }
    const { status, text } = await world.api.call('/applications', { body: waiting })
    expect(status, text).toBe(201)
    const placements = await get('/placements?namespace=ieb&application=app3')
    expect(placements).toMatchObject({ total: 1, items: [{ released: false }] })
    expect(await lacks()).toEqual({ total: 0, items: [] })
    const freed = await world.api.call('/applications/ieb/app3', {
      method: 'PATCH',
      body: { depends_on: [] },
      headers: { 'If-Match': '*' },
    })
    const id = Number(freed.headers.get('berth-change'))
    expect(await lacks()).toMatchObject({ total: 1, items: [{ id }] })
  })
})
