// “Nothing new” of several clusters at the same time.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { lockClusterReport } from '#db/queries/cluster-reports.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster, documentOf } from '#lib/http/testing/bodies.ts'
import { ownSession } from '../session.ts'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { minute, reportAt } from './testing/reports.ts'
import { unchangedReportUseCase } from './unchanged.ts'

const NAMES = ['one', 'two', 'three', 'four']

let world: Reporting
beforeAll(async () => {
  world = await createReporting()
  const body = NAMES.map((name) => documentOf('cluster', { ...cluster, name }))
  expect((await world.api.call('/apply?confirmChanges=10000', { body })).status).toBe(200)
  world.setClock(1)
  await sayAll()
})

const sessionOf = (name: string) => ownSession(world.api.tenant, actorOf({ cluster: name }))

async function sayAll() {
  for (const name of NAMES) {
    await world.send(reportAt(1, [], { reportDigest: 'd' }), sessionOf(name), name)
  }
}

const sayNothingNew = (name: string, at: number, services = world.services) =>
  unchangedReportUseCase.invoke(services, sessionOf(name), {
    cluster: name,
    body: { digest: 'd', at: minute(at).toISOString() },
    sentAt: null,
  })

const seen = async () =>
  (
    await world.inScope(({ tx }) =>
      tx.execute<{ at: Date }>(sql`select seen_at as at from cluster_reports order by cluster`),
    )
  ).map(({ at }) => at)

it('is kept in one transaction of all that came while the one before was kept, which waits for no disk', async () => {
  const loans: string[][] = []
  const services = { ...world.services, database: overheard(world.api.database, loans) }
  world.setClock(2)
  const answers = await Promise.all(NAMES.map((name) => sayNothingNew(name, 2, services)))
  expect(answers).toHaveLength(4)
  expect(await seen()).toEqual(NAMES.map(() => minute(2)))
  expect(loans.map(({ length }) => length)).toEqual([4, 4])
  for (const [begin] of loans) expect(begin).toContain("'synchronous_commit', 'off'")
})

it('waits for another word of its cluster, and lets no other cluster wait', async () => {
  world.setClock(3)
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const { database, tenant } = world.api
  const holding = inTenant(database, tenant.id, async (tx) => {
    await lockClusterReport({ tx, tenant: tenant.id }, 'two')
    held.resolve()
    await done.promise
  })
  await held.promise
  const [one, two, three] = ['one', 'two', 'three'].map((name) => sayNothingNew(name, 3))
  await Promise.all([one, three])
  expect(await seen()).toEqual([3, 2, 3, 2].map(minute))
  done.resolve()
  await Promise.all([holding, two])
  expect(await seen()).toEqual([3, 3, 3, 2].map(minute))
})

it('is refused for the cluster alone that says another digest, or of another’s', async () => {
  world.setClock(4)
  const [one, wrong, foreign] = await Promise.allSettled([
    sayNothingNew('one', 4),
    unchangedReportUseCase.invoke(world.services, sessionOf('two'), {
      cluster: 'two',
      body: { digest: 'other' },
      sentAt: null,
    }),
    unchangedReportUseCase.invoke(world.services, sessionOf('three'), {
      cluster: 'four',
      body: { digest: 'd' },
      sentAt: null,
    }),
  ])
  expect(one).toMatchObject({ status: 'fulfilled' })
  expect(wrong).toMatchObject({ reason: { code: 'report_unknown' } })
  expect(foreign).toMatchObject({ reason: { code: 'not_this_cluster' } })
  expect((await seen())[3]).toEqual(minute(2))
})

it('twice at once is heard one after the other', async () => {
  world.setClock(6)
  await Promise.all([sayNothingNew('four', 5), sayNothingNew('four', 6), sayNothingNew('four', 4)])
  expect((await seen())[3]).toEqual(minute(6))
})
