// What monitoring reads of all tenants together.
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { readTenantBacklog } from '#db/queries/backlog.ts'
import { testDatabase } from '#db/testing/database.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { cluster, documentOf } from '#lib/http/testing/bodies.ts'
import { readBacklog } from './backlog.ts'

it('is asked by one statement, however many tenants there are', async () => {
  const loans: string[][] = []
  await createTestApi()
  await createTestApi()
  await readBacklog({ database: overheard(testDatabase(), loans), clock: () => new Date() })
  expect(loans.map(({ length }) => length)).toEqual([1])
})

it('is the sum of what waits in each of them', async () => {
  const { call, tenant } = await createTestApi()
  expect((await call('/apply', { body: [documentOf('cluster', cluster)] })).status).toBe(200)
  // Other tests write meanwhile, so both are read as of one instant, by the owner of the tables, who sees all tenants.
  const owner = openDatabase(inject('ownerUrl'), { max: 1 })
  await inTenant(owner, tenant.id, (tx) =>
    tx.execute(sql`
      update tenants set git_stop = 'repository_taken_over', store_fault = 'lost'
      where tenant = ${tenant.id}`),
  )
  const [read] = await inTenant(
    owner,
    tenant.id,
    (tx) =>
      tx.execute(sql`
        select w.pending, w.damaged_repositories as damaged, w.stops, sum(b.pending)::int as each_pending,
          count(*) filter (where b.is_damaged)::int as each_damaged,
          array_agg(b.stop order by t.tenant) filter (where b.stop is not null) as each_stop
        from whole_backlog(${LAYOUT}) w, tenants t, tenant_backlog(t.tenant, ${LAYOUT}) b
        group by 1, 2, 3`),
    { readOnly: true },
  )
  const own = await inTenant(owner, tenant.id, (tx) => readTenantBacklog({ tx, tenant: tenant.id }))
  await closeDatabase(owner)
  expect(own).toMatchObject({ pending: 1, stop: 'repository_taken_over', isDamaged: true })
  expect(own.countsAgeSeconds).toBeNull()
  const { pending, damaged, stops, ...each } = read!
  expect(each).toEqual({ each_pending: pending, each_damaged: damaged, each_stop: stops })
  expect(damaged).toBeGreaterThan(0)
})

it('of a tenant is nothing to another', async () => {
  const [own, other] = [await createTestApi(), await createTestApi()]
  const read = inTenant(own.database, own.tenant.id, (tx) =>
    readTenantBacklog({ tx, tenant: other.tenant.id }),
  )
  expect(await read).toBeUndefined()
})

it('tells how far the clock of the database is ahead', async () => {
  const behind = { database: testDatabase(), clock: () => new Date(Date.now() - 60_000) }
  const { databaseAheadSeconds } = await readBacklog(behind)
  expect(Math.round(databaseAheadSeconds / 10)).toBe(6)
})
