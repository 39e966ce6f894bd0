// What it costs to count states follows what isn't as most is, not how much is placed.
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import type { Side } from '#lib/domain/fleet/grouping.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { countStates } from './state-counts.ts'
import { APPLICATIONS, createWideFleet, DEGRADED, PLACED, reportAll } from './testing/wide-fleet.ts'

const PAGE = 100
const NOW = new Date()

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createWideFleet(api)
})

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>, readOnly = false) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), { readOnly })

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

const onPage = PAGE * APPLICATIONS

describe('counting the states of placements', () => {
  it('reads none of them while no cluster has reported', async () => {
    await vacuumFully()
    const { rows, counted } = await count('cluster', PAGE)
    expect(counted).toEqual({ unknown: onPage })
    expect(rows).toBeLessThan(10)
  })

  it('reads those of a page that aren’t healthy', async () => {
    await inScope((scope) => reportAll(scope, NOW))
    await vacuumFully()
    const { rows, counted } = await count('cluster', PAGE)
    expect(counted).toEqual({ degraded: onPage / 100, healthy: onPage - onPage / 100 })
    expect(rows).toBeLessThan(2 * PAGE)
  })

  it('reads of applications what isn’t healthy', async () => {
    const { rows, counted } = await count('application', APPLICATIONS)
    expect(counted).toEqual({ degraded: DEGRADED, healthy: PLACED - DEGRADED })
    expect(rows).toBeLessThan(8 * DEGRADED)
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
