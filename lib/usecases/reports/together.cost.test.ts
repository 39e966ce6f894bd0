// What it costs to keep what clusters say again follows these clusters, not how many there are.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { lockFreeReports } from '#db/queries/cluster-reports.ts'
import { keepHeard } from '#db/queries/heard-again.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { createWideFleet, reportAll } from '../observed/testing/wide-fleet.ts'

const NOW = new Date()
const NAMES = ['c0', 'c7', 'c1400']

/** With one connection, which keeps its plans. */
let database: Database
let api: TestApi
beforeAll(async () => {
  database = openDatabase(inject('databaseUrl'), { max: 1 })
  api = await createTestApi({}, database)
})
afterAll(() => closeDatabase(database))

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>) =>
  inTenant(database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), {
    plansOnce: true,
  })

/** How many clusters are heard, and how many rows are read for it. */
const hear = () =>
  inScope(async (scope) => {
    let heard = 0
    const rows = await rowsReadBy(
      scope.tx,
      async () => {
        const reports = await lockFreeReports(scope, NAMES)
        heard = reports.size
        await keepHeard(
          scope,
          [...reports.values()].map((row) => ({ ...row, pulledWord: null })),
        )
      },
      ['cluster_reports', 'revisions'],
    )
    return { rows, heard }
  })

it('also by plans that were made before any cluster reported', async () => {
  await createWideFleet(api)
  await inScope(async (scope) => {
    await lockFreeReports(scope, NAMES)
    const nobody = {
      seenAt: NOW,
      receivedAt: NOW,
      clockOffsetMs: null,
      completeAt: NOW,
      completeSequence: null,
      reportDigest: null,
    }
    await keepHeard(scope, [
      { ...nobody, cluster: 0, itemsDigest: null, reconciler: null, pulledWord: null },
    ])
  })
  await inScope((scope) => reportAll(scope, NOW))
  await vacuumFully()
  const { rows, heard } = await hear()
  expect(heard).toBe(NAMES.length)
  expect(rows).toBeLessThan(10 * NAMES.length)
})
