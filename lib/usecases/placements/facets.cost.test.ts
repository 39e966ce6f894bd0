// What it costs to count the placements of a list by what they have in common follows what isn’t as most is, not how much is
// placed; what would take a look at each of too many isn't counted.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import type { PlacementQuery } from '#db/queries/placement-query.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { facetsAmong } from '#lib/domain/lists/facets.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { allPlacements } from '#lib/http/testing/unfiltered.ts'
import { counterOf } from './facets.ts'
import { PLACEMENT_FIELDS, type PlacementFacet } from './placement-facet.ts'

const CLUSTERS = 1500
const APPLICATIONS = 20
const PLACED = CLUSTERS * APPLICATIONS
const DEGRADED = PLACED / 100
const NOW = new Date()

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const body = [
    documentOf('team', { name: 'blue' }),
    ...Array.from({ length: APPLICATIONS }, (_, index) =>
      documentOf('application', { ...application, namespace: 'blue', name: `a${index}` }),
    ),
    ...Array.from({ length: CLUSTERS }, (_, index) =>
      documentOf('cluster', { name: `c${index}`, metadata: { third: String(index % 3) } }),
    ),
    documentOf('target-policy', { name: 'all', app_selector: '*', cluster_selector: '*' }),
  ]
  const answer = await api.call('/apply', { body })
  expect(answer.status, answer.text).toBe(200)
  await inScope(report)
  await vacuumFully()
})

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>, readOnly = false) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), { readOnly })

/** All clusters have everything and told of it: one placement in a hundred is degraded. */
async function report({ tx }: TenantScope): Promise<void> {
  const now = sql`${NOW.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into cluster_reports (tenant, cluster, seen_at, received_at, complete_at,
      pulled_word_at, pulled_change)
    select tenant, object, ${now}, ${now}, ${now}, ${now}, 1 from revisions where kind = 'cluster'`)
  await tx.execute(sql`
    insert into observations (tenant, application_id, cluster_id, state, state_since, word_at,
      written_at)
    select tenant, application_id, cluster_id, case
      when (application_id * 37 + cluster_id) % 100 = 0 then 'degraded' else 'healthy' end,
      ${now}, ${now}, ${now} from placements`)
}

const FACETS: readonly PlacementFacet[] = facetsAmong<(typeof PLACEMENT_FIELDS)[number]>(
  PLACEMENT_FIELDS,
  [
    ...PLACEMENT_FIELDS.map((by) => ({ by, key: null })),
    { by: 'label', key: 'third' },
    { by: 'app_label', key: 'common' },
  ],
)

/** The sums of all counts, which aren't told, and how many rows of placements were read for them. */
const count = (filter: Partial<PlacementQuery>, total: number) =>
  inScope(async (scope) => {
    const { services } = api
    const state = () => readTenantState(scope, { lock: false })
    const fleet = async () => services.fleets.at(scope, (await state()).lastChange)
    const query = { ...allPlacements, observedAt: NOW, ...filter }
    const pairs = { query, isPlaced: null, total, totalIsExact: true }
    const sums = new Set<number>()
    const uncounted: string[] = []
    const rows = await rowsReadBy(
      scope.tx,
      async () => {
        const counter = await counterOf({ scope, services, state, fleet }, pairs)
        for (const facet of FACETS) {
          const counts = await counter(facet)
          if (counts === null) uncounted.push(facet.by)
          else sums.add([...counts.values()].reduce((sum, each) => sum + each, 0))
        }
      },
      ['placements', 'placements_past', 'observations'],
    )
    return { rows, sums, uncounted }
  }, true)

describe('counting what placements have in common', () => {
  it('is exact however many there are, and reads only what isn’t as most is', async () => {
    const { rows, sums, uncounted } = await count({}, PLACED)
    expect(sums).toEqual(new Set([PLACED]))
    expect(uncounted).toEqual([])
    expect(rows).toBeLessThan(8 * DEGRADED)
  })

  it('reads no more where most are in the states that are asked for, and leaves targets uncounted', async () => {
    const { rows, sums, uncounted } = await count({ states: ['healthy'] }, PLACED - DEGRADED)
    expect(sums).toEqual(new Set([PLACED - DEGRADED]))
    expect(uncounted).toEqual(['target'])
    expect(rows).toBeLessThan(16 * DEGRADED)
  })

  it('isn’t done where each of too many would be looked at, and reads none of them', async () => {
    const past = { change: 1, isPast: true, observedAt: new Date(NOW.getTime() - 1) }
    const { rows, uncounted } = await count(past, PLACED)
    expect(uncounted).toEqual(FACETS.map(({ by }) => by))
    expect(rows).toBe(0)
  })
})
