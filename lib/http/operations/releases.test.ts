// What lists and explanations say of applications that follow versions: which version is where, since when, and what waits.
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { sql } from 'drizzle-orm'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { heldOf, releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { save } from '#lib/worker/testing/fleets.ts'

const [V1, V2] = ['1'.repeat(40), '2'.repeat(40)]

let api: TestApi
/** The changes of the waves: the first version on `a`, then in the rest of prod, and the second one on `a`. */
let first: number
let rest: number
let second: number
let beforeSecond: string

beforeAll(async () => {
  api = await createTestApi()
  const clusters = { a: 'prod', b: 'prod', s: 'stage', n: '' }
  const documents = [
    documentOf('team', team),
    ...Object.entries(clusters).map(([name, environment]) =>
      documentOf('cluster', { ...cluster, name, environment }),
    ),
    documentOf('application', { ...application, follow: 'versions' }),
    documentOf('application', { ...application, name: 'app2' }),
    documentOf('target-policy', { ...policy, cluster_selector: '*' }),
  ]
  const applied = await api.call('/apply?confirmChanges=8', { body: documents })
  if (applied.status !== 200) throw new Error(applied.text)
  for (const [index, commit] of [V1, V2].entries()) {
    await api.call('/applications/ieb/app1/versions', { body: { commit, name: `v${index + 1}` } })
  }
  first = await release(1, V1, ['a'])
  rest = await release(1, V1, null)
  await wait(5)
  beforeSecond = new Date().toISOString()
  await wait(5)
  second = await release(2, V2, ['a'])
})

async function release(version: number, commit: string, clusters: readonly string[] | null) {
  const outcome = await submitWave(api, (fleet) => ({
    ended: clusters === null ? heldOf(fleet, 'app1') : [],
    begun: [releaseOf(fleet, 'app1', { version, commit, clusters, rollout: version + 6 })],
  }))
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('nothing was kept')
  return outcome.change
}

const get = async (path: string) => (await api.call(path)).json

type Row = { application: string; cluster: string; released: boolean; version: unknown }
const rowsOf = async (query: string): Promise<readonly Row[]> =>
  (await get(`/placements?${query}`)).items

const version = (number: number, commit: string) => ({ number, name: `v${number}`, commit })
const of = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [row.cluster, [row.released, row.version]]))

async function wantedOf(name: string) {
  const { items } = await get(`/placements?application=${name}`)
  return items.map(
    ({ wanted }: { wanted: { revision: string; change: number } | null }) =>
      wanted && [wanted.revision, wanted.change],
  )
}

describe('placements', () => {
  it('say which version is released there, now and then', async () => {
    expect(of(await rowsOf('application=app1'))).toEqual({
      a: [true, version(2, V2)],
      b: [true, version(1, V1)],
      n: [false, null],
      s: [false, null],
    })
    expect(of(await rowsOf(`application=app1&at=${beforeSecond}`))).toMatchObject({
      a: [true, version(1, V1)],
      s: [false, null],
    })
    const followers = await rowsOf('application=app2')
    expect(new Set(followers.map(({ released }) => released))).toEqual(new Set([true]))
    expect(new Set(followers.map((row) => row.version))).toEqual(new Set([null]))
  })

  it('want what their releases give them, and nothing without one', async () => {
    expect(await wantedOf('app1')).toEqual([[V2, second], [V1, rest], null, null])
  })

  it.each([
    ['a', { kind: 'ahead', rollout: 8 }, /^Version v2 is ahead in prod; .* by rollout 8\.$/],
    [
      'b',
      { kind: 'base', rollout: 7 },
      /^Version v1 is what clusters in prod have; .* by rollout 7\.$/,
    ],
    [
      's',
      { kind: 'none', change: null, rollout: null },
      /^Placed, and waits for a release in stage\.$/,
    ],
    ['n', { kind: 'none', environment: '' }, /its cluster names no environment\.$/],
  ])(
    'explain which release gives %s what it has, or that none does',
    async (name, expected, text) => {
      const { release: found, placed } = await get(`/placements/ieb/app1/${name}`)
      expect(placed).toBe(true)
      expect(found).toMatchObject({ ...expected, text: expect.stringMatching(text) })
    },
  )

  it('explain since which change a cluster has its version, whatever release gives it', async () => {
    const then = await get(`/placements/ieb/app1/a?at=${beforeSecond}`)
    expect(then).toMatchObject({
      released: true,
      version: version(1, V1),
      release: { kind: 'base', change: first },
    })
    expect((await get('/placements/ieb/app2/a')).release).toBeNull()
  })
})

const historyOf = async (query: string) =>
  (await get(`/history?application=app1${query}`)).items.map(
    ({ cluster: name, version: revision, change, to }: Record<string, unknown>) => [
      name,
      revision,
      change,
      to !== null,
    ],
  )

describe('history', () => {
  it('has a deployment for each version that a cluster got, and none while it waits', async () => {
    const all = [
      ['a', V2, second, false],
      ['b', V1, rest, false],
      ['a', V1, first, true],
    ]
    expect(await historyOf('')).toEqual(all)
    expect(await historyOf('&limit=1')).toEqual(all.slice(0, 1))
    expect(await historyOf('&cluster=a')).toEqual([all[0], all[2]])
    expect(await historyOf(`&change=${second}`)).toEqual([all[0], all[2]])
    expect(await historyOf(`&change=${rest}`)).toEqual([all[1]])
    expect(await historyOf(`&at=${beforeSecond}`)).toEqual([all[1], ['a', V1, first, false]])
    expect(await historyOf(`&q=${V2.slice(0, 7)}`)).toEqual([all[0]])
  })

  it('counts them, besides those of the others', async () => {
    expect(await get('/history')).toMatchObject({ total: 3 + 4, totalIsExact: true })
  })
})

describe('the environments of an application', () => {
  it('have what they have, what some clusters have before the others, and what waits', async () => {
    expect(await get('/applications/ieb/app1/environments')).toEqual({
      follow: 'versions',
      newest: { ...version(2, V2), announced_at: expect.any(String) },
      items: [
        {
          environment: 'prod',
          implicit: true,
          clusters: 2,
          unreleased: 0,
          base: { version: { number: 1, name: 'v1' }, revision: V1, clusters: 1 },
          ahead: [
            {
              version: { number: 2, name: 'v2' },
              revision: V2,
              clusters: 1,
              hold: null,
              rollout: 8,
            },
          ],
          rollout: null,
          after: [],
          team_waves: false,
          hold: null,
          auto: 'off',
          auto_after: null,
          next: null,
          versions: [{ number: 2, name: 'v2', waiting_for: null }],
        },
        { ...NOTHING, environment: 'stage' },
        { ...NOTHING, environment: '' },
      ],
    })
  })

  it('have the branch of an application that follows it', async () => {
    const { follow, newest, items } = await get('/applications/ieb/app2/environments')
    expect({ follow, newest }).toEqual({ follow: 'branch', newest: null })
    expect(items[0]).toMatchObject({
      environment: 'prod',
      unreleased: 0,
      base: { version: null, revision: 'master', clusters: 2 },
      ahead: [],
    })
  })
})

const NOTHING = {
  after: [],
  team_waves: false,
  hold: null,
  implicit: true,
  clusters: 1,
  unreleased: 1,
  base: null,
  ahead: [],
  rollout: null,
  auto: 'off',
  auto_after: null,
  next: null,
  versions: [
    { number: 2, name: 'v2', waiting_for: null },
    { number: 1, name: 'v1', waiting_for: null },
  ],
}

describe('environments', () => {
  const app2 = {
    clusters: 2,
    unreleased: 0,
    version: null,
    revision: 'master',
    others: 0,
    holding: 0,
    targets: [],
  }

  it('are compared by what each application has there', async () => {
    const { items, total } = await get('/environments/prod/compare/stage')
    expect(total).toBe(2)
    expect(items).toEqual([
      {
        namespace: 'ieb',
        application: 'app1',
        a: {
          clusters: 2,
          unreleased: 0,
          version: { number: 1, name: 'v1' },
          revision: V1,
          others: 1,
          holding: 0,
          targets: [],
        },
        b: {
          clusters: 1,
          unreleased: 1,
          version: null,
          revision: null,
          others: 0,
          holding: 0,
          targets: [],
        },
        ahead: null,
        only: null,
      },
      {
        namespace: 'ieb',
        application: 'app2',
        a: app2,
        b: { ...app2, clusters: 1 },
        ahead: null,
        only: null,
      },
    ])
    const page = await get('/environments/prod/compare/stage?limit=1')
    expect(page.items).toEqual(items.slice(0, 1))
    const query = `limit=1&continue=${encodeURIComponent(page.continue)}`
    expect((await get(`/environments/prod/compare/stage?${query}`)).items).toEqual(items.slice(1))
    const differing = await get('/environments/prod/compare/stage?differs=true')
    expect(differing).toMatchObject({ total: 1, items: [{ application: 'app1' }] })
    expect((await get('/environments/prod/compare/stage?q=APP2')).items).toEqual(items.slice(1))
    const sorted = await get('/environments/prod/compare/stage?sort=-name')
    expect(sorted.items).toEqual(items.toReversed())
  })

  it('are exported as rows', async () => {
    const { text } = await api.call('/environments/prod/compare/stage', {
      headers: { Accept: 'text/csv' },
    })
    const [head, row] = text.split('\r\n')
    expect(head).toMatch(/^namespace,application,a_version,/)
    expect(row).toBe(`ieb,app1,1,v1,${V1},2,0,1,0,,,,,1,1,0,0,,,`)
  })

  it('show no application of a team that the reader may not see', async () => {
    const token = await api.token('reader', { team: 'ieb' })
    expect((await api.call('/environments/prod/compare/stage', { token })).json.total).toBe(2)
    await api.call('/teams', { body: { ...team, name: 'other' } })
    const other = await api.token('reader', { team: 'other' })
    const seen = await api.call('/environments/prod/compare/stage', { token: other })
    expect(seen).toMatchObject({ status: 200, json: { total: 0, items: [] } })
  })

  it.each(['prod/compare/nowhere', 'nowhere/compare/prod'])('%s is not found', async (path) => {
    expect(await api.call(`/environments/${path}`)).toMatchObject({ status: 404 })
  })
})

describe('an edit', () => {
  it('says which version pairs get, and how many wait for a release', async () => {
    const body = { environment: 'prod' }
    const { json } = await api.call('/clusters/s?dryRun=true', {
      method: 'PATCH',
      body,
      headers: { 'If-Match': '*' },
    })
    expect(json).toMatchObject({ placements: { changed: 1 } })
    expect(json.placements.unreleased).toBeUndefined()
    expect(json.items).toMatchObject([
      {
        application: 'app1',
        cluster: 's',
        effect: 'changed',
        version: { before: null, after: { number: 1, revision: V1 } },
      },
    ])
    const added = await api.call('/clusters?dryRun=true', {
      body: { ...cluster, name: 'x', environment: 'stage' },
    })
    expect(added.json.placements).toMatchObject({ added: 2, unreleased: 1 })
    expect(added.json.items).toMatchObject([
      { application: 'app1', version: { before: null, after: null } },
      { application: 'app2' },
    ])
    expect(added.json.items[1]).not.toHaveProperty('version')
  })
})

describe('whether a version is everywhere', () => {
  it.each([
    [1, 2],
    [2, 1],
  ])('is asked of where version %i or a later one is released', async (number, total) => {
    const path = `/applications/ieb/app1/versions/${number}/compliance`
    expect(await get(path)).toMatchObject({ number, total, unknown: total })
  })
})

describe('what a cluster says', () => {
  it('makes what has no release wait, and neither miss it nor be well', async () => {
    await inTenant(api.database, api.tenant.id, async (tx) => {
      const tenant = api.tenant.id
      await tx.execute(sql`insert into cluster_reports (tenant, cluster, seen_at, received_at, interval_s, pulled_change, pulled_word_at, complete_at)
        select ${tenant}, object, now(), now(), 300, 1000, now(), now() from revisions where tenant = ${tenant} and kind = 'cluster'`)
    })
    const waiting = await get('/placements?state=waiting&application=app1&placed=true')
    expect(waiting).toMatchObject({
      total: 2,
      items: [{ cluster: 'n', state_since: null }, { cluster: 's' }],
    })
    const { status } = await get('/applications/ieb/app1')
    expect(status.counts).toMatchObject({ waiting: 2 })
  })
})

describe('an application that isn’t managed any more', () => {
  it('is wanted as its branch has it since then', async () => {
    const change = await save(api, 'PATCH', '/applications/ieb/app1', { follow: 'branch' })
    expect(await wantedOf('app1')).toEqual(Array.from({ length: 4 }, () => ['master', change]))
  })

  it('is wanted since when it was before, where releases gave it the same', async () => {
    const before = await wantedOf('app2')
    await save(api, 'PATCH', '/applications/ieb/app2', { depends_on: ['ieb/app1'] })
    await save(api, 'PATCH', '/applications/ieb/app2', { depends_on: [] })
    expect(await wantedOf('app2')).toEqual(before)
  })
})
