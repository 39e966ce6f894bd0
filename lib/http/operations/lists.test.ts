import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createTestApi, type Answer, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

let api: TestApi

type Row = Record<string, unknown>

/** Every row of a list, a page at a time; `between` runs after each page. */
async function walk(path: string, limit: number, between = async () => {}): Promise<Row[]> {
  const rows: Row[] = []
  let token: string | null = ''
  while (token !== null) {
    const query: string = `limit=${limit}${token && `&continue=${token}`}`
    const { json }: Answer = await api.call(`${path}${path.includes('?') ? '&' : '?'}${query}`)
    expect(json.items.length).toBeLessThanOrEqual(limit)
    rows.push(...json.items)
    token = json.continue
    await between()
  }
  return rows
}

async function itemsOf(path: string): Promise<Row[]> {
  return (await api.call(path)).json.items
}
const names = async (path: string) => (await itemsOf(path)).map((row) => row['name'])
const total = async (path: string): Promise<number> => (await api.call(path)).json.total

/** Identifies a row, whatever its other fields become. */
const keyOf = (row: Row) =>
  JSON.stringify([
    row['id'],
    row['namespace'],
    row['application'],
    row['cluster'],
    row['name'],
    row['change'],
  ])

describe('paging', () => {
  const LISTS = [
    '/teams',
    '/clusters',
    '/clusters?sort=-name',
    '/clusters?sort=since',
    '/clusters?sort=-since',
    '/applications',
    '/applications?sort=-name',
    '/target-policies',
    '/placements',
    '/placements?sort=-name',
    '/changes',
    '/changes?sort=at',
    '/history',
    '/history?sort=from',
  ]

  beforeAll(async () => {
    api = await createTestApi()
    const documents = [
      ...['a', 'b', 'c'].map((name) => documentOf('team', { name })),
      ...['a', 'b', 'c'].flatMap((namespace) =>
        ['x', 'y'].map((name) => documentOf('application', { ...application, name, namespace })),
      ),
      ...Array.from({ length: 7 }, (_, i) => documentOf('cluster', { name: `c${i}` })),
      documentOf('target-policy', { ...policy, app_selector: '*', cluster_selector: '*' }),
    ]
    for (const document of documents) {
      expect((await api.call('/apply', { body: document })).status).toBe(200)
    }
  })

  it.each(LISTS)('%s: each row once, in order, in pages of any size', async (path) => {
    const whole = await api.call(path)
    expect(whole.json.continue).toBeNull()
    expect(whole.json.items).toHaveLength(whole.json.total)
    expect(whole.json.total).toBeGreaterThan(0)
    for (const limit of [1, 2, 3, 5]) expect(await walk(path, limit)).toEqual(whole.json.items)
    const at = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    const rows = await walk(`${path}${path.includes('?') ? '&' : '?'}at=${at}`, 4)
    expect(rows).toEqual(whole.json.items)
  })

  it.each(LISTS)('%s: each row once while rows are added', async (path) => {
    const whole = await itemsOf(path)
    let added = 0
    const rows = await walk(path, 3, async () => {
      added += 1
      if (added > 4) return
      const name = `added-${LISTS.indexOf(path)}-${added}`
      await api.call('/apply', {
        body: [documentOf('cluster', { name }), documentOf('team', { name })],
      })
    })
    const keys = rows.map(keyOf)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(whole.map(keyOf)))
  })

  it.each(LISTS)('%s as JSON and as YAML: the same rows, all of them', async (path) => {
    const and = path.includes('?') ? '&' : '?'
    const { json: whole } = await api.call(`${path}${and}limit=1000`)
    const rows = await api.call(`${path}${and}format=json&all=true&limit=1`)
    expect(rows.json).toEqual(whole)
    for (const yaml of [
      await api.call(path, { headers: { accept: 'application/yaml' } }),
      await api.call(`${path}${and}format=yaml&limit=1`),
    ]) {
      expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
      expect(parse(yaml.text)).toEqual(whole)
    }
  })

  it.each(LISTS)('%s as CSV: the same rows, and a header', async (path) => {
    const { items } = (await api.call(`${path}${path.includes('?') ? '&' : '?'}limit=1000`)).json
    for (const answer of [
      await api.call(path, { headers: { accept: 'text/csv' } }),
      await api.call(`${path}${path.includes('?') ? '&' : '?'}format=csv&limit=1`),
    ]) {
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.text.trim().split('\r\n')).toHaveLength(items.length + 1)
    }
  })

  it.each([
    ['text/csv', 'text/csv'],
    ['text/csv;q=0.9, application/json;q=0.1', 'text/csv'],
    ['text/csv, */*;q=0.1', 'text/csv'],
    ['application/json', 'application/json'],
    ['application/json, text/csv', 'application/json'],
    ['text/csv;q=0', 'application/json'],
    ['application/yaml, text/csv;q=0.5', 'application/yaml'],
    ['application/yaml, */*', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    const { headers } = await api.call('/clusters', { headers: { accept } })
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  })

  it('a token of another list is none of this one', async () => {
    const token: string = (await api.call('/changes?limit=1')).json.continue
    for (const list of ['/clusters', '/placements', '/history']) {
      const answer = await api.call(`${list}?continue=${token}`)
      expect(answer).toMatchObject({ status: 400, json: { code: 'param_continue' } })
    }
  })
})

describe('CSV', () => {
  it('is complete beyond a thousand rows, of one state, and safe in a spreadsheet', async () => {
    api = await createTestApi()
    const hostile = ['=cmd|x', '+1', '-1', '@x', 'a "quoted", one', 'two\nlines']
    const documents = Array.from({ length: 1203 }, (_, i) =>
      documentOf('cluster', { name: `c${i}`, description: hostile[i] ?? '' }),
    )
    expect((await api.call('/apply', { body: documents })).status).toBe(200)
    const { text } = await api.call('/clusters?format=csv')
    const rows = text.split('\r\n')
    expect(rows[0]).toBe(
      'name,description,shortName,environment,type,metadata,default_project,argocd_namespace,confinement,since,state,freshness,observed_at,planned_silence_until',
    )
    expect(rows.filter((row) => /^c\d+,/.test(row))).toHaveLength(1203)
    expect(new Set(rows).size).toBe(rows.length)
    expect(text).toContain("c0,'=cmd|x,")
    expect(text).toContain("c1,'+1,")
    expect(text).toContain("c2,'-1,")
    expect(text).toContain("c3,'@x,")
    expect(text).toContain('c4,"a ""quoted"", one",')
    expect(text).toContain('c5,"two\nlines",')
    const { response } = await api.respond('/clusters?format=csv')
    await api.call('/clusters/c999', { method: 'DELETE', headers: { 'if-match': '*' } })
    expect(await response.text()).toBe(text)
    expect((await api.call('/clusters?format=csv')).text).not.toContain('c999,')
    expect((await api.call('/clusters?format=csv&q=c12')).text.trim().split('\r\n')).toHaveLength(
      15,
    )
  })
})

describe('filters', () => {
  beforeAll(async () => {
    api = await createTestApi()
    await api.call('/apply', {
      body: [
        documentOf('team', team),
        documentOf('team', { name: 'other', description: '100%_sure' }),
        documentOf('application', application),
        documentOf('application', { ...application, name: 'app2', metadata: { common: 'false' } }),
        documentOf('application', { ...application, namespace: 'other' }),
        documentOf('cluster', cluster),
        documentOf('cluster', {
          name: 'west-1',
          environment: 'prod',
          metadata: { region: 'west' },
        }),
        documentOf('cluster', { name: 'bare', description: 'Nothing ON it' }),
        documentOf('target-policy', policy),
        documentOf('target-policy', {
          ...policy,
          name: 'all',
          app_selector: '*',
          cluster_selector: '*',
        }),
        documentOf('target-policy', {
          ...policy,
          name: 'not-other-west',
          app_selector: 'namespace=other',
          cluster_selector: 'region=west',
          effect: 'exclude',
        }),
        documentOf('target-policy', { ...policy, name: 'own', namespace: 'other' }),
        documentOf('target-policy', { ...policy, name: 'off', suspended: true }),
      ],
    })
  })

  it.each([
    ['region=west', ['west-1']],
    ['region==west', ['west-1']],
    ['region!=west', ['bare', cluster.name]],
    ['region in (east,west)', [cluster.name, 'west-1']],
    ['region notin (east)', ['bare', 'west-1']],
    ['region', [cluster.name, 'west-1']],
    ['!region', ['bare']],
    ['environment=prod,region=west', ['west-1']],
    ['name=bare', ['bare']],
    ['region=east,region=west', []],
    ['*', ['bare', cluster.name, 'west-1']],
  ])('labelSelector %s', async (selector, expected) => {
    const query = `labelSelector=${encodeURIComponent(selector)}`
    const at = encodeURIComponent(new Date(Date.now() + 1000).toISOString())
    expect(await names(`/clusters?${query}`)).toEqual(expected)
    expect(await names(`/clusters?${query}&at=${at}`)).toEqual(expected)
    expect(await total(`/clusters?${query}&limit=1`)).toBe(expected.length)
    const placed = (await walk(`/placements?${query}`, 2)).map((row) => row['cluster'])
    const all = (await walk('/placements', 100)).map((row) => row['cluster'])
    expect(placed).toEqual(all.filter((name) => expected.some((one) => one === name)))
  })

  it('labelSelector over applications', async () => {
    expect(await names('/applications?labelSelector=common%3Dfalse')).toEqual(['app2'])
    expect(await names('/applications?labelSelector=namespace%3Dother')).toEqual(['app1'])
    expect(await names('/applications?labelSelector=!absent,name%3Dapp2')).toEqual(['app2'])
  })

  it('q finds part of the name or the description, and means its characters', async () => {
    expect(await names('/clusters?q=WEST')).toEqual(['west-1'])
    expect(await names('/clusters?q=nothing%20on')).toEqual(['bare'])
    expect(await names('/teams?q=%25_')).toEqual(['other'])
    expect(await names('/teams?q=%25')).toEqual(['other'])
    expect(await names('/teams?q=%5C')).toEqual([])
    expect(await total('/placements?q=APP2')).toBe(3)
    expect(await total('/changes?q=APPLY')).toBe(1)
    expect(await total('/changes?q=nobody')).toBe(0)
    expect(await total('/history?q=app2')).toBe(3)
  })

  it('sort goes both ways', async () => {
    for (const [list, key] of [
      ['/clusters', 'name'],
      ['/clusters', 'since'],
      ['/changes', 'at'],
      ['/history', 'from'],
    ]) {
      const up = await itemsOf(`${list}?sort=${key}`)
      const down = await itemsOf(`${list}?sort=-${key}`)
      expect(new Set(down.map((row) => JSON.stringify(row)))).toEqual(
        new Set(up.map((row) => JSON.stringify(row))),
      )
    }
    expect(await names('/clusters?sort=-name')).toEqual(['west-1', cluster.name, 'bare'])
  })

  it.each([
    ['', 8],
    ['application=app1', 5],
    ['application=app1&namespace=other', 2],
    ['namespace=ieb', 6],
    ['cluster=bare', 3],
    ['cluster=absent', 0],
    [`policy=${policy.name}`, 2],
    ['policy=all', 8],
    ['policy=own', 1],
    ['policy=not-other-west', 0],
    ['policy=off', 0],
    ['policy=absent', 0],
    ['policy=all&cluster=west-1', 2],
  ])('placements: %s gives %d', async (query, count) => {
    expect(await total(`/placements?${query}`)).toBe(count)
    expect(await walk(`/placements?${query}`, 2)).toHaveLength(count)
    if (!query.includes('policy')) expect(await total(`/history?${query}`)).toBe(count)
  })

  it('placements name all the policies that give them', async () => {
    const { items } = (await api.call(`/placements?cluster=${cluster.name}&namespace=other`)).json
    expect(items).toMatchObject([{ policies: ['all', policy.name, 'own'] }])
  })
})

function withoutFreshness(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (key, value) => (key === 'freshness' ? null : value))
}

describe('any list as of an instant', () => {
  // Each step is a change; `at` just before it must show what was before, and at it what is after.
  const steps: readonly (readonly [string, string, unknown])[] = [
    ['POST', '/teams', team],
    ['POST', '/clusters', cluster],
    ['POST', '/applications', application],
    ['POST', '/target-policies', policy],
    ['PATCH', `/clusters/${cluster.name}`, { metadata: { region: 'west' } }],
    ['PATCH', `/clusters/${cluster.name}`, { metadata: { region: 'east' } }],
    ['PATCH', '/applications/ieb/app1', { repo_branch: 'v2', metadata: { stage: 'two' } }],
    ['PATCH', `/target-policies/${policy.name}`, { suspended: true }],
    ['DELETE', `/target-policies/${policy.name}`, undefined],
    ['DELETE', '/applications/ieb/app1', undefined],
    ['DELETE', `/clusters/${cluster.name}`, undefined],
    ['DELETE', '/teams/ieb', undefined],
  ]
  const views = [
    '/teams?',
    '/clusters?',
    '/clusters?labelSelector=region%3Dwest',
    '/clusters?q=east',
    '/applications?',
    '/applications?labelSelector=stage',
    '/target-policies?',
    '/placements?',
    `/placements?policy=${policy.name}`,
    '/placements?labelSelector=region%3Deast',
    '/changes?',
    '/teams/ieb?',
    `/clusters/${cluster.name}?`,
    '/applications/ieb/app1?',
    `/target-policies/${policy.name}?`,
    `/placements/ieb/app1/${cluster.name}?`,
  ]

  it('answers what was answered then', async () => {
    api = await createTestApi()
    const look = async (at: string | null) => {
      const seen: Record<string, unknown> = {}
      for (const view of views) {
        const { status, json } = await api.call(
          `${view}${at === null ? '' : `&at=${encodeURIComponent(at)}`}`,
        )
        // A change goes on being published, so only the number of changes is compared; and freshness isn't kept.
        seen[view] = view === '/changes?' ? json.total : { status, json: withoutFreshness(json) }
      }
      return seen
    }
    const seen: { at: string; view: Record<string, unknown> }[] = []
    for (const [method, path, body] of steps) {
      const answer = await api.call(path, { method, body, headers: { 'if-match': '*' } })
      expect(answer.status, answer.text).toBeLessThan(300)
      const id = answer.headers.get('berth-change')
      const { at } = (await api.call(`/changes/${id}`)).json
      seen.push({ at, view: await look(null) })
      await pause(3)
    }
    for (const [index, { at, view }] of seen.entries()) {
      expect(await look(at)).toEqual(view)
      const justBefore = new Date(Date.parse(at) - 1).toISOString()
      if (index > 0) expect(await look(justBefore)).toEqual(seen[index - 1]!.view)
    }
    expect((await look('2000-01-01'))['/clusters?']).toMatchObject({ json: { total: 0 } })
  })

  it('and the history of it tells each version and who ended it', async () => {
    const { items } = (await api.call('/history?sort=from')).json
    expect(items).toMatchObject([
      { version: 'master', change: 4, ended_by: 5, cluster: cluster.name },
      { version: 'master', change: 6, ended_by: 7 },
      { version: 'v2', change: 7, ended_by: 8 },
    ])
    const middle: string = (await api.call('/changes/6')).json.at
    const then = (await api.call(`/history?at=${middle}&sort=from`)).json.items
    expect(then).toMatchObject([
      { change: 4, ended_by: 5 },
      { change: 6, ended_by: null, to: null },
    ])
    const within = (await api.call(`/history?from=${middle}&to=${middle}`)).json.items
    expect(within).toEqual([])
    expect((await api.call(`/history?from=${items[2].from}`)).json.total).toBe(1)
    expect((await api.call(`/history?to=${items[1].from}`)).json.total).toBe(1)
  })
})

describe('the explanation', () => {
  const path = `/placements/ieb/app1/${cluster.name}`
  const ANY = { 'if-match': '*' }
  beforeAll(async () => {
    api = await createTestApi()
    await api.call('/apply', {
      body: [
        documentOf('team', team),
        documentOf('application', application),
        documentOf('cluster', cluster),
        documentOf('target-policy', policy),
      ],
    })
  })
  const explain = async () => (await api.call(path)).json
  const patch = (item: string, body: unknown) =>
    api.call(item, { method: 'PATCH', body, headers: ANY })

  it('of a pair that is placed', async () => {
    expect(await explain()).toMatchObject({
      placed: true,
      boundary: { selector: null, holds: true },
      givenBy: [policy.name],
      excludedBy: [],
      change: { id: 1, action: 'objects.apply' },
      policies: [{ policy: policy.name, applies: true }],
    })
  })

  it('of one that is excluded', async () => {
    const body = { ...policy, name: 'not-here', effect: 'exclude', cluster_selector: 'edge=true' }
    await api.call('/target-policies', { body })
    expect(await explain()).toMatchObject({
      placed: false,
      givenBy: [policy.name],
      excludedBy: ['not-here'],
      change: { id: 2 },
    })
    await api.call('/target-policies/not-here', { method: 'DELETE', headers: ANY })
    expect(await explain()).toMatchObject({ placed: true, change: { id: 3 } })
  })

  it('of one outside the boundary', async () => {
    await patch('/teams/ieb', { cluster_boundary: 'region=west' })
    expect(await explain()).toMatchObject({
      placed: false,
      boundary: {
        selector: 'region=west',
        holds: false,
        terms: [{ term: 'region=west', label: 'east', holds: false }],
      },
      givenBy: [policy.name],
    })
    await patch('/teams/ieb', { cluster_boundary: null })
  })

  it('of one whose policy is suspended, and of one that no policy selects', async () => {
    await patch(`/target-policies/${policy.name}`, { suspended: true })
    expect(await explain()).toMatchObject({
      placed: false,
      givenBy: [],
      policies: [{ suspended: true, applies: false, app: { holds: true } }],
    })
    await patch(`/target-policies/${policy.name}`, { suspended: false, cluster_selector: '!edge' })
    expect(await explain()).toMatchObject({
      placed: false,
      policies: [{ cluster: { holds: false, terms: [{ term: '!edge', label: 'true' }] } }],
    })
  })
})
