// What a list says that its rows have in common is what its rows say, whatever filters it; and the filter that a value stands for
// leads to as many rows.
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant, type Transaction } from '#db/client.ts'
import { facetsOf } from '#lib/domain/lists/facets.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy } from '#lib/http/testing/bodies.ts'
import { filterBy } from '#lib/lists/facet-filter.ts'
import { deploymentList } from '#lib/lists/deployments.ts'
import type { ListFacets } from '#lib/lists/list.ts'
import { objectList } from '#lib/lists/objects.ts'
import { placementList } from '#lib/lists/placements.ts'
import { withQuery } from '#lib/schemas/paths.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 25)

const REGIONS = ['east', 'west', 'north']
const CLUSTERS = 24
const APPLICATIONS = 8

let api: TestApi
/** Before anything was edited or deleted. */
let before: string
let admin: string
/** A token that reads what one team has. */
let reader: string
beforeAll(async () => {
  api = await createTestApi()
  const clusters = Array.from({ length: CLUSTERS }, (_, index) =>
    documentOf('cluster', {
      name: `c${String(index).padStart(2, '0')}`,
      environment: index % 4 === 0 ? '' : ['prod', 'test'][index % 2]!,
      metadata: { ...(index % 5 > 0 && { region: REGIONS[index % 3]! }), empty: '' },
    }),
  )
  const applications = Array.from({ length: APPLICATIONS }, (_, index) =>
    documentOf('application', {
      ...application,
      name: `a${index}`,
      namespace: ['blue', 'green'][index % 2]!,
      metadata: { tier: ['web', 'batch', 'web'][index % 3]! },
    }),
  )
  const policies = ['web', 'batch'].flatMap((tier) => [
    documentOf('target-policy', { ...policy, name: tier, app_selector: { tier } }),
    documentOf('target-policy', {
      ...policy,
      name: `not-${tier}`,
      effect: 'exclude',
      namespace: 'blue',
      app_selector: { tier },
      cluster_selector: { region: 'west' },
    }),
  ])
  const teams = ['blue', 'green'].map((name) => documentOf('team', { name }))
  const body = [...teams, ...clusters, ...applications, ...policies]
  expect((await api.call('/apply', { body })).status).toBe(200)
  await inTenant(api.database, api.tenant.id, report)
  before = new Date().toISOString()
  await save('PATCH', '/clusters/c01', { metadata: { region: 'south' } })
  await save('PATCH', '/applications/green/a1', { repo_branch: 'next' })
  await save('DELETE', '/clusters/c03')
  await save('DELETE', '/applications/blue/a2')
  admin = await api.token('admin')
  reader = await api.token('reader', { team: 'blue' })
})

/** Half of the clusters report: what they have is in any state, and some of it isn't placed. */
async function report(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into cluster_reports (tenant, cluster, seen_at, received_at, complete_at, pulled_word_at, pulled_change)
    select tenant, object, now(), now(), now(), now(), 1 from revisions
    where kind = 'cluster' and object % 2 = 0`)
  await tx.execute(sql`
    insert into observations (tenant, application_id, cluster_id, state, state_since, word_at, written_at,
      written_state, unwanted_since)
    select a.tenant, a.object, c.cluster, state, now() - interval '1 hour', now(), now(), state,
      case when p.began is null then now() end
    from revisions a cross join cluster_reports c
    left join placements p on p.application_id = a.object and p.cluster_id = c.cluster
    cross join lateral (select case when p.began is null then 'orphaned' else
      (array['healthy', 'degraded', 'healthy', 'failed'])[1 + (a.object + c.cluster / 2) % 4] end as state) s
    where a.kind = 'application'`)
}

/** Saves with the numbers that it confirms. */
async function save(method: string, path: string, body?: unknown): Promise<void> {
  const options = { method, headers: { 'If-Match': '*' }, ...(body !== undefined && { body }) }
  const { json } = await api.call(withQuery(path, { dryRun: 'true' }), options)
  const { confirmRemovals, confirmChanges } = json
  const answer = await api.call(withQuery(path, { confirmRemovals, confirmChanges }), options)
  expect(answer.status, answer.text).toBeLessThan(300)
}

// oxlint-disable-next-line typescript/no-explicit-any -- a wrong path in a test is a failing assertion
type Row = Readonly<Record<string, any>>
/** Clusters and applications by their names. */
type Labelled = ReadonlyMap<string, Row>
type Asked = {
  readonly path: string
  readonly offered: ListFacets
  /** The value of each row; undefined: it is of something that is gone, and has no labels. */
  readonly facets: Readonly<
    Record<string, (row: Row, labelled: Labelled) => string | null | undefined>
  >
  readonly queries: readonly Readonly<Record<string, string>>[]
}

const pairFacets: Asked['facets'] = {
  team: ({ namespace }) => namespace,
  application: ({ namespace, application }) => `${namespace}/${application}`,
  cluster: ({ cluster }) => cluster,
  'label:region': ({ cluster }, labelled) => labelOf(labelled.get(cluster), 'region'),
  'label:absent': ({ cluster }, labelled) => labelOf(labelled.get(cluster), 'absent'),
  'app_label:tier': ({ namespace, application }, labelled) =>
    labelOf(labelled.get(`${namespace}/${application}`), 'tier'),
}

function labelOf(object: Row | undefined, key: string): string | null | undefined {
  return object && (object.metadata[key] ?? null)
}

const pairQueries: Asked['queries'] = [
  { namespace: 'blue' },
  { application: 'a1' },
  { cluster: 'c00' },
  { cluster: 'c03' },
  { q: 'a4' },
  { q: 'c1' },
  { q: 'blue/a0 c' },
  { environment: 'prod' },
  { clusterSelector: '!region' },
  { appSelector: 'tier=web' },
]

const LISTS: readonly Asked[] = [
  {
    path: '/clusters',
    offered: objectList('cluster').facets!,
    facets: {
      'label:region': ({ metadata }) => metadata.region ?? null,
      'label:environment': ({ environment }) => environment || null,
      'label:empty': ({ metadata }) => metadata.empty,
      'label:name': ({ name }) => name,
      'label:absent': () => null,
      freshness: ({ status }) => status.freshness,
    },
    queries: [
      { labelSelector: 'region' },
      { labelSelector: 'region in (east,west)' },
      { labelSelector: '!region' },
      { q: 'c1' },
      { freshness: 'none' },
      { freshness: 'fresh' },
    ],
  },
  {
    path: '/applications',
    offered: objectList('application').facets!,
    facets: {
      team: ({ namespace }) => namespace,
      'label:tier': ({ metadata }) => metadata.tier,
    },
    queries: [{ namespace: 'blue' }, { labelSelector: 'tier=web' }, { q: 'a' }],
  },
  {
    path: '/target-policies',
    offered: objectList('target-policy').facets!,
    facets: { effect: ({ effect }) => effect, team: ({ namespace }) => namespace ?? null },
    queries: [{ effect: 'include' }, { namespace: 'blue' }, { q: 'web' }],
  },
  {
    path: '/placements',
    offered: placementList.facets!,
    facets: {
      ...pairFacets,
      state: ({ state }) => state,
      freshness: ({ freshness }) => freshness,
    },
    queries: [
      ...pairQueries,
      { labelSelector: 'region in (east,south)' },
      { state: 'unknown,degraded' },
      { state: 'orphaned,failed' },
      { state: 'healthy' },
      { placed: 'true' },
      { placed: 'false' },
      { state: 'waiting,healthy' },
      { stateFor: '15m' },
      { policy: 'web' },
      { policy: 'none' },
      { freshness: 'none' },
    ],
  },
  {
    path: '/history',
    offered: deploymentList.facets!,
    facets: {
      ...pairFacets,
      outcome: ({ outcome }) => outcome,
      actor: ({ actor }) => actor,
    },
    queries: [
      ...pairQueries,
      { actor: 'test admin' },
      { actor: 'nobody' },
      { change: '2' },
      { from: '2000-01-01', begun: 'true' },
      { cluster: 'c00', outcome: 'unknown,failed' },
    ],
  },
]

/** What has labels at the end of the range of a list. */
async function readLabelled(at: string | undefined, token: string): Promise<Labelled> {
  const read = async (path: string) =>
    (await api.call(withQuery(path, { at, limit: 1000 }), { token })).json.items as readonly Row[]
  return new Map([
    ...(await read('/clusters')).map((each) => [each['name'], each] as const),
    ...(await read('/applications')).map(
      (each) => [`${each['namespace']}/${each['name']}`, each] as const,
    ),
  ])
}

function tallyOf(rows: readonly Row[], valueOf: (row: Row) => string | null | undefined) {
  const counts = new Map<string | null, number>()
  for (const row of rows) {
    const value = valueOf(row)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

describe.each(LISTS)('the facets of $path', ({ path, offered, facets, queries }) => {
  const names = Object.keys(facets)
  const read = facetsOf(Object.keys(offered.fields), ['label', 'app_label'])

  it('count all rows that match and may be seen, and each value leads to them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...queries], { maxLength: 2 }),
        fc.subarray(names, { minLength: 1 }),
        fc.boolean(),
        fc.boolean(),
        async (filters, asked, isPast, isAdmin) => {
          const query = Object.assign({}, ...filters) as Record<string, string>
          const time = isPast ? { at: before } : {}
          const token = isAdmin ? admin : reader
          const list = async (more: Readonly<Record<string, string | number>>) =>
            (await api.call(withQuery(path, { ...query, ...time, ...more }), { token })).json
          const { items } = await list({ limit: 1000 })
          const labelled = await readLabelled(time.at, token)
          const { facets: counts } = await list({
            limit: 1,
            facetValues: 100,
            facets: asked.join(),
          })
          expect(counts.map(({ by }: Row) => by)).toEqual(asked)
          for (const { by, values, total } of counts) {
            const counted = new Map(values.map(({ value, count }: Row) => [value, count]))
            expect(counted, by).toEqual(tallyOf(items, (row) => facets[by]!(row, labelled)))
            expect(total).toBe(counted.size)
            const [facet] = read.parse(by)!
            for (const { value, count } of values.slice(0, 2)) {
              const filter = filterBy(offered, facet!, value, query)
              if (filter === null) continue
              const found = await list(filter)
              expect(found.total, JSON.stringify(filter)).toBe(count)
            }
          }
        },
      ),
      { numRuns },
    )
  })

  it('come with the most frequent values first, and say how many there are', async () => {
    const { json } = await api.call(withQuery(path, { facets: names[0], facetValues: 1 }))
    const [{ values, total }] = json.facets
    expect(values).toHaveLength(1)
    expect(total).toBeGreaterThan(1)
  })

  it('are left out where nobody asks', async () => {
    expect((await api.call(path)).json).not.toHaveProperty('facets')
  })

  it.each([{ format: 'csv' }, { format: 'yaml' }, { all: 'true' }])(
    'are refused with every row: %j',
    async (every) => {
      const { status, json } = await api.call(withQuery(path, { facets: names[0], ...every }))
      expect(status).toBe(400)
      expect(json.code).toBe('param_facets')
    },
  )
})
