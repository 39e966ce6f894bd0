// Which edits have what waits looked at, and that the others ask nothing for it.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { testDatabase } from '#db/testing/database.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'

const loans: string[][] = []
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, overheard(testDatabase(), loans))
  for (const name of ['ieb', 'platform']) await save(api, 'POST', '/teams', team(name))
  await save(api, 'POST', '/clusters', cluster('p1'))
  await save(api, 'POST', '/target-policies', policy())
  const certManager = application('cert-manager', { namespace: 'platform' })
  await save(api, 'POST', '/applications', certManager)
})

/** What an edit sends about what waits. */
async function sentBy(method: string, path: string, body?: unknown): Promise<string[]> {
  loans.length = 0
  await save(api, method, path, body)
  return loans.flat().filter((statement) => statement.includes('dependents'))
}

/** The applications that are looked at, and in how many seconds. */
async function marked(): Promise<readonly (readonly [string, number])[]> {
  const { id: tenant } = api.tenant
  const rows = await inTenant(api.database, tenant, (tx) =>
    tx.execute<{ name: string; seconds: number }>(sql`
      select r.name, extract(epoch from d.due_at - clock_timestamp())::float as seconds
      from dependents d join revisions r on r.tenant = d.tenant and r.kind = 'application'
        and r.object = d.application_id and r.ended is null
      where d.tenant = ${tenant} order by r.name`),
  )
  return rows.map(({ name, seconds }) => [name, Math.ceil(seconds / 30) * 30])
}

const APP = '/applications/ieb/app1'
const needs = { depends_on: ['platform/cert-manager'] }

it('has those looked at that wait, once they do', async () => {
  expect(await sentBy('POST', '/applications', application('app1'))).toEqual([])
  // It is there already, so nothing waits.
  expect(await sentBy('PATCH', APP, needs)).toEqual([])
  expect(await sentBy('PATCH', APP, { description: 'Said' })).toEqual([])
  expect(
    await sentBy('PATCH', '/applications/platform/cert-manager', { repo_branch: 'v2' }),
  ).toEqual([])
  expect(await sentBy('PATCH', '/clusters/p1', { description: 'Said' })).toEqual([])
  expect(await sentBy('POST', '/clusters', cluster('west-1', 'west'))).toEqual([])
  expect(await marked()).toEqual([])
  expect(await sentBy('POST', '/applications', application('app2', needs))).toHaveLength(1)
  expect(await marked()).toEqual([['app2', 30]])
  expect(await sentBy('POST', '/clusters', cluster('p2'))).toHaveLength(1)
  expect(await marked()).toEqual([
    ['app1', 30],
    ['app2', 30],
  ])
})
