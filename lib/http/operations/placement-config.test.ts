// What an application is told on a cluster, from where, and the files of a placement.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  config,
  configSchema,
  documentOf,
  policy,
  team,
} from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const PAIR = `/placements/ieb/app1/${cluster.name}`

let api: TestApi
/** When the team's config still gave the zone. */
let earlier: string

beforeAll(async () => {
  api = await createTestApi()
  await save('/apply', 'POST', [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('cluster', cluster),
    documentOf('cluster', { ...cluster, name: 'west', metadata: { region: 'west' } }),
    documentOf('application', application),
    documentOf('application', {
      ...application,
      namespace: 'other',
      name: 'hidden',
      metadata: {},
    }),
    documentOf('target-policy', policy),
  ])
  await save('/config-schemas', 'POST', configSchema)
  await save('/configs', 'POST', {
    ...config,
    values: { ...config.values, zone: "${{ cluster.labels['region'] }}-1", secret_plan: 'x' },
  })
  await save('/configs', 'POST', {
    ...config,
    name: 'ours',
    namespace: 'ieb',
    priority: 400,
    values: { zone: 'ours' },
  })
  earlier = new Date().toISOString()
  await save('/configs/ours', 'PATCH', { priority: 200 })
})

async function save(path: string, method: string, body: unknown) {
  const answer = await api.call(path, { method, body, headers: method === 'POST' ? {} : ANY })
  expect(answer.status, answer.text).toBeLessThan(300)
}

const get = async (path: string, token?: string) => {
  const answer = await api.call(path, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const ENDPOINT = {
  pointer: '/cosmos/endpoint',
  value: 'https://east.example.com',
  from: { kind: 'config', name: config.name, priority: 300, change: 3 },
  hides: [],
}
const ZONE_DEFAULT = {
  kind: 'default',
  name: configSchema.name,
  priority: -1,
  pointer: '/zone',
  value: 'none',
}

describe('what an application is told', () => {
  it('says of each value which config says it, since which change, and what that hides', async () => {
    expect(await get(`${PAIR}/config`)).toEqual({
      namespace: 'ieb',
      application: 'app1',
      cluster: cluster.name,
      placed: true,
      released: true,
      values: { cosmos: { endpoint: 'https://east.example.com' }, zone: 'east-1' },
      leaves: [
        ENDPOINT,
        {
          pointer: '/zone',
          value: 'east-1',
          from: { kind: 'config', name: config.name, priority: 300, change: 3 },
          hides: [
            { kind: 'config', name: 'ours', priority: 200, pointer: '/zone', value: 'ours' },
            ZONE_DEFAULT,
          ],
          expression: "${{ cluster.labels['region'] }}-1",
        },
      ],
      schemas: [{ name: configSchema.name, keys: ['cosmos', 'zone'], change: 2 }],
      undelivered: ['secret_plan'],
      faults: [],
    })
  })

  it('is what it was then, by the configs of that time', async () => {
    const then = await get(`${PAIR}/config?at=${earlier}`)
    expect(then.leaves).toEqual([
      ENDPOINT,
      {
        pointer: '/zone',
        value: 'ours',
        from: { kind: 'config', name: 'ours', priority: 400, change: 4 },
        hides: [
          {
            kind: 'config',
            name: config.name,
            priority: 300,
            pointer: '/zone',
            value: 'east-1',
          },
          ZONE_DEFAULT,
        ],
      },
    ])
  })

  it('is what it would be told where it isn’t placed', async () => {
    expect(await get('/placements/ieb/app1/west/config')).toMatchObject({
      placed: false,
      released: false,
      values: { zone: 'none' },
      leaves: [{ pointer: '/zone', from: { kind: 'default', name: configSchema.name, change: 2 } }],
      undelivered: [],
    })
  })

  it('is as much for its team, and nothing for another one', async () => {
    const all = await get(`${PAIR}/config`)
    for (const role of ['contributor', 'reader'] as const) {
      expect(await get(`${PAIR}/config`, await api.token(role, { team: 'ieb' }))).toEqual(all)
    }
    const token = await api.token('contributor', { team: 'other' })
    for (const part of ['config', 'files']) {
      expect((await api.call(`${PAIR}/${part}`, { token })).status).toBe(404)
    }
  })

  it('is not found where the application, the cluster or the time is none', async () => {
    for (const path of [
      `/placements/ieb/absent/${cluster.name}`,
      '/placements/ieb/app1/absent',
      `/placements/absent/app1/${cluster.name}`,
    ]) {
      for (const part of ['config', 'files', 'config?at=2001-01-01', 'files?at=2001-01-01'])
        expect((await api.call(`${path}/${part}`)).status).toBe(404)
    }
  })
})

describe('the files of a placement', () => {
  it('are its manifest and what it is told, on the branch of its cluster', async () => {
    const { branch, placed, files } = await get(`${PAIR}/files`)
    expect({ branch, placed }).toEqual({ branch: 'main', placed: true })
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      `clusters/${cluster.name}/apps/ieb/app1.yaml`,
      `clusters/${cluster.name}/config/ieb/app1.yml`,
    ])
    expect(files[0].text).toContain('kind: Application')
    expect(files[1].text).toContain('zone: east-1')
  })

  it('are those of that time', async () => {
    const { files } = await get(`${PAIR}/files?at=${earlier}`)
    expect(files[1].text).toContain('zone: ours')
  })

  it('are none where it isn’t placed', async () => {
    expect(await get('/placements/ieb/app1/west/files')).toMatchObject({ placed: false, files: [] })
  })
})

it('says that a placement waits for a release, and has no files until then', async () => {
  await save('/applications', 'POST', { ...application, name: 'versioned', follow: 'versions' })
  const path = `/placements/ieb/versioned/${cluster.name}`
  expect(await get(`${path}/config`)).toMatchObject({
    placed: true,
    released: false,
    values: { zone: 'east-1' },
  })
  expect(await get(`${path}/files`)).toMatchObject({ placed: true, branch: 'main', files: [] })
  await save(`/applications/ieb/versioned`, 'DELETE', undefined)
})

describe('a dry run', () => {
  const draft = { ...config, name: 'draft', priority: 900, values: { zone: 'drafted' } }
  const pair = `ieb/app1/${cluster.name}`
  const preview = (query: string, call = {}) =>
    api.call(`/configs?dryRun=true&${query}`, { body: draft, ...call })

  it('says which applications are told something else, in how many ways on how many clusters', async () => {
    const { json } = await preview('limit=10')
    expect(json).toMatchObject({
      placements: { added: 0, removed: 0, changed: 1 },
      configs: [{ namespace: 'ieb', application: 'app1', classes: 1, clusters: 1 }],
      configsTotal: 1,
      items: [{ effect: 'changed', reason: 'config draft is new' }],
    })
  })

  it('says nothing of it where nothing is told that is declared', async () => {
    const { json } = await preview('limit=10', { body: { ...draft, values: { other: 1 } } })
    expect(json).not.toHaveProperty('configs')
    expect(json).not.toHaveProperty('told')
  })

  it('says what a chosen pair is told before and after, with the draft as its source', async () => {
    const { json } = await preview(`include=config&pair=${pair}`)
    expect(json.told.before).toMatchObject({ values: { zone: 'east-1' } })
    expect(json.told.after.leaves).toMatchObject([
      ENDPOINT,
      {
        value: 'drafted',
        from: { name: 'draft', priority: 900, change: null },
        hides: [{ name: config.name, value: 'east-1' }, { name: 'ours' }, ZONE_DEFAULT],
      },
    ])
  })

  it('keeps the change of what an edit leaves as it is', async () => {
    const path = `/configs/ours?dryRun=true&include=config&pair=${pair}`
    const { json } = await api.call(path, {
      method: 'PATCH',
      body: { description: 'Other words' },
      headers: ANY,
    })
    expect(json.told.after.leaves).toEqual(json.told.before.leaves)
  })

  it.each([
    ['include=config', 400],
    ['include=config&pair=ieb/app1', 400],
    ['include=config&pair=ieb/absent/absent', 404],
  ])('with %s is refused', async (query, status) => {
    expect((await preview(query)).status).toBe(status)
  })

  it('tells nobody of an application that they may not see', async () => {
    const token = await api.token('contributor', { team: 'other' })
    const body = { ...draft, namespace: 'other', priority: 100 }
    const ask = async (named: string) => preview(`include=config&pair=${named}`, { body, token })
    expect(await ask(`other/hidden/${cluster.name}`)).toMatchObject({ status: 200 })
    const hidden = await ask(pair)
    const absent = await ask(`ieb/absent/${cluster.name}`)
    expect([hidden.status, hidden.text]).toEqual([404, absent.text])
  })
})
