import { expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { createTestTenant, testDatabase } from '#db/testing/database.ts'
import { markCandidates, readDueCandidates, settleCandidate } from './auto-candidates.ts'
import type { TenantScope } from './scope.ts'

/** An instant that is rounded up to the next millisecond is seen in every few of them. */
const TIMES = 100

it('finds what is looked at by itself due as soon as it is marked', async () => {
  const database = testDatabase()
  const { tenant } = await createTestTenant(database)
  const inScope = <T>(run: (scope: TenantScope) => Promise<T>) =>
    inTenant(database, tenant, (tx) => run({ tx, tenant }))
  const candidate = { applicationId: 1, environment: 'prod' }
  for (let time = 0; time < TIMES; time++) {
    await inScope((scope) => markCandidates(scope, [candidate]))
    expect(await inScope((scope) => readDueCandidates(scope, 1, []))).toEqual([candidate])
    await inScope((scope) => settleCandidate(scope, candidate, null))
  }
})
