// What it costs to keep what clusters say again follows these clusters, not how many there are.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { lockFreeReports, readKnownReports } from '#db/queries/cluster-reports.ts'
import { keepHeard, keepRepeated } from '#db/queries/heard-again.ts'
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

/** The same of what repeats the last word. */
const hearAgain = () =>
  inScope(async (scope) => {
    let heard = 0
    const rows = await rowsReadBy(
      scope.tx,
      async () => {
        const reports = await readKnownReports(scope, NAMES)
        const repeated = [...reports.values()].map((row) => ({ ...repeatedAt(NOW), ...row }))
        heard = (await keepRepeated(scope, repeated)).length
      },
      ['cluster_reports', 'revisions'],
    )
    return { rows, heard }
  })

const repeatedAt = (at: Date) => ({ ...nothingBut(at), silentFrom: null })

const nothingBut = (at: Date) => ({
  seenAt: at,
  receivedAt: at,
  clockOffsetMs: null,
  completeAt: at,
  completeSequence: null,
  reportDigest: null,
})

it('also by plans that were made before any cluster reported', async () => {
  await createWideFleet(api)
  await inScope(async (scope) => {
    await lockFreeReports(scope, NAMES)
    const nobody = { ...nothingBut(NOW), cluster: 0 }
    await keepHeard(scope, [{ ...nobody, itemsDigest: null, reconciler: null, pulledWord: null }])
    await readKnownReports(scope, NAMES)
    await keepRepeated(scope, [{ ...nobody, version: '0', intervalS: 60, silentFrom: null }])
  })
  await inScope((scope) => reportAll(scope, NOW))
  await vacuumFully()
  for (const heardBy of [hear, hearAgain]) {
    const { rows, heard } = await heardBy()
    expect(heard).toBe(NAMES.length)
    expect(rows).toBeLessThan(10 * NAMES.length)
  }
})
