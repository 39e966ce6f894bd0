// What releases cost depends on what changed, and not on how many there ever were.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { inTenant } from '../client.ts'
import { connect } from '../connection.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { rowsReadBy } from '../testing/rows-read.ts'
import { vacuumFully } from '../testing/vacuum.ts'
import { loadModelEdits } from './model.ts'
import { beginReleases, endReleases, readLastReleaseId } from './releases.ts'
import type { TenantScope } from './scope.ts'

const PAST = 30_000
/** An index may lead to a few rows of its pages besides. */
const HANDFUL = 10

const database = testDatabase()
let tenant: number
beforeAll(async () => {
  tenant = (await createTestTenant(database)).tenant
  const other = (await createTestTenant(database)).tenant
  const owner = await connect(inject('ownerUrl'))
  // Each release ends with the change after the one that began it; another tenant's all begin and end with a few.
  await owner.client`
    insert into releases (tenant, id, application_id, environment, repo_url, repo_branch, repo_path,
      began, ended)
    select ${tenant}::int, id, id % 100, 'prod', 'u', 'b', 'p', id, nullif(id + 1, ${PAST + 1}::int)
      from generate_series(1, ${PAST}::int) id
    union all
    select ${other}::int, id, id % 100, 'prod', 'u', 'b', 'p', ${PAST}::int - id % 3, ${PAST + 1}::int
      from generate_series(1, ${PAST}::int) id`
  await owner.close()
  await vacuumFully()
})

const readsOf = (read: (scope: TenantScope) => Promise<unknown>) =>
  inTenant(database, tenant, (tx) => rowsReadBy(tx, () => read({ tx, tenant }), ['releases']))

describe('releases of a tenant with a long past', () => {
  it('are followed by reading those that changes began and ended', async () => {
    for (const [from, to] of [
      [PAST - 1, PAST],
      [PAST - 3, PAST],
      [7, 9],
    ] as const) {
      expect(await readsOf((scope) => loadModelEdits(scope, from, to))).toBeLessThan(HANDFUL)
    }
  })

  it('are ended and begun by reading as many, however many clusters they are for', async () => {
    const clusters = bitsOf(Array.from({ length: 10_000 }, (_, id) => id))
    const reads = await readsOf(async (scope) => {
      const id = (await readLastReleaseId(scope)) + 1
      await endReleases(scope, PAST + 2, [PAST])
      const source = { repoUrl: 'u', repoBranch: 'b', repoPath: 'p', packaging: null }
      const release = {
        application: 1,
        environment: 'prod',
        version: 1,
        targets: null,
        current: false,
        rollout: 1,
      }
      await beginReleases(scope, PAST + 2, [{ id, after: { ...release, source, clusters } }])
    })
    expect(reads).toBeLessThan(HANDFUL)
    const [row] = await inTenant(database, tenant, (tx) =>
      tx.execute<{ bytes: number }>(sql`
        select octet_length(clusters) as bytes from releases
        where tenant = ${tenant} and ended is null`),
    )
    expect(row).toEqual({ bytes: 1250 })
  })
})
