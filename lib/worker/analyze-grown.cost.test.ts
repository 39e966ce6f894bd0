// Right after a large import, before autovacuum came, no read goes through everything again and again.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { connect, type Connection } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { readBegun } from '#db/queries/compliance.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { analyzeGrownTables } from '#db/queries/statistics.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { temporaryServer } from '#db/testing/temporary-server.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { allPlacements } from '#lib/http/testing/unfiltered.ts'
import {
  createWideFleet,
  DEGRADED,
  PLACED,
  reportAll,
} from '#lib/usecases/observed/testing/wide-fleet.ts'

const MINUTE_MS = 60_000

let server: Awaited<ReturnType<typeof temporaryServer>>
let owner: Connection
let database: Database
let api: TestApi
beforeAll(async () => {
  server = await temporaryServer()
  await migrate(server.ownerUrl)
  owner = await connect(server.ownerUrl)
  await neverVacuum()
  database = openDatabase(server.databaseUrl, { max: 4 })
  api = await createTestApi({}, database)
  await createWideFleet(api)
  await report()
})
afterAll(async () => {
  await owner.close()
  await closeDatabase(database)
  await server.stop()
})

async function neverVacuum(): Promise<void> {
  const tables = await owner.client<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) {
    await owner.client`alter table ${owner.client(name)} set (autovacuum_enabled = false)`
  }
}

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>, readOnly = false) =>
  inTenant(database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), { readOnly })

const report = () =>
  inScope(async (scope) => {
    await reportAll(scope, new Date())
    // As Postgres does by itself where a transaction takes more than a second.
    await scope.tx.execute(sql`select pg_stat_force_next_flush()`)
  })

const rowsRead = (read: (scope: TenantScope) => Promise<unknown>) =>
  inScope((scope) => rowsReadBy(scope.tx, () => read(scope)), true)

const query = { ...allPlacements, observedAt: new Date(Date.now() + MINUTE_MS) }
const firstPage = { after: null, limit: 50 }

const inState = (namespace: string | null) => (scope: TenantScope) =>
  listPlacements(scope, { ...query, namespace, states: ['degraded'] }, firstPage)

const compliance = (scope: TenantScope) =>
  readBegun(
    scope,
    { first: 1, last: 1, changes: [1], branch: null },
    { now: query.observedAt, by: { by: 'cluster' }, teams: null },
  )

describe('right after a large import', () => {
  it('whether a change is everywhere reads each placement a few times, without any statistics', async () => {
    expect(await rowsRead(compliance)).toBeLessThan(4 * PLACED)
  })

  it('a list of a state reads each placement a few times, without any statistics', async () => {
    expect(await rowsRead(inState(null))).toBeLessThan(4 * PLACED)
  })

  it('the application has the tables analyzed that grew, once', async () => {
    expect(await analyzeGrownTables(database)).toEqual(
      expect.arrayContaining(['observations', 'placements', 'revisions']),
    )
    expect(await analyzeGrownTables(database)).toEqual([])
  })

  it.each([null, 'blue'])('lists of states read what is in them then, of team %s', async (team) => {
    expect(await rowsRead(inState(team))).toBeLessThan(10 * DEGRADED)
  })

  it('whether a change is everywhere reads each placement a few times then, too', async () => {
    expect(await rowsRead(compliance)).toBeLessThan(4 * PLACED)
  })

  it('rows that aren’t committed are no reason to analyze a table, and are one afterwards', async () => {
    await owner.client`begin`
    await owner.client`
      insert into labels (tenant, kind, object, key, value, began)
      select ${api.tenant.id}, 'cluster', n, 'late', 'x', 1 from generate_series(1, 50000) n`
    expect(await analyzeGrownTables(database)).toEqual([])
    await owner.client`select pg_stat_force_next_flush()`
    await owner.client`commit`
    expect(await analyzeGrownTables(database)).toEqual(['labels'])
  })
})
