// Reports without row-level security, in a process that connects as the owner of the tables: only the queries keep the tenants
// apart. The other tenant has a cluster, applications and commits of the same names and numbers.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import type { TestApi } from '#lib/http/testing/api.ts'
import { createTwinTenants, type TwinTenants } from '#lib/http/testing/twin-tenants.ts'
import { inTenant, type Transaction } from '#db/client.ts'
import { forgetGoneClusters } from '#db/queries/cluster-reports.ts'
import { ownSession } from '../session.ts'
import { readReportUseCase } from './read.ts'
import { receiveReportUseCase } from './receive.ts'
import { commit, itemOf, reportAt, rootAt, syncOf } from './testing/reports.ts'
import { unchangedReportUseCase } from './unchanged.ts'

const CLUSTER = { cluster: cluster.name }
const now = new Date()
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

let twins: TwinTenants
beforeAll(async () => {
  twins = await createTwinTenants()
  const { ours, theirs } = twins
  const report = [rootAt(commit('2')), { ...itemOf('app1'), name: 'foreign' }]
  for (const [api, first] of [
    [theirs, '1'],
    [ours, '2'],
  ] as const)
    await publish(api, first)
  const items = [...report, itemOf('app1', { health: 'Degraded', history: [syncOf(1, now)] })]
  const told = { reportDigest: 'same', observedAt: now }
  await receiveReportUseCase.invoke(theirs.services, sessionOf(theirs), {
    ...CLUSTER,
    report: reportAt(0, items, told),
  })
})

const sessionOf = ({ tenant }: TestApi) => ownSession(tenant, actorOf(CLUSTER))

const publish = ({ database, tenant }: TestApi, digit: string) =>
  inTenant(database, tenant.id, (tx) =>
    tx.execute(sql`
      update publications set state = 'published', commit = ${commit(digit)}, published_at = now()`),
  )

it('touch no row of the other tenant, and tell nothing of it', async () => {
  const { ours, unwalled, owner, theirRows } = twins
  const before = await theirRows()
  const session = sessionOf(ours)
  const receive = (report: ReturnType<typeof reportAt>) =>
    receiveReportUseCase.invoke(unwalled, session, { ...CLUSTER, report })
  const read = () => readReportUseCase.invoke(unwalled, session, CLUSTER)

  expect(await read()).toMatchObject({ freshness: 'none', pulled: null, counts: { unknown: 2 } })
  await expect(
    unchangedReportUseCase.invoke(unwalled, session, {
      ...CLUSTER,
      body: { digest: 'same' },
      sentAt: null,
    }),
  ).rejects.toMatchObject({ code: 'report_unknown' })

  const history = [syncOf(1, now)]
  const foreign = { ...itemOf('app1'), name: 'foreign' }
  const items = [rootAt(commit('2')), itemOf('app1', { history }), foreign]
  // Theirs alone: it is nobody's here.
  const alien = itemOf('app2')
  const given = { observedAt: minutesAgo(6), reportDigest: 'same' }
  expect(await receive(reportAt(0, [...items, alien], given))).toMatchObject({
    changed: 1,
    filled: 1,
    foreign: 2,
  })
  const later = { ...given, observedAt: minutesAgo(4) }
  expect(await receive(reportAt(0, items, later))).toMatchObject({ changed: 0, foreign: 1 })
  await receive(reportAt(0, [], { ...given, observedAt: minutesAgo(2) }))
  expect(await read()).toMatchObject({
    pulled: { commit: commit('2'), behind: 0 },
    counts: { missing: 1 },
  })
  await unchangedReportUseCase.invoke(unwalled, session, {
    ...CLUSTER,
    body: { digest: 'same' },
    sentAt: null,
  })
  const path = `/clusters/${cluster.name}?confirmRemovals=1`
  await ours.call(path, { method: 'DELETE', headers: { 'If-Match': '*' } })
  const forget = (tx: Transaction) => forgetGoneClusters({ tx, tenant: ours.tenant.id })
  await inTenant(owner, ours.tenant.id, forget)
  expect(await theirRows()).toEqual(before)
})
