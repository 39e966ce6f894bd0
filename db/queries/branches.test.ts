import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { branchesInTheWay } from './branches.ts'

const database = testDatabase()
let tenant: number

beforeAll(async () => {
  tenant = (await createTestTenant(database)).tenant
  await inTenant(database, tenant, (tx) =>
    tx.execute(sql`
      insert into branches (tenant, name)
      values (${tenant}, 'main'), (${tenant}, 'fleet/dev'), (${tenant}, 'a/b/c')`),
  )
})

describe('a branch', () => {
  it.each([
    { wanted: ['main/x'], clash: { wanted: 'main/x', existing: 'main' } },
    { wanted: ['main/x/y'], clash: { wanted: 'main/x/y', existing: 'main' } },
    { wanted: ['fleet'], clash: { wanted: 'fleet', existing: 'fleet/dev' } },
    { wanted: ['a'], clash: { wanted: 'a', existing: 'a/b/c' } },
    { wanted: ['a/b'], clash: { wanted: 'a/b', existing: 'a/b/c' } },
    { wanted: ['new', 'new/x'], clash: {} },
  ])('can’t stand beside one on the way to it: $wanted', async ({ wanted, clash }) => {
    const found = await inTenant(database, tenant, (tx) => branchesInTheWay({ tx, tenant }, wanted))
    expect(found).toMatchObject([clash])
  })

  it('can stand beside others, also those whose names begin alike', async () => {
    const wanted = ['main', 'main2', 'mai', 'fleet/prod', 'fleet/dev2', 'a/b/cc', 'a/c', 'ab']
    const found = await inTenant(database, tenant, (tx) => branchesInTheWay({ tx, tenant }, wanted))
    expect(found).toEqual([])
  })
})
