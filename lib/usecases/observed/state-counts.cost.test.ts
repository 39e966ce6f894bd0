// What it costs to count states follows what isn't as most is, not how much is placed.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import type { Side } from '#lib/domain/fleet/grouping.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { countStates } from './state-counts.ts'

const CLUSTERS = 1500
const APPLICATIONS = 20
const PAGE = 100
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
})

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>, readOnly = false) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), { readOnly })

/** All clusters have everything and told of it: one placement in a hundred is degraded. */
const report = () =>
  inScope(async ({ tx }) => {
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
  })

/** The sum of all counts, and how many rows of placements were read for it. */
const count = (side: Side, length: number) =>
  inScope(async (scope) => {
    const ids = Array.from({ length }, (_, index) => index + 1)
    const { services } = api
    const state = () => readTenantState(scope, { lock: false })
    const fleet = async () => services.fleets.at(scope, (await state()).lastChange)
    const query = { change: null, observedAt: NOW, isPast: false, teams: null, namespace: null }
    const counted: Record<string, number> = {}
    const rows = await rowsReadBy(
      scope.tx,
      async () => {
        const states = await countStates(
          { scope, services, state, fleet },
          query,
          side,
          ids,
          side === 'cluster' ? ids : null,
        )
        for (const counts of states.values()) {
          for (const [key, of] of Object.entries(counts)) counted[key] = (counted[key] ?? 0) + of
        }
      },
      ['placements', 'placements_past', 'observations', 'revisions'],
    )
    return { rows, counted }
  }, true)

const [onPage, everywhere] = [PAGE * APPLICATIONS, CLUSTERS * APPLICATIONS]

describe('counting the states of placements', () => {
  it('reads none of them while no cluster has reported', async () => {
    await vacuumFully()
    const { rows, counted } = await count('cluster', PAGE)
    expect(counted).toEqual({ unknown: onPage })
    expect(rows).toBeLessThan(10)
  })

  it('reads those of a page that aren’t healthy', async () => {
    await report()
    await vacuumFully()
    const { rows, counted } = await count('cluster', PAGE)
    expect(counted).toEqual({ degraded: onPage / 100, healthy: onPage - onPage / 100 })
    expect(rows).toBeLessThan(2 * PAGE)
  })

  it('reads of applications what isn’t healthy', async () => {
    const { rows, counted } = await count('application', APPLICATIONS)
    const degraded = everywhere / 100
    expect(counted).toEqual({ degraded, healthy: everywhere - degraded })
    expect(rows).toBeLessThan(8 * degraded)
  })

  it('reads what moved while all clusters lack the newest change', async () => {
    const moved = await api.call('/applications/blue/a3', {
      method: 'PATCH',
      body: { metadata: { own: 'yes' } },
      headers: { 'If-Match': '*' },
    })
    expect(moved.status, moved.text).toBe(200)
    const other = await api.call('/target-policies', {
      body: {
        name: 'less',
        app_selector: 'name=a5',
        cluster_selector: 'name=c7',
        effect: 'exclude',
      },
    })
    expect(other.status, other.text).toBe(201)
    await vacuumFully()
    const { rows, counted } = await count('cluster', PAGE)
    expect(counted).toMatchObject({ degraded: onPage / 100 })
    expect(rows).toBeLessThan(2 * PAGE)
  })
})
