// What rollouts that wait cost: they are asked for each second.
import { beforeAll, expect, inject, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { outsideTenants } from '../client.ts'
import { connect } from '../connection.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { rowsReadBy } from '../testing/rows-read.ts'
import { vacuumFully } from '../testing/vacuum.ts'
import { tenantsWithDueRollouts } from './due-rollouts.ts'

const WAITING = 2_000
/** An index may lead to a few rows of its pages besides. */
const HANDFUL = 10

const database = testDatabase()
let tenant: number
beforeAll(async () => {
  tenant = (await createTestTenant(database)).tenant
  const owner = await connect(inject('ownerUrl'))
  // The first is due, the others in an hour.
  await owner.client`
    insert into rollouts (tenant, id, application_id, team, application, environment, repo_url,
      repo_branch, repo_path, origin, state, digest, confirmed, due_at, seq, started_at, started_by,
      actor_kind, actor_id, actor_name)
    select ${tenant}::int, n, 1, 'ieb', 'app1', 'e' || n, 'u', 'b', 'p', 'person', 'running', 'd', 1,
      now() + case n when 1 then '-1 hour' else '1 hour' end::interval, 1, now(), 'token:t', 'token', 't', 't'
    from generate_series(1, ${WAITING}::int) n`
  await owner.close()
  await vacuumFully()
})

it('costs nothing each second that rollouts wait, however many there are', async () => {
  const read = await outsideTenants(database, (tx) =>
    rowsReadBy(tx, () => tx.execute(sql`select * from tenants_with_due_rollouts()`), ['rollouts']),
  )
  expect(read).toBeLessThan(HANDFUL)
  expect((await tenantsWithDueRollouts(database)).has(tenant)).toBe(true)
})
