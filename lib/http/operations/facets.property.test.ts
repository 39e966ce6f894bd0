// What a list says that its rows have in common is what its rows say, whatever filters it; and the filter that a value stands for
// leads to as many rows.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { facetsOf } from '#lib/domain/lists/facets.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy } from '#lib/http/testing/bodies.ts'
import { filterBy } from '#lib/lists/facet-filter.ts'
import type { ListFacets } from '#lib/lists/list.ts'
import { objectList } from '#lib/lists/objects.ts'
import { withQuery } from '#lib/schemas/paths.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 25)

const REGIONS = ['east', 'west', 'north']
const CLUSTERS = 24
const APPLICATIONS = 8

let api: TestApi
/** Before labels were edited. */
let before: string
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
  before = new Date().toISOString()
  const moved = { method: 'PATCH', body: { metadata: { region: 'south' } } } as const
  expect((await api.call('/clusters/c01', { ...moved, headers: { 'If-Match': '*' } })).status).toBe(
    200,
  )
})

// oxlint-disable-next-line typescript/no-explicit-any -- a wrong path in a test is a failing assertion
type Row = Readonly<Record<string, any>>
type Asked = {
  readonly path: string
  readonly offered: ListFacets
  readonly facets: Readonly<Record<string, (row: Row) => string | null | undefined>>
  readonly queries: readonly Readonly<Record<string, string>>[]
}

const LISTS: readonly Asked[] = [
  {
    path: '/clusters',
    offered: objectList('cluster').facets!,
    facets: {
      'label:region': ({ metadata }) => metadata.region,
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
]

function tallyOf(rows: readonly Row[], valueOf: (row: Row) => string | null | undefined) {
  const counts = new Map<string | null, number>()
  for (const row of rows) {
    const value = valueOf(row) ?? null
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

describe.each(LISTS)('the facets of $path', ({ path, offered, facets, queries }) => {
  const names = Object.keys(facets)
  const read = facetsOf(Object.keys(offered.fields), ['label', 'app_label'])

  it('count all rows that match, and each value leads to them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...queries], { maxLength: 2 }),
        fc.subarray(names, { minLength: 1 }),
        fc.boolean(),
        async (filters, asked, isPast) => {
          const query = Object.assign({}, ...filters) as Record<string, string>
          const time = isPast ? { at: before } : {}
          const { items } = (await api.call(withQuery(path, { ...query, ...time }))).json
          const all = { ...query, ...time, limit: 1, facetValues: 100, facets: asked.join() }
          const { status, json } = await api.call(withQuery(path, all))
          expect(status).toBe(200)
          expect(json.facets.map(({ by }: Row) => by)).toEqual(asked)
          for (const { by, values, total } of json.facets) {
            const counted = new Map(values.map(({ value, count }: Row) => [value, count]))
            expect(counted).toEqual(tallyOf(items, facets[by]!))
            expect(total).toBe(counted.size)
            const [facet] = read.parse(by)!
            for (const { value, count } of values.slice(0, 2)) {
              const filter = filterBy(offered, facet!, value, query)
              if (filter === null) continue
              const found = await api.call(withQuery(path, { ...query, ...time, ...filter }))
              expect(found.json.total, JSON.stringify(filter)).toBe(count)
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
})
