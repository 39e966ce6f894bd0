// A list of the placements with a target has exactly those that the fleet says have it, now and after any change before, and
// finding them costs what its page takes, however many placements have another target or none.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { PlacementPosition, PlacementQuery } from '#db/queries/placement-query.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { targetOn } from '#lib/domain/fleet/targets.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { COUNTED_MAX } from '#lib/domain/lists/total.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { idsIn, NO_BITS } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { allPlacements } from '#lib/http/testing/unfiltered.ts'
import { createFleetStore } from '../fleet-store.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 60)
/** Too many to be looked up one by one, or to be sorted. */
const CLUSTERS = 4200

type Pair = PlacementPosition & {
  readonly labels: ReadonlyMap<string, string>
  readonly target: string | null
}

const inBoth = (name: string) =>
  ['prod', 'qa'].map((environment) => ({ name, environment, repo_path: `${name}/${environment}` }))
const few = { name: 'few', environment: 'prod', repo_path: 'few' }

const applications = [
  { namespace: 'blue', name: 'one', targets: [...inBoth('wide'), few] },
  { namespace: 'blue', name: 'two', targets: [few] },
  { namespace: 'green', name: 'one', targets: [...inBoth('wide'), few] },
  { namespace: 'green', name: 'plain', targets: [] },
  { namespace: 'green', name: 'three', targets: inBoth('wide') },
  { namespace: 'green', name: 'unused', targets: inBoth('unused') },
]

const giving = (name: string, app_selector: string, cluster_selector: string, target?: string) =>
  documentOf('target-policy', { name, app_selector, cluster_selector, ...(target && { target }) })

let api: TestApi
/** What the fleet said that there was after each change. */
const after = new Map<number, readonly Pair[]>()
let last: number

const read = <T>(fn: (scope: TenantScope) => Promise<T>) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), {
    readOnly: true,
  })

async function save(body: unknown, path = '/apply', method = 'POST'): Promise<void> {
  const options = { method, body, headers: { 'If-Match': '*' } }
  const { json } = await api.call(`${path}?dryRun=true`, options)
  const { confirmRemovals, confirmChanges } = json
  const confirmed = Object.entries({ confirmRemovals, confirmChanges })
    .filter(([, count]) => count !== null)
    .map(([name, count]) => `${name}=${String(count)}`)
  const answer = await api.call(`${path}?${confirmed.join('&')}`, options)
  expect(answer.status, answer.text).toBe(200)
  last = after.size + 1
  after.set(last, pairsOf(await read((scope) => createFleetStore().at(scope, last))))
}

function pairsOf(fleet: Fleet): readonly Pair[] {
  return fleet.applications.ordered.flatMap((id) => {
    const { team: namespace, name } = fleet.applications.slots[id]!
    return idsIn(fleet.placements[id] ?? NO_BITS)
      .map((clusterId) => {
        const cluster = fleet.clusters.slots[clusterId]!
        return {
          namespace,
          application: name,
          cluster: cluster.name,
          labels: clusterLabels(cluster),
          target: targetOn(fleet, id, clusterId)?.name ?? null,
        }
      })
      .sort((a, b) => (a.cluster < b.cluster ? -1 : 1))
  })
}

beforeAll(async () => {
  api = await createTestApi()
  await save([
    documentOf('team', { name: 'blue' }),
    documentOf('team', { name: 'green' }),
    ...applications.map((each) =>
      documentOf('application', { ...application, metadata: {}, ...each }),
    ),
    ...Array.from({ length: CLUSTERS }, (_, index) =>
      documentOf('cluster', {
        // Ids and names have different orders.
        name: `c${String((index * 11) % CLUSTERS).padStart(4, '0')}`,
        environment: index % 2 === 0 ? 'prod' : 'qa',
        metadata: { third: String(index % 3), ...(index % 400 === 0 && { few: 'yes' }) },
      }),
    ),
    giving('all', 'name!=unused', '*'),
  ])
  await save([giving('wide', 'name in (one,three)', 'third=0', 'wide')])
  await save([
    giving('wide', 'name in (one,three)', '!few', 'wide'),
    giving('few', 'name in (one,two)', 'few', 'few'),
  ])
  await save({ targets: inBoth('wide') }, '/applications/green/one', 'PATCH')
  await vacuumFully()
}, 120_000)

const everyPair = { ...allPlacements, observedAt: new Date('2026-03-01T12:00:00Z') }
const list = (query: PlacementQuery, from: PlacementPosition | null, limit: number) =>
  read((scope) => listPlacements(scope, query, { after: from, limit }))

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 1, nil: null })
const filters = fc.record({
  // Null: those without one.
  target: fc.constantFrom('wide', 'wide', 'few', 'few', 'unused', 'never', null, null),
  namespace: maybe('blue', 'green'),
  application: maybe('one', 'two'),
  cluster: fc.option(fc.constantFrom('c0007', 'c0400'), { freq: 4, nil: null }),
  selector: maybe('third=1', 'few', 'environment=qa', 'third in (0,1),!few'),
  text: fc.option(fc.constantFrom('green', 'e/one', 'c000', 'one c1'), { freq: 2, nil: null }),
  teams: maybe(['green'], ['blue', 'green']),
  // No cluster ever reported.
  states: fc.option(fc.constantFrom([...STATES], ['unknown'], ['healthy'], ['waiting', 'failed']), {
    freq: 1,
    nil: null,
  }),
  descending: fc.boolean(),
})

function textOf({ namespace, application, cluster }: PlacementPosition): string {
  return `${namespace}/${application} ${cluster}`
}

function isNamed(
  pair: Pair,
  asked: Pick<PlacementQuery, 'namespace' | 'application' | 'cluster'>,
): boolean {
  return (['namespace', 'application', 'cluster'] as const).every(
    (part) => asked[part] === null || asked[part] === pair[part],
  )
}

describe('a list of the placements with a target', () => {
  it('holds those that the fleet says have it, in order, with their number, now and before', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2, nil: null }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { nil: null }),
        fc.integer({ min: 1, max: 30 }),
        async ({ selector: selectorText, states, ...filter }, change, start, limit) => {
          const selector = selectorText === null ? null : parseSelector(selectorText, [])
          const clusterSelector = selector?.ok ? selector.value : null
          const all = after.get(change ?? last)!
          const wanted = all.filter(
            (pair) =>
              pair.target === filter.target &&
              isNamed(pair, filter) &&
              (filter.teams === null || filter.teams.includes(pair.namespace)) &&
              (filter.text === null || textOf(pair).includes(filter.text)) &&
              (clusterSelector === null || selectorMatches(clusterSelector, pair.labels)) &&
              (states === null || states.some((state) => state === 'unknown')),
          )
          const from = start === null ? null : all[Math.floor(start * all.length)]!
          const ordered = filter.descending ? wanted.toReversed() : wanted
          const rest = ordered.filter(
            (pair) =>
              from === null ||
              (filter.descending ? textOf(pair) < textOf(from) : textOf(pair) > textOf(from)),
          )
          const withoutTarget = filter.target === null || null
          const query = { ...everyPair, ...filter, withoutTarget, states, clusterSelector, change }
          const { rows, total, totalIsExact } = await list(query, from, limit)
          expect(rows.map(textOf)).toEqual(rest.slice(0, limit).map(textOf))
          expect(total).toBe(totalIsExact ? wanted.length : COUNTED_MAX)
          expect(totalIsExact || wanted.length > COUNTED_MAX).toBe(true)
        },
      ),
      { numRuns },
    )
  })

  const wide = { ...everyPair, target: 'wide' }
  const without = { ...everyPair, withoutTarget: true } as const
  const sparse = { ...everyPair, target: 'few' }
  const middle = { namespace: 'blue', application: 'one', cluster: 'c2100' }
  it.each<[string, PlacementQuery, PlacementPosition | null, boolean]>([
    // case | query | after | whether it is counted
    ['of nearly all placements', wide, null, false],
    ['of nearly all placements, in the middle', wide, middle, false],
    ['of nearly all placements, backwards', { ...wide, descending: true }, middle, false],
    ['of nearly all placements of a cluster', { ...wide, cluster: 'c0007' }, null, true],
    ['of few placements', sparse, null, true],
    ['of few placements, backwards', { ...sparse, descending: true }, null, true],
    ['of few placements, of some state', { ...sparse, states: ['unknown'] }, null, true],
    ['of few placements, of ordinary ones', { ...sparse, states: ['healthy'] }, null, true],
    ['of few placements in the past', { ...sparse, change: 3, application: 'two' }, null, true],
    ['of none', { ...everyPair, target: 'unused' }, null, true],
    // Of an application with targets, those that have one are passed over: a heavy read.
    ['of those without one', { ...without, application: 'plain' }, null, false],
  ])('reads what the page takes, and not the fleet: %s', async (_, query, from, isCounted) => {
    const rows = await read((scope) =>
      rowsReadBy(scope.tx, () =>
        listPlacements(scope, query, { after: from, limit: 20, isCounted }),
      ),
    )
    // Which clusters are silent is asked of each.
    expect(rows).toBeLessThan(query.states === null ? 1000 : 2000 + CLUSTERS)
  })
})
