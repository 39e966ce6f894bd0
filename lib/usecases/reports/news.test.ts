// Reports of several clusters at the same time that say little else than the last ones did.
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { overheard } from '#db/testing/statements-sent.ts'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster, documentOf } from '#lib/http/testing/bodies.ts'
import { ownSession } from '../session.ts'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { commit, itemOf, reportAt, rootAt } from './testing/reports.ts'

const CLUSTERS = ['one', 'two', 'three', 'four']
const APPLICATIONS = ['app1', 'app2', 'app3', 'app4']

let world: Reporting
let now = 1
beforeAll(async () => {
  world = await createReporting(APPLICATIONS.length)
  const body = CLUSTERS.map((name) => documentOf('cluster', { ...cluster, name }))
  expect((await world.api.call('/apply?confirmChanges=10000', { body })).status).toBe(200)
  await world.publish(commit('1'))
})
beforeEach(async () => {
  for (const name of CLUSTERS) await report(name, {})
  // By then all that was told is in the history, and nothing is left open.
  world.setClock((now += 2))
  for (const name of CLUSTERS) await report(name, {})
  world.setClock((now += 2))
})

/** Says of one application something else than that it is healthy. */
function report(name: string, first: Partial<ReportedItem>, services = world.services) {
  const items = APPLICATIONS.map((application, index) =>
    itemOf(application, index === 0 ? first : {}),
  )
  const session = ownSession(world.api.tenant, actorOf({ cluster: name }))
  const said = reportAt(now, [rootAt(commit('1')), ...items])
  return world.sendBy(services, said, session, name)
}

const degraded = async () =>
  (
    await world.inScope(({ tx }) =>
      tx.execute<{ name: string }>(sql`
        select r.name from observations o join revisions r on r.kind = 'cluster'
          and r.object = o.cluster_id where o.state = 'degraded' order by o.cluster_id`),
    )
  ).map(({ name }) => name)

const DEGRADED = { health: 'Degraded' } as const

it('are kept in one transaction of all that came while the one before was kept, which waits for the disk', async () => {
  const loans: string[][] = []
  const services = { ...world.services, database: overheard(world.api.database, loans) }
  const answers = await Promise.all(CLUSTERS.map((name) => report(name, DEGRADED, services)))
  expect(answers).toMatchObject(CLUSTERS.map(() => ({ received: 5, changed: 1, ignored: 0 })))
  expect(await degraded()).toEqual(CLUSTERS)
  expect(loans).toHaveLength(2)
  expect(loans[1]).toHaveLength(loans[0]!.length)
  for (const [begin] of loans) expect(begin).not.toContain('synchronous_commit')
})

it('hurt nobody else where one of them can’t be kept', async () => {
  // No text of Postgres holds it; what is read of a body has none.
  const unkept = { ...DEGRADED, message: '\0' }
  const said = [DEGRADED, DEGRADED, unkept, DEGRADED]
  const sent = CLUSTERS.map((name, index) => report(name, said[index]!))
  const outcomes = (await Promise.allSettled(sent)).map(({ status }) => status)
  expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await degraded()).toEqual(['one', 'two', 'four'])
})

it('of one cluster are kept one after the other', async () => {
  const [first, second] = [report('one', DEGRADED), report('one', DEGRADED)]
  expect((await first).changed).toBe(1)
  expect((await second).changed).toBe(0)
  expect(await degraded()).toEqual(['one'])
})
