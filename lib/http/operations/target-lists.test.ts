// Which target placements have, where they are listed and compared.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const target = (name: string, environment: string) => ({
  name,
  environment,
  repo_path: `manifest/app1/${environment}/${name}`,
})
const placedOn = (name: string, environment: string, ring: string) =>
  documentOf('cluster', { ...cluster, name, environment, metadata: { ring } })
const giving = (name: string, cluster_selector: string, of: string | null) =>
  documentOf('target-policy', {
    ...policy,
    name,
    app_selector: '*',
    cluster_selector,
    ...(of !== null && { target: of }),
  })

let api: TestApi
/** The time before any placement had a target. */
let before: string

const get = async (path: string) => {
  const answer = await api.call(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const csv = async (path: string) => {
  const { text } = await api.call(path, { headers: { Accept: 'text/csv' } })
  return text.trim().split('\r\n')
}

beforeAll(async () => {
  api = await createTestApi()
  const targets = [target('early', 'prod'), target('late', 'prod'), target('early', 'qa')]
  const documents = [
    documentOf('team', team),
    documentOf('application', { ...application, targets }),
    documentOf('application', { ...application, name: 'app2' }),
    placedOn('prod-1', 'prod', 'first'),
    placedOn('prod-2', 'prod', 'second'),
    placedOn('prod-3', 'prod', 'third'),
    placedOn('qa-1', 'qa', 'first'),
    placedOn('qa-2', 'qa', 'second'),
    giving('all', '*', null),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  before = new Date().toISOString()
  const rings = [giving('early', 'ring=first', 'early'), giving('late', 'ring=second', 'late')]
  expect(await api.call('/apply', { body: rings })).toMatchObject({ status: 200 })
})

const pairs = ({ items }: { items: Record<string, string | null>[] }) =>
  items.map(({ application, cluster, target }) => [application, cluster, target])

describe('placements', () => {
  it('say which target they have', async () => {
    const list = await get('/placements?application=app1')
    expect(pairs(list)).toEqual([
      ['app1', 'prod-1', 'early'],
      ['app1', 'prod-2', 'late'],
      ['app1', 'prod-3', null],
      ['app1', 'qa-1', 'early'],
      ['app1', 'qa-2', null],
    ])
    const rows = await csv('/placements?columns=application,cluster,target&all=true&cluster=prod-1')
    expect(rows).toEqual(['application,cluster,target', 'app1,prod-1,early', 'app2,prod-1,'])
  })

  it('say which one they had at a time', async () => {
    const list = await get(`/placements?application=app1&at=${before}`)
    expect(pairs(list).map(([, , target]) => target)).toEqual([null, null, null, null, null])
  })

  it('are found by their target, now and at a time', async () => {
    expect(pairs(await get('/placements?target=early'))).toEqual([
      ['app1', 'prod-1', 'early'],
      ['app1', 'qa-1', 'early'],
    ])
    const other = await get('/placements?target=late&environment=qa')
    expect(other).toMatchObject({ items: [], total: 0, totalIsExact: true })
    expect(await get('/placements?target=never')).toMatchObject({ items: [], total: 0 })
    expect(await get(`/placements?target=early&at=${before}`)).toMatchObject({ total: 0 })
    expect(pairs(await get('/placements?target=early&state=unknown,waiting'))).toHaveLength(2)
    const left = await get('/placements?target=early&placed=false')
    expect(left).toMatchObject({ items: [], total: 0 })
  })

  it('without a target are found, too, now and at a time, and counted', async () => {
    const app1 = '/placements?application=app1&withoutTarget=true'
    expect(pairs(await get(app1))).toEqual([
      ['app1', 'prod-3', null],
      ['app1', 'qa-2', null],
    ])
    expect(await get('/placements?withoutTarget=true')).toMatchObject({ total: 7 })
    expect(await get(`${app1}&at=${before}`)).toMatchObject({ total: 5 })
    expect(await get('/placements?withoutTarget=true&target=early')).toMatchObject({ total: 0 })
    expect(pairs(await get(`${app1}&state=unknown,waiting`))).toHaveLength(2)
    const { facets } = await get('/placements?facets=target,application&withoutTarget=true')
    expect(facets).toMatchObject([
      { by: 'target', values: [{ value: null, count: 7 }] },
      { by: 'application', values: [{ count: 5 }, { count: 2 }] },
    ])
  })

  it('of a policy with a target are those that it reaches', async () => {
    expect(pairs(await get('/placements?policy=early'))).toEqual([
      ['app1', 'prod-1', 'early'],
      ['app1', 'qa-1', 'early'],
    ])
    // Selected, but it has no target late in qa.
    expect(pairs(await get('/placements?policy=late'))).toEqual([['app1', 'prod-2', 'late']])
    expect((await get('/placements?policy=all')).total).toBe(10)
    expect(pairs(await get('/placements?policy=all&target=late'))).toHaveLength(1)
    expect(await get('/placements?policy=early&target=late')).toMatchObject({ total: 0 })
    expect(await get(`/placements?policy=early&at=${before}`)).toMatchObject({ total: 0 })
  })

  it('are counted by their target', async () => {
    const { facets } = await get('/placements?facets=target,cluster&target=early')
    expect(facets).toMatchObject([
      { by: 'target', values: [{ value: 'early', count: 2 }] },
      {
        by: 'cluster',
        values: [
          { value: 'prod-1', count: 1 },
          { value: 'qa-1', count: 1 },
        ],
      },
    ])
    const all = await get('/placements?facets=target')
    expect(all.facets[0].values).toMatchObject([
      { value: null, count: 7 },
      { value: 'early', count: 2 },
      { value: 'late', count: 1 },
    ])
    const waiting = await get('/placements?facets=target&state=unknown,waiting&placed=true')
    expect(waiting.facets).toEqual(all.facets)
    const past = await get(`/placements?facets=target&at=${before}`)
    expect(past.facets[0].values).toMatchObject([{ value: null, count: 10 }])
  })
})

describe('the history', () => {
  it('shows that a placement came to a target, and from where it was delivered', async () => {
    const { items } = await get('/history?application=app1&cluster=prod-1')
    expect(items).toMatchObject([
      { target: 'early', repo_path: 'manifest/app1/prod/early', change: 2, ended_by: null },
      { target: null, repo_path: application.repo_path, change: 1, ended_by: 2 },
    ])
    const rows = await csv('/history?change=2&columns=application,cluster,target&all=true')
    expect(rows.toSorted()).toEqual([
      'app1,prod-1,',
      'app1,prod-1,early',
      'app1,prod-2,',
      'app1,prod-2,late',
      'app1,qa-1,',
      'app1,qa-1,early',
      'application,cluster,target',
    ])
  })

  it('explains a placement as it was', async () => {
    const path = '/placements/ieb/app1/prod-2'
    const policies = [
      { policy: 'all' },
      { policy: 'early', target: { name: 'early', holds: true, reason: null } },
      { policy: 'late', target: { name: 'late', holds: true, reason: null } },
    ]
    expect(await get(path)).toMatchObject({ target: 'late', policies })
    const then = await get(`${path}?at=${before}`)
    expect(then).toMatchObject({ policies: [{ policy: 'all' }], change: { id: 1 } })
    expect(then).not.toHaveProperty('target')
    const elsewhere = await get('/placements/ieb/app1/qa-2')
    expect(elsewhere).not.toHaveProperty('target')
    expect(elsewhere.policies[2].target).toEqual({
      name: 'late',
      holds: false,
      reason: 'it has no target late in qa',
    })
  })
})

const PATH = '/environments/prod/compare/qa'
const differing = async () =>
  (await get(`${PATH}?differs=true`)).items.map((item: { application: string }) => item.application)
const patch = async (name: string, body: object) => {
  const path = `/target-policies/${name}`
  expect(await api.call(path, { method: 'PATCH', body, headers: ANY })).toMatchObject({
    status: 200,
  })
}

describe('environments', () => {
  it('are compared by the targets that each application has there, too', async () => {
    const { items } = await get(PATH)
    const [early, late] = ['early', 'late'].map((name) => ({ name, clusters: 1 }))
    expect(items).toMatchObject([
      { application: 'app1', a: { others: 0, targets: [early, late] }, b: { targets: [early] } },
      { application: 'app2', a: { targets: [] }, b: { targets: [] } },
    ])
    const rows = await csv(`${PATH}?columns=application,a_targets,b_targets&all=true`)
    expect(rows).toEqual(['application,a_targets,b_targets', 'app1,early late,early', 'app2,,'])
  })

  it('differ where the targets do, or where only one has clusters without', async () => {
    expect(await differing()).toEqual(['app1'])
    await patch('late', { suspended: true })
    expect(await differing()).toEqual([])
    await patch('early', { cluster_selector: 'environment=qa' })
    expect(await differing()).toEqual(['app1'])
    await patch('early', { cluster_selector: 'environment' })
    expect(await differing()).toEqual([])
    await patch('early', { cluster_selector: 'environment,name!=qa-2' })
    expect(await differing()).toEqual(['app1'])
  })
})
