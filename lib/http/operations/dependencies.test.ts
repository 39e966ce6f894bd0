// What is said of applications that wait for others: on placements, applications, clusters and rollouts, and as a graph.
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { act, rollout, step } from '#lib/http/testing/rollouts.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'

const V1 = '1'.repeat(40)

/** Each on the clusters whose names it has as labels. */
const app = (namespace: string, name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...application,
  namespace,
  name,
  metadata: { everywhere: 'yes' },
  ...more,
})
const onCluster = (application_: string, more: object = {}) => {
  const [namespace, name] = application_.split('/')
  return { namespace, application: name, on: 'cluster', healthy: true, ...more }
}

let api: TestApi
let reader: string

/** Clusters p1, p2 and p3 in prod and q1 in qa, with everything but what is for none of them. */
async function begin(...applications: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  api = await createTestApi()
  const clusters = { p1: 'prod', p2: 'prod', p3: 'prod', q1: 'qa' }
  const documents = [
    ...['ieb', 'platform', 'ops'].map((name) => documentOf('team', { ...team, name })),
    ...Object.entries(clusters).map(([name, environment]) =>
      documentOf('cluster', { ...cluster, name, environment }),
    ),
    documentOf('target-policy', {
      ...policy,
      app_selector: { everywhere: 'yes' },
      cluster_selector: '*',
    }),
    ...applications.map((each) => documentOf('application', each)),
  ]
  const applied = await api.call('/apply?confirmChanges=100', { body: documents })
  expect(applied.status, applied.text).toBe(200)
  reader = await api.token('reader', { team: 'ieb' })
}

const get = async (path: string, token?: string): Promise<Answer['json']> => {
  const answer = await api.call(path, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

async function patch(path: string, body: object): Promise<void> {
  const answer = await api.call(`${path}?confirmChanges=100`, {
    method: 'PATCH',
    body,
    headers: { 'if-match': '*' },
  })
  expect(answer.status, answer.text).toBe(200)
}

async function report(name: string, health: string, message?: string): Promise<void> {
  const token = await api.token('contributor', { cluster: name })
  const item = { ...reportedItem({ name: 'platform--cert', health }), ...(message && { message }) }
  const body = reportOf([item])
  const answer = await api.call(`/clusters/${name}/report`, { method: 'PUT', token, body })
  expect(answer.status, answer.text).toBe(200)
}

const CERT = onCluster('platform/cert')
const certs = { namespace: 'platform', application: 'cert', on: 'cluster' }
const inGit = { ...certs, code: 'not_released', text: 'waits for platform/cert (not in Git yet)' }
const hidden = {
  namespace: null,
  application: null,
  on: null,
  code: null,
  needs: null,
  has: null,
  since: null,
  text: 'waits for an application of another team',
  behind: [],
}

describe('an application that waits for others', () => {
  beforeAll(async () => {
    await begin(
      app('platform', 'cert'),
      app('ieb', 'db', { follow: 'versions' }),
      app('ieb', 'apart', { metadata: { everywhere: 'no' } }),
    )
    for (const [name, commit] of [
      ['v1', V1],
      ['v2', '2'.repeat(40)],
    ]) {
      await api.call('/applications/ieb/db/versions', { body: { commit, name } })
    }
    await submitWave(api, (fleet) => ({
      ended: [],
      begun: [releaseOf(fleet, 'db', { commit: V1, version: 1 })],
    }))
    const db = onCluster('ieb/db', { min_version: 'v2' })
    const documents = [
      documentOf('application', app('ieb', 'app1', { depends_on: [db, CERT] })),
      documentOf(
        'application',
        app('ieb', 'page', {
          depends_on: ['ieb/app1', 'ieb/apart'].map((name) => onCluster(name)),
        }),
      ),
    ]
    const applied = await api.call('/apply?confirmChanges=100', { body: documents })
    expect(applied.status, applied.text).toBe(200)
    await report('p2', 'Healthy')
    await report('p3', 'Degraded', 'pods pending')
  })

  const older = {
    namespace: 'ieb',
    application: 'db',
    on: 'cluster',
    code: 'older',
    needs: 'v2',
    has: 'v1',
    since: null,
    text: 'waits for ieb/db (v1, needs v2)',
    behind: [],
  }

  it('says on each placement for what it waits there, and how that is', async () => {
    expect((await get('/placements/ieb/app1/p1')).blocked_by).toEqual([
      { ...older, cluster: 'p1' },
      { ...inGit, cluster: 'p1', needs: null, has: null, since: null, behind: [] },
    ])
    expect((await get('/placements/ieb/app1/p2')).blocked_by).toEqual([{ ...older, cluster: 'p2' }])
    const [, degraded] = (await get('/placements/ieb/app1/p3')).blocked_by
    expect(degraded).toMatchObject({
      ...certs,
      code: 'not_healthy',
      text: expect.stringMatching(
        /^waits for platform\/cert \(degraded since 2\d{3}-.* UTC: pods pending\)$/,
      ),
      since: expect.stringMatching(/Z$/),
    })
    const [unreleased] = (await get('/placements/ieb/app1/q1')).blocked_by
    expect(unreleased).toMatchObject({
      code: 'not_released',
      text: 'waits for ieb/db (not released there)',
    })
  })

  it('says what that waits for itself, down to the root', async () => {
    const { blocked_by: chain } = await get('/placements/ieb/page/p2')
    expect(chain).toMatchObject([
      {
        application: 'app1',
        code: 'not_released',
        text: 'waits for ieb/app1 (not released there)',
        behind: [{ ...older, cluster: 'p2' }],
      },
      { application: 'apart', code: 'not_placed', text: 'waits for ieb/apart (not placed there)' },
    ])
  })

  it('says it in the list of placements, too, without what lies behind', async () => {
    const { items } = await get('/placements?cluster=p2')
    const found = Object.fromEntries(
      items.map(({ application: name, blocked_by: by }: Answer['json']) => [
        name,
        by.map(({ text, behind }: Answer['json']) => [text, behind]),
      ]),
    )
    expect(found).toEqual({
      app1: [['waits for ieb/db (v1, needs v2)', []]],
      cert: [],
      db: [],
      page: [
        ['waits for ieb/app1 (not released there)', []],
        ['waits for ieb/apart (not placed there)', []],
      ],
    })
    const { text } = await api.call(
      '/placements?format=csv&cluster=p2&columns=application,blocked_by',
    )
    expect(text.split('\r\n')[1]).toBe('app1,"waits for ieb/db (v1, needs v2)"')
  })

  it('knows nothing of that in the past', async () => {
    const at = new Date().toISOString()
    expect((await get(`/placements/ieb/app1/p1?at=${at}`)).blocked_by).toBeNull()
    const { items } = await get(`/placements?application=app1&at=${at}`)
    expect(items.map(({ blocked_by: by }: Answer['json']) => by)).toEqual([null, null, null, null])
    expect((await get(`/placements/ieb/db/p1?at=${at}`)).blocked_by).toEqual([])
    expect((await get(`/placements?application=db&at=${at}`)).items[0].blocked_by).toEqual([])
    expect((await get(`/applications/ieb/app1?at=${at}`)).status).not.toHaveProperty('blocked')
    expect((await get(`/clusters/p1?at=${at}`)).status).not.toHaveProperty('blocked')
  })

  it('says where it waits, by what it waits for', async () => {
    const { blocked } = (await get('/applications/ieb/app1')).status
    expect(blocked).toMatchObject({ clusters: 4, looked_at: 4 })
    expect(
      blocked.groups.map(({ clusters, by }: Answer['json']) => [
        clusters,
        ...by.map(({ cluster: on, code }: Answer['json']) => `${on} ${code}`),
      ]),
    ).toEqual([
      [1, 'p1 older', 'p1 not_released'],
      [1, 'p2 older'],
      [1, 'p3 older', 'p3 not_healthy'],
      [1, 'q1 not_released', 'q1 not_released'],
    ])
    const { groups } = (await get('/applications/ieb/page')).status.blocked
    expect(groups).toMatchObject([{ clusters: 4, by: [{ cluster: 'p1' }, { code: 'not_placed' }] }])
    expect(groups[0].by[0].behind).toHaveLength(2)
    expect((await get('/applications/ieb/db')).status).not.toHaveProperty('blocked')
    for (const { status } of (await get('/applications')).items) {
      expect(status).not.toHaveProperty('blocked')
    }
  })

  it('is said of each cluster where it waits', async () => {
    const { blocked } = (await get('/clusters/p2')).status
    expect(blocked).toMatchObject({ applications: 2, looked_at: 2 })
    expect(
      blocked.items.map(({ namespace, application: name, by }: Answer['json']) => [
        namespace,
        name,
        by.length,
      ]),
    ).toEqual([
      ['ieb', 'app1', 1],
      ['ieb', 'page', 2],
    ])
    for (const { status } of (await get('/clusters')).items) {
      expect(status).not.toHaveProperty('blocked')
    }
  })
})

describe('a cluster that is silent', () => {
  it('is so since one instant, wherever it is told', async () => {
    await begin(
      app('platform', 'cert'),
      app('ieb', 'app1', { follow: 'versions', depends_on: [CERT] }),
    )
    await report('p1', 'Degraded')
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`update cluster_reports set seen_at = seen_at - interval '1 hour'`),
    )
    const { state, state_since: since } = await get('/placements/platform/cert/p1')
    expect(state).toBe('unknown')
    const [blocked] = (await get('/placements/ieb/app1/p1')).blocked_by
    expect(blocked).toMatchObject({ code: 'unknown_since', since })
    const minute = since.slice(0, 16).replace('T', ' ')
    expect(blocked.text).toContain(`silent since ${minute} UTC`)
    const { items } = await get('/changes/1/compliance?by=cluster')
    const told = items.find(({ key }: Answer['json']) => key === 'p1')
    expect(told).toMatchObject({ unknown: 1, silent_since: since })
  })
})

async function start(name: string): Promise<number> {
  const body = { namespace: 'ieb', application: name, environment: 'prod', version: 'v1' }
  const answer = await api.call('/rollouts', { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}

describe('a rollout of an application that waits for others', () => {
  beforeEach(async () => {
    await begin(
      app('platform', 'cert'),
      app('ieb', 'app1', { follow: 'versions', depends_on: [CERT] }),
      app('ieb', 'app2', { follow: 'versions' }),
    )
    const canary = { name: 'canary', clusters: 'name in (p1,p2)' }
    const environment = { name: 'prod', waves: [canary, { name: 'rest' }] }
    expect((await api.call('/environments', { body: environment })).status).toBe(201)
    for (const name of ['app1', 'app2']) {
      const body = { commit: V1, name: 'v1' }
      const path = `/applications/ieb/${name}/versions`
      expect((await api.call(path, { body })).status).toBe(201)
    }
    await report('p1', 'Healthy')
    await report('p2', 'Progressing')
  })

  it('says which clusters it leaves out for now, and what these wait for', async () => {
    const id = await start('app1')
    const progressing = { clusters: 1, by: [{ cluster: 'p2', code: 'not_healthy' }] }
    const before = { clusters: 2, looked_at: 2, groups: [progressing] }
    expect((await rollout(api, id)).blocked).toMatchObject(before)
    await step(api, id)
    const unheard = { clusters: 1, by: [{ cluster: 'p3', code: 'not_released' }] }
    const after = { clusters: 2, looked_at: 2, groups: [progressing, unheard] }
    const { blocked, waves } = await rollout(api, id)
    expect(waves[0]).toMatchObject({ state: 'released', clusters: 1 })
    expect(blocked).toMatchObject(after)
    await act(api, id, 'abort')
    expect((await rollout(api, id)).blocked).toBeNull()
  })

  it('says nothing of that where the application needs no other', async () => {
    expect((await rollout(api, await start('app2'))).blocked).toBeNull()
  })
})

describe('what somebody may not see', () => {
  beforeEach(() =>
    begin(
      app('platform', 'cert', { depends_on: ['ops/vault'] }),
      app('ops', 'vault', { metadata: { everywhere: 'no' } }),
      app('ieb', 'app1', { depends_on: [CERT] }),
    ),
  )

  it('is an application of another team, wherever it is told', async () => {
    const all = [
      (await get('/placements/ieb/app1/p1', reader)).blocked_by,
      (await get('/placements?application=app1&cluster=p1', reader)).items[0].blocked_by,
      (await get('/applications/ieb/app1', reader)).status.blocked.groups[0].by,
      (await get('/clusters/p1', reader)).status.blocked.items[0].by,
    ]
    for (const blocked of all) expect(blocked).toEqual([{ ...hidden, cluster: 'p1' }])
    expect(JSON.stringify(all)).not.toMatch(/cert|vault|platform|ops/)
  })

  it('is told once its team shows it to the tenant, without what that needs of others', async () => {
    await patch('/applications/platform/cert', { visibility: 'tenant' })
    const told = [{ ...certs, code: 'not_released', behind: [{ ...hidden, cluster: 'p1' }] }]
    expect((await get('/placements/ieb/app1/p1', reader)).blocked_by).toMatchObject(told)
    const { blocked } = (await get('/clusters/p1', reader)).status
    expect(blocked.items).toMatchObject([
      { namespace: 'ieb', application: 'app1', by: told },
      { namespace: 'platform', application: 'cert', by: [{ ...hidden, cluster: 'p1' }] },
    ])
  })

  it('doesn’t count among the applications of a cluster', async () => {
    const { blocked } = (await get('/clusters/p1', reader)).status
    expect(blocked).toMatchObject({ applications: 1, items: [{ application: 'app1' }] })
  })

  it('is answered the same when it is there no more', async () => {
    const [before] = (await get('/placements/ieb/app1/p1', reader)).blocked_by
    const path = '/applications/platform/cert?confirmRemovals=100&confirmChanges=100'
    const gone = await api.call(path, { method: 'DELETE', headers: { 'if-match': '*' } })
    expect(gone.status, gone.text).toBe(204)
    expect((await get('/placements/ieb/app1/p1', reader)).blocked_by).toEqual([before])
    expect((await get('/placements/ieb/app1/p1')).blocked_by).toMatchObject([
      { ...certs, code: 'missing', text: 'waits for platform/cert (it is no more)' },
    ])
  })
})

const nodeOf = (namespace: string, name: string, clusters: number, behind: number) => ({
  namespace,
  name,
  visible: true,
  size: 1,
  missing: false,
  clusters,
  behind,
})

const statusOf = async (query: string) =>
  (await api.call(`/dependencies${query}`, { token: reader })).status

describe('the graph of an application', () => {
  beforeAll(() =>
    begin(
      app('platform', 'cert', { depends_on: ['ops/vault'], visibility: 'tenant' }),
      app('ops', 'vault', { metadata: { everywhere: 'no' } }),
      app('ieb', 'app1', { depends_on: [CERT] }),
      app('ieb', 'page', {
        depends_on: [{ ...onCluster('ieb/app1'), on: 'environment:qa', healthy: false }],
      }),
      app('ops', 'probe', { depends_on: ['platform/cert'] }),
    ),
  )

  it('has what it needs and what needs it, with where they are and where they lack', async () => {
    expect(await get('/dependencies?application=platform/cert')).toEqual({
      application: { namespace: 'platform', name: 'cert' },
      applications: [
        nodeOf('platform', 'cert', 4, 4),
        nodeOf('ops', 'vault', 0, 0),
        nodeOf('ieb', 'app1', 4, 4),
        nodeOf('ops', 'probe', 4, 4),
        nodeOf('ieb', 'page', 4, 4),
      ],
      edges: [
        { from: 0, to: 1, on: 'cluster', min_version: null, healthy: true },
        { from: 2, to: 0, on: 'cluster', min_version: null, healthy: true },
        { from: 3, to: 0, on: 'cluster', min_version: null, healthy: true },
        { from: 4, to: 2, on: 'environment:qa', min_version: null, healthy: false },
      ],
      more: false,
    })
  })

  it('has only how many there are that somebody may not see', async () => {
    const { applications, edges } = await get('/dependencies?application=platform/cert', reader)
    const unseen = { namespace: null, name: null, visible: false, size: 1, clusters: null }
    expect(applications).toMatchObject([
      { name: 'cert' },
      { name: 'app1' },
      { name: 'page' },
      unseen,
      unseen,
    ])
    const untold = { on: null, min_version: null, healthy: null }
    expect(edges).toMatchObject([
      { from: 1, to: 0, on: 'cluster' },
      { from: 2, to: 1 },
      { from: 0, to: 3, ...untold },
      { from: 4, to: 0, ...untold },
    ])
    expect(JSON.stringify([applications, edges])).not.toMatch(/vault|probe|ops/)
  })

  it('is of an application that there is, and that somebody may see', async () => {
    expect(await statusOf('?application=ieb/app1')).toBe(200)
    expect(await statusOf('?application=ops/vault')).toBe(404)
    expect(await statusOf('?application=ieb/absent')).toBe(404)
    expect(await statusOf('')).toBe(400)
    expect(await statusOf('?application=app1')).toBe(400)
    expect(await statusOf('?application=ieb/app1/x')).toBe(400)
  })
})
