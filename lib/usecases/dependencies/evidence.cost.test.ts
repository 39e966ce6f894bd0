// What it costs to ask whether what an application needs is there: by the clusters that are asked about, and nothing for an
// application that needs no other.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { type ReleasedOn, readSaidOfReleased } from '#db/queries/dependency-evidence.ts'
import { loadModel } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { emptyFleet, findObject } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { countBits, idsIn } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { editOfRow } from '../changes/edit.ts'
import { createWideFleet, reportAll } from '../observed/testing/wide-fleet.ts'
import { readBlocked } from '../rollouts/blocked.ts'

const FEW = 20

/** With one connection, which keeps its plans. */
let database: Database
let api: TestApi
let application: number
let clusters: readonly number[]
beforeAll(async () => {
  database = openDatabase(inject('databaseUrl'), { max: 1 })
  api = await createTestApi({}, database)
  await createWideFleet(api)
  // Of a fleet without reports, as its first rollout finds it.
  const fleet = await inScope(readFleet)
  application = findObject(fleet, { kind: 'application', team: 'blue', name: 'a0' })!.id
  clusters = idsIn(placementsOf(fleet, application))
  await inScope((scope) => readSaidOfReleased(scope, application, few()))
})
afterAll(() => closeDatabase(database))

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>, on = database) =>
  inTenant(on, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), { plansOnce: true })

const readFleet = async (scope: TenantScope) =>
  emptyFleet().with((await loadModel(scope, 1_000)).map(editOfRow))

const few = (): ReleasedOn[] => [{ commit: null, clusters: clusters.slice(0, FEW) }]

async function readsOf(released: readonly ReleasedOn[]) {
  return inScope(async (scope) => {
    let said = 0
    const rows = await rowsReadBy(scope.tx, async () => {
      const { reporting, published } = await readSaidOfReleased(scope, application, released)
      said = reporting.length + published.length
    })
    return { rows, said }
  })
}

it('reads a few rows of each cluster that is asked about, and none of others', async () => {
  await inScope((scope) => reportAll(scope, new Date()))
  await vacuumFully()
  const some = await readsOf(few())
  expect(some.said).toBe(FEW)
  expect(some.rows).toBeLessThan(5 * FEW)
  const all = await readsOf([{ commit: null, clusters }])
  expect(all.said).toBe(clusters.length)
  expect(all.rows).toBeLessThan(5 * clusters.length)
})

it('looks for what is in Git for the clusters that never reported, and for no others', async () => {
  await inScope(async ({ tx, tenant }) => {
    await tx.execute(sql`update branches set published_change = 1 where tenant = ${tenant}`)
    await tx.execute(sql`delete from cluster_reports where tenant = ${tenant}
      and cluster = any(${sql.param(clusters.slice(0, FEW / 2))}::int[])`)
  })
  await vacuumFully()
  const some = await readsOf(few())
  expect(some.rows).toBeLessThan(20 * FEW)
  expect(some.said).toBe(FEW)
})

it('asks Postgres nothing for an application that needs no other', async () => {
  const fleet = await inScope(readFleet)
  const placed = placementsOf(fleet, application)
  expect(countBits(placed)).toBeGreaterThan(0)
  const statementsOf = async (ask: (scope: TenantScope) => Promise<unknown>) => {
    const loans: string[][] = []
    await inScope(ask, overheard(database, loans))
    return loans.flat()
  }
  const none = await statementsOf(() => Promise.resolve())
  const asked = await statementsOf((scope) => readBlocked(scope, fleet, application, placed))
  expect(asked).toEqual(none)
})
