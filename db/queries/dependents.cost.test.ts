// What waits costs nothing until it is looked at, however many applications do.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, it } from 'vitest'
import { inTenant } from '../client.ts'
import { connect } from '../connection.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { rowsReadBy } from '../testing/rows-read.ts'
import { vacuumFully } from '../testing/vacuum.ts'
import {
  claimDependent,
  deleteDependent,
  markDependents,
  readDueDependents,
  tenantsWithDueDependents,
} from './dependents.ts'
import type { TenantScope } from './scope.ts'

const WAITING = 30_000
/** An index may lead to a few rows of its pages besides. */
const HANDFUL = 10

const database = testDatabase()
let tenant: number
beforeAll(async () => {
  tenant = (await createTestTenant(database)).tenant
  const other = (await createTestTenant(database)).tenant
  const owner = await connect(inject('ownerUrl'))
  for (const each of [tenant, other]) {
    await owner.client`
      insert into dependents (tenant, application_id, due_at)
      select ${each}::int, id, now() + interval '1 hour' from generate_series(1, ${WAITING}::int) id`
  }
  await owner.close()
  await vacuumFully()
})

const readsOf = (read: (scope: TenantScope) => Promise<unknown>) =>
  inTenant(database, tenant, (tx) => rowsReadBy(tx, () => read({ tx, tenant }), ['dependents']))

it('reads none of those that are not due', async () => {
  expect(await tenantsWithDueDependents(database)).not.toContain(tenant)
  const reads = await readsOf(async (scope) => {
    await scope.tx.execute(sql`select * from tenants_with_due_dependents()`)
    expect(await readDueDependents(scope, 50, [])).toEqual([])
  })
  expect(reads).toBeLessThan(HANDFUL)
})

it('reads as many as an edit marks, and those that are due', async () => {
  const reads = await readsOf(async (scope) => {
    await markDependents(scope, [7, WAITING + 1, WAITING + 2], 30_000)
    await markDependents(scope, [8], 0)
    expect(await readDueDependents(scope, 50, [])).toEqual([8])
    expect(await readDueDependents(scope, 50, [8])).toEqual([])
    expect(await claimDependent(scope, 8, 30_000)).toBe(true)
    expect(await claimDependent(scope, 8, 30_000)).toBe(false)
    expect(await claimDependent(scope, 7, 30_000)).toBe(false)
    await deleteDependent(scope, 8)
    expect(await readDueDependents(scope, 50, [])).toEqual([])
  })
  expect(reads).toBeLessThan(3 * HANDFUL)
})
