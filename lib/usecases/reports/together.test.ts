// “Nothing new” of several clusters at the same time.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { lockClusterReport } from '#db/queries/cluster-reports.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster, documentOf } from '#lib/http/testing/bodies.ts'
import { ownSession } from '../session.ts'
import { KnownReports } from './known-reports.ts'
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

/** How many statements each transaction sends while all say “nothing new” at once. */
async function statementsOfAll(at: number, by = world.services): Promise<number[]> {
  const loans: string[][] = []
  const services = { ...by, database: overheard(world.api.database, loans) }
  world.setClock(at)
  await Promise.all(NAMES.map((name) => sayNothingNew(name, at, services)))
  expect(await seen()).toEqual(NAMES.map(() => minute(at)))
  for (const loan of loans.filter((statements) => statements.some(isUpdate))) {
    expect(loan[0]).toContain("'synchronous_commit', 'off'")
  }
  return loans.map(({ length }) => length)
}

const isUpdate = (statement: string) => statement.includes('update cluster_reports')

const READ = 3
const KEPT = 3

it('is kept by one statement for all that came while the one before was kept, which waits for no disk', async () => {
  expect(await statementsOfAll(2)).toEqual([READ, KEPT, READ, KEPT])
  expect(await statementsOfAll(3)).toEqual([KEPT, KEPT])
})

it('is read again where another process heard the cluster meanwhile', async () => {
  const other = { ...world.services, knownReports: new KnownReports() }
  expect(await statementsOfAll(4, other)).toEqual([READ, KEPT, READ, KEPT])
  expect(await statementsOfAll(5)).toEqual([KEPT, READ, KEPT, KEPT, READ, KEPT])
  expect(await statementsOfAll(6)).toEqual([KEPT, KEPT])
})

it('ends a silence that is kept, and tells how often to report from now on', async () => {
  await world.inScope(({ tx }) => tx.execute(sql`update tenants set report_interval_s = 120`))
  world.setClock(16)
  const { next_s: nextS } = await sayNothingNew('one', 16)
  expect(nextS).toBeGreaterThan(100)
  const silences = await world.inScope(({ tx }) =>
    tx.execute(sql`select s.from_at as from, s.to_at as to, s.interval_s as before, c.interval_s as now
      from observed_silences s join cluster_reports c using (tenant, cluster)
      where s.from_at > '-infinity'`),
  )
  expect([...silences]).toEqual([{ from: minute(6), to: minute(16), before: 60, now: 120 }])
})

it('waits for another word of its cluster, and lets no other cluster wait', async () => {
  world.setClock(17)
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const { database, tenant } = world.api
  const holding = inTenant(database, tenant.id, async (tx) => {
    await lockClusterReport({ tx, tenant: tenant.id }, 'two')
    held.resolve()
    await done.promise
  })
  await held.promise
  const [one, two, three] = ['one', 'two', 'three'].map((name) => sayNothingNew(name, 17))
  await Promise.all([one, three])
  expect(await seen()).toEqual([17, 6, 17, 6].map(minute))
  done.resolve()
  await Promise.all([holding, two])
  expect(await seen()).toEqual([17, 17, 17, 6].map(minute))
})

it('is refused for the cluster alone that says another digest, or of another’s', async () => {
  world.setClock(18)
  const [one, wrong, foreign] = await Promise.allSettled([
    sayNothingNew('one', 18),
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
  expect((await seen())[3]).toEqual(minute(6))
})

it('twice at once is heard one after the other', async () => {
  world.setClock(20)
  await Promise.all([
    sayNothingNew('four', 19),
    sayNothingNew('four', 20),
    sayNothingNew('four', 18),
  ])
  expect((await seen())[3]).toEqual(minute(20))
})

it('isn’t taken for the word of a cluster of the same name that is no more', async () => {
  world.setClock(22)
  await sayNothingNew('one', 21)
  const removed = await world.api.call('/clusters/one', {
    method: 'DELETE',
    headers: { 'if-match': '*' },
  })
  expect(removed.status, removed.text).toBeLessThan(300)
  const made = await world.api.call('/clusters', { body: { ...cluster, name: 'one' } })
  expect(made.status, made.text).toBe(201)
  await expect(sayNothingNew('one', 22)).rejects.toMatchObject({ code: 'report_unknown' })
  expect(await seen()).toContainEqual(minute(21))
})
