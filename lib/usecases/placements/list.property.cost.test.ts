// A list of placements contains exactly the pairs that its filters match, however the database finds them, and costs no
// more than a page.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant, type Transaction } from '#db/client.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { PlacementPosition, PlacementQuery } from '#db/queries/placement-query.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy } from '#lib/http/testing/bodies.ts'
import { allPlacements } from '#lib/http/testing/unfiltered.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 60)
/** Too many to be looked up one by one, or to be sorted. */
const CLUSTERS = 6000

type Pair = PlacementPosition & { readonly labels: ReadonlyMap<string, string> }

const clusters = Array.from({ length: CLUSTERS }, (_, index) => ({
  // Ids and names have different orders.
  name: `c${String((index * 7) % CLUSTERS).padStart(4, '0')}`,
  labels: {
    third: ['a', 'b', 'c'][index % 3]!,
    ...(index % 400 === 0 && { few: 'yes' }),
  },
}))
/** Which clusters each application is on. */
const applications = [
  { namespace: 'blue', name: 'dense', on: () => true },
  { namespace: 'blue', name: 'third', on: (index: number) => index % 3 === 0 },
  { namespace: 'green', name: 'dense', on: () => true },
  { namespace: 'green', name: 'rare', on: (index: number) => index % 400 === 0 },
  { namespace: 'green', name: 'waits', on: () => false },
]
const pairs: readonly Pair[] = applications
  .flatMap(({ namespace, name, on }) =>
    clusters
      .filter((_, index) => on(index))
      .map(({ name: cluster, labels }) => ({
        namespace,
        application: name,
        cluster,
        labels: new Map(Object.entries({ ...labels, name: cluster })),
      })),
  )
  .sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))

function textOf({ namespace, application, cluster }: PlacementPosition): string {
  return `${namespace}/${application} ${cluster}`
}

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 1, nil: null })
const filters = fc.record({
  namespace: maybe('blue', 'green', 'none'),
  application: maybe('dense', 'rare', 'none'),
  cluster: fc.option(fc.constantFrom('c0007', 'c0400', 'none'), { freq: 4, nil: null }),
  selector: maybe('third=a', 'few', '!few', 'third in (a,b),few=yes', 'third=none'),
  text: maybe('GREEN', 'e/d', 'c000', '1', 'rare c0', 'e c1', 'a b c', ' ', 'zzz', 'dense c5999'),
  teams: maybe(['green'], ['blue', 'green'], []),
  descending: fc.boolean(),
})

describe('a list of placements', () => {
  let api: TestApi
  let change: number
  beforeAll(async () => {
    api = await createTestApi()
    const body = [
      documentOf('team', { name: 'blue' }),
      documentOf('team', { name: 'green' }),
      ...applications.map(({ namespace, name }) =>
        documentOf('application', { ...application, namespace, name, metadata: {} }),
      ),
      ...clusters.map(({ name, labels }) => documentOf('cluster', { name, metadata: labels })),
      documentOf('target-policy', {
        ...policy,
        name: 'd',
        app_selector: 'name=dense',
        cluster_selector: '*',
      }),
      documentOf('target-policy', {
        ...policy,
        name: 't',
        app_selector: 'name=third',
        cluster_selector: 'third=a',
      }),
      documentOf('target-policy', {
        ...policy,
        name: 'r',
        app_selector: 'name=rare',
        cluster_selector: 'few',
      }),
    ]
    const answer = await api.call('/apply', { body })
    expect(answer.status).toBe(200)
    change = answer.json.change
    await vacuumFully()
  })

  const read = <T>(fn: (tx: Transaction) => Promise<T>) =>
    inTenant(api.database, api.tenant.id, fn, { readOnly: true })
  const list = (query: PlacementQuery, after: PlacementPosition | null, limit: number) =>
    read((tx) => listPlacements({ tx, tenant: api.tenant.id }, query, { after, limit }))

  it('holds the pairs that match, in order, with their number, now and before', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.boolean(),
        fc.nat(pairs.length),
        fc.integer({ min: 1, max: 30 }),
        async ({ selector: selectorText, ...filter }, isPast, start, limit) => {
          const selector = selectorText === null ? null : parseSelector(selectorText, [])
          const clusterSelector = selector?.ok ? selector.value : null
          const wanted = pairs.filter(
            (pair) =>
              (filter.namespace === null || pair.namespace === filter.namespace) &&
              (filter.application === null || pair.application === filter.application) &&
              (filter.cluster === null || pair.cluster === filter.cluster) &&
              (filter.teams === null || filter.teams.includes(pair.namespace)) &&
              (filter.text === null || textOf(pair).includes(filter.text.toLowerCase())) &&
              (clusterSelector === null || selectorMatches(clusterSelector, pair.labels)),
          )
          const query = {
            ...allPlacements,
            ...filter,
            clusterSelector,
            change: isPast ? change : null,
          }
          const after = start === pairs.length ? null : pairs[start]!
          const ordered = filter.descending ? wanted.toReversed() : wanted
          const rest = ordered.filter(
            (pair) =>
              after === null ||
              (filter.descending ? textOf(pair) < textOf(after) : textOf(pair) > textOf(after)),
          )
          const { rows, total } = await list(query, after, limit)
          expect(rows.map(textOf)).toEqual(rest.slice(0, limit).map(textOf))
          expect(total).toBe(wanted.length)
        },
      ),
      { numRuns },
    )
  })

  it.each([
    // case | query | after
    ['the first page', allPlacements, null],
    ['a page in the middle', allPlacements, pairs[3000]!],
    ['a cluster', { ...allPlacements, cluster: 'c0007' }, null],
    ['an application that is on few', { ...allPlacements, application: 'rare' }, null],
  ])('reads what the page takes, and not the fleet: %s', async (_, query, after) => {
    const rows = await read((tx) =>
      rowsReadBy(tx, () =>
        listPlacements({ tx, tenant: api.tenant.id }, query, { after, limit: 20 }),
      ),
    )
    expect(rows).toBeLessThan(2500)
  })
})
