import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { createFleetStore, type FleetStore } from './fleet-store.ts'

const ANY = { 'If-Match': '*' }

const clustersIn = (fleet: Fleet) =>
  shelfOf(fleet, 'cluster').slots.flatMap((each) => each?.name ?? [])

describe('fleets in memory', () => {
  it('know which change began each object, whether the process made it, followed it or loaded it', async () => {
    const api = await createTestApi()
    const [following, own] = [createFleetStore(), api.services.fleets]
    const ours = documentOf('team', team)
    const edits = [
      () => api.call('/apply', { body: [ours, documentOf('cluster', cluster)] }),
      () => api.call('/apply', { body: [ours, documentOf('application', application)] }),
      () => api.call('/target-policies', { body: policy }),
      () =>
        api.call(`/clusters/${cluster.name}`, {
          method: 'PATCH',
          body: { metadata: { gpu: 'false' } },
          headers: ANY,
        }),
      () =>
        api.call('/apply', {
          body: [
            documentOf('cluster', { ...cluster, metadata: { gpu: 'false' } }),
            documentOf('target-policy', policy),
            documentOf('application', { ...application, repo_branch: 'next' }),
          ],
        }),
      () => api.call(`/target-policies/${policy.name}`, { method: 'DELETE', headers: ANY }),
    ]
    for (const edit of edits) {
      const { status, text } = await edit()
      expect(status, text).toBeLessThan(300)
      const stored = await inTenant(api.database, api.tenant.id, async (tx) => {
        const scope = { tx, tenant: api.tenant.id }
        const { lastChange } = await readTenantState(scope, { lock: false })
        const rows = await tx.execute<{ kind: Kind; object: number; began: number }>(sql`
          select kind, object, began from revisions
          where tenant = ${scope.tenant} and ended is null`)
        const beginnings = async (store: FleetStore) => {
          const fleet = await store.at(scope, lastChange)
          return rows.map(({ kind, object }) => store.beganOf(shelfOf(fleet, kind).slots[object]!))
        }
        return {
          began: rows.map(({ began }) => began),
          known: await Promise.all([own, following, createFleetStore()].map(beginnings)),
        }
      })
      expect(stored.known).toEqual([stored.began, stored.began, stored.began])
    }
  })

  it('of the past are kept while they are asked for, the last few of them', async () => {
    const api = await createTestApi()
    for (const name of ['a', 'b', 'c']) {
      const body = documentOf('cluster', { ...cluster, name })
      expect((await api.call('/apply', { body: [body] })).status).toBe(200)
    }
    await inTenant(api.database, api.tenant.id, async (tx) => {
      const store = createFleetStore()
      const past = (change: number) => store.past({ tx, tenant: api.tenant.id }, change)
      const [one, two] = [await past(1), await past(2)]
      expect(clustersIn(one)).toEqual(['a'])
      expect(clustersIn(two)).toEqual(['a', 'b'])
      expect(await past(1)).toBe(one)
      await past(3)
      expect(await past(1)).toBe(one)
      expect(await past(2)).not.toBe(two)
    })
  })
})
