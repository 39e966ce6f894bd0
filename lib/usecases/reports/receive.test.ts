import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { overheard } from '#db/testing/statements-sent.ts'
import { inTenant } from '#db/client.ts'
import { forgetGoneClusters } from '#db/queries/cluster-reports.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { application } from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { ownSession } from '../session.ts'
import { readReportUseCase } from './read.ts'
import { receiveReportUseCase } from './receive.ts'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt, syncOf } from './testing/reports.ts'

const ANY = { 'If-Match': '*' }
/** The first and the last instants that a report can name. */
const FIRST = new Date('0001-01-01T00:00:00Z')
const LAST = new Date('9999-12-31T23:59:59.999Z')
const NOTHING_NEW = { changed: 0, filled: 0, ignored: 0 }

let world: Reporting
beforeEach(async () => {
  world = await createReporting()
  await world.publish(commit('1'))
})

const healthy = [rootAt(commit('1')), itemOf('app1'), itemOf('app2')]

const patch = async (path: string, body: unknown) => {
  const answer = await world.api.call(path, { method: 'PATCH', body, headers: ANY })
  expect(answer.status, answer.text).toBe(200)
}

describe('a report', () => {
  it('moves the states that people see, of what it names and of what it leaves out', async () => {
    expect(await world.states()).toEqual({ app1: 'unknown', app2: 'unknown' })
    world.setClock(1)
    await world.send(reportAt(1, [itemOf('app1')]))
    // Nobody knows yet what the cluster has pulled.
    expect(await world.states()).toEqual({ app1: 'waiting', app2: 'waiting' })
    world.setClock(2)
    const first = await world.send(reportAt(2, [rootAt(commit('1')), itemOf('app1')]))
    expect(first).toMatchObject({ received: 2, changed: 1, foreign: 0, ignored: 0 })
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'missing' })
    world.setClock(3)
    await world.send(
      reportAt(3, [rootAt(commit('1')), itemOf('app1', { health: 'Degraded' }), itemOf('app2')]),
    )
    expect(await world.states()).toEqual({ app1: 'degraded', app2: 'healthy' })
    world.setClock(20)
    expect(await world.states()).toEqual({ app1: 'unknown', app2: 'unknown' })
  })

  it('shows what waits, leaves and stays behind, as the cluster pulls it', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    await patch('/applications/ieb/app1', { repo_branch: 'next' })
    await patch('/applications/ieb/app2', { metadata: { common: 'false' } })
    expect(await world.states()).toEqual({ app1: 'waiting', app2: 'leaving' })
    await world.publish(commit('2'))
    world.setClock(2)
    await world.send(reportAt(2, [rootAt(commit('2')), itemOf('app1'), itemOf('app2')]))
    expect(await world.states()).toEqual({ app1: 'behind', app2: 'leaving' })
    world.setClock(18)
    const moved = itemOf('app1', { targetRevision: 'next' })
    await world.send(reportAt(18, [rootAt(commit('2')), moved, itemOf('app2')]))
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'orphaned' })
    world.setClock(19)
    await world.send(reportAt(19, [rootAt(commit('2')), moved]))
    expect(await world.states()).toEqual({ app1: 'healthy' })
  })

  it('waits for no label: what waits is what the manifest says', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    await patch('/applications/ieb/app1', { metadata: { common: 'true', owner: 'ada' } })
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
  })

  it('of old, or told again, changes nothing and fills the history of syncs alone', async () => {
    world.setClock(5)
    const history = [syncOf(2, minute(4))]
    const newer = reportAt(5, [rootAt(commit('1')), itemOf('app1', { history }), itemOf('app2')])
    expect(await world.send(newer)).toMatchObject({ changed: 2, filled: 1 })
    const known = { rows: await world.observations(), turns: await world.turns() }
    const row = await world.report()

    world.setClock(6)
    const before = [syncOf(1, minute(1))]
    const older = reportAt(3, [itemOf('app1', { health: 'Degraded', history: before })])
    expect(await world.send(older)).toMatchObject({ changed: 0, filled: 1, ignored: 1 })
    expect(await world.send(newer)).toMatchObject({ ...NOTHING_NEW, ignored: 2 })
    expect({ rows: await world.observations(), turns: await world.turns() }).toEqual(known)
    expect(await world.report()).toEqual(row)
    expect(await world.syncs()).toMatchObject([{ at: minute(1) }, { at: minute(4) }])
  })

  it('from between two that say the same is old, in part, too', async () => {
    world.setClock(9)
    await world.send(reportAt(1, healthy))
    await world.send(reportAt(9, healthy))
    const degraded = itemOf('app1', { health: 'Degraded' })
    const part = reportAt(5, [degraded], { isComplete: false })
    expect(await world.send(part)).toMatchObject({ changed: 0, ignored: 1 })
    const whole = reportAt(5, [rootAt(commit('1')), degraded, itemOf('app2')])
    expect(await world.send(whole)).toMatchObject({ changed: 0, ignored: 2 })
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
  })

  it('keeps nothing of syncs from before what is kept, or from the future', async () => {
    world.setClock(1)
    const day = 24 * 60
    const history = [
      syncOf(1, FIRST),
      syncOf(2, minute(-91 * day)),
      syncOf(3, minute(-80 * day)),
      syncOf(4, minute(3 * day)),
      syncOf(5, LAST),
    ]
    expect(await world.send(reportAt(1, [itemOf('app1', { history })]))).toMatchObject({
      filled: 1,
    })
    expect(await world.syncs()).toMatchObject([{ at: minute(-80 * day) }])
  })

  it('of a time that is long gone or far ahead is taken in', async () => {
    world.setClock(1)
    for (const observedAt of [FIRST, LAST]) {
      for (const sentAt of [null, FIRST, LAST]) {
        await world.send(reportAt(0, healthy, { observedAt, sentAt }))
      }
    }
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
  })

  it('counts what isn’t ours apart: by its name, its maker, its place', async () => {
    world.setClock(1)
    const foreign = [
      itemOf('app1', { isTracked: false }),
      itemOf('app2', { namespace: 'elsewhere' }),
      itemOf('never-was'),
      { ...itemOf(''), name: 'grafana' },
    ]
    const told = reportAt(1, [rootAt(commit('1')), ...foreign])
    expect(await world.send(told)).toMatchObject({ received: 5, foreign: 4, changed: 2 })
    expect(await read()).toMatchObject({ foreign: 4 })
    expect(await world.states()).toEqual({ app1: 'missing', app2: 'missing' })
    world.setClock(2)
    expect(await world.send(reportAt(2, [...healthy, foreign[3]!]))).toMatchObject({ foreign: 1 })
  })

  it('knows applications that there are no more, until they are gone', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    const gone = await world.api.call('/applications/ieb/app1', { method: 'DELETE', headers: ANY })
    expect(gone.status).toBe(204)
    await world.publish(commit('2'))
    world.setClock(2)
    await world.send(
      reportAt(2, [rootAt(commit('2')), itemOf('app1', { deleting: true }), itemOf('app2')]),
    )
    expect(await world.states()).toEqual({ app1: 'leaving', app2: 'healthy' })
    world.setClock(4)
    await world.send(reportAt(4, [rootAt(commit('2')), itemOf('app2')]))
    expect(await world.states()).toEqual({ app2: 'healthy' })
  })

  it('in parts says nothing of the rest, and the next whole one is looked at', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    world.setClock(2)
    const part = reportAt(2, [itemOf('app1', { health: 'Degraded' })], { isComplete: false })
    expect(await world.send(part)).toMatchObject({ changed: 1 })
    expect(await world.states()).toEqual({ app1: 'degraded', app2: 'healthy' })
    world.setClock(3)
    expect(await world.send(reportAt(3, healthy))).toMatchObject({ changed: 1 })
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
  })

  it('of a commit that we don’t know yet is understood when we do', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    await patch('/applications/ieb/app1', { repo_branch: 'next' })
    world.setClock(2)
    const pulled = [rootAt(commit('2')), itemOf('app1'), itemOf('app2')]
    await world.send(reportAt(2, pulled))
    expect(await world.states()).toEqual({ app1: 'waiting', app2: 'healthy' })
    await world.publish(commit('2'))
    world.setClock(3)
    expect(await world.send(reportAt(3, pulled))).toMatchObject({ changed: 1 })
    expect(await world.states()).toEqual({ app1: 'behind', app2: 'healthy' })
  })
})

describe('a report that says the same again', () => {
  it('writes the cluster’s row and nothing else', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    const rows = await world.observations()
    const loans: string[][] = []
    const services = { ...world.services, database: overheard(world.api.database, loans) }
    world.setClock(2)
    const again = [rootAt(commit('1')), itemOf('app1', { reconciledAt: minute(2) }), itemOf('app2')]
    const input = { cluster: CLUSTER, report: reportAt(2, again) }
    const answer = await receiveReportUseCase.invoke(services, world.session, input)
    expect(answer).toMatchObject({ received: 3, ...NOTHING_NEW })
    const [statements = []] = loans
    expect(statements.map((text) => /^(begin|select|update|commit)/.exec(text)?.[0])).toEqual([
      'begin',
      'select',
      'update',
      'commit',
    ])
    expect(statements[2]).toContain('cluster_reports')
    expect(await world.observations()).toEqual(rows)
    expect(await world.report()).toMatchObject({ seen_at: minute(2), complete_at: minute(2) })
  })

  it('is asked to come again in about the interval, and not with all others', async () => {
    const asked = new Set<number>()
    for (let count = 1; count <= 30; count++) {
      asked.add((await world.send(reportAt(count, healthy))).next_s)
    }
    expect(asked.size).toBeGreaterThan(1)
    for (const seconds of asked) {
      expect(seconds).toBeGreaterThanOrEqual(54)
      expect(seconds).toBeLessThanOrEqual(66)
    }
  })
})

describe('“nothing new”', () => {
  const told = { reportDigest: 'd1' }

  it('keeps a cluster fresh for a digest that is known, by two statements', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy, told))
    world.setClock(12)
    expect(await world.states()).toEqual({ app1: 'unknown', app2: 'unknown' })
    await world.sendUnchanged('d1', minute(12))
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
    expect(await world.report()).toMatchObject({ seen_at: minute(12) })
  })

  it('from before changes nothing', async () => {
    world.setClock(5)
    await world.send(reportAt(5, healthy, told))
    const row = await world.report()
    await world.sendUnchanged('d1', minute(3))
    expect(await world.report()).toEqual(row)
  })

  const unknown = { kind: 'conflict', code: 'report_unknown' }
  it('is refused for any other digest, and where the whole has to be looked at', async () => {
    await expect(world.sendUnchanged('d1')).rejects.toMatchObject(unknown)
    world.setClock(1)
    await world.send(reportAt(1, healthy, told))
    await expect(world.sendUnchanged('d2')).rejects.toMatchObject(unknown)
    world.setClock(2)
    await world.send(reportAt(2, [itemOf('app1')], { isComplete: false }))
    await expect(world.sendUnchanged('d1')).rejects.toMatchObject(unknown)
    world.setClock(3)
    await world.send(reportAt(3, healthy, { reportDigest: null }))
    await expect(world.sendUnchanged('d1')).rejects.toMatchObject(unknown)
  })
})

describe('whoever reports', () => {
  it('speaks for its own cluster alone', async () => {
    const other = ownSession(world.api.tenant, actorOf({ cluster: 'other' }))
    const refusal = { kind: 'forbidden', code: 'not_this_cluster' }
    await expect(world.send(reportAt(1, healthy), other)).rejects.toMatchObject(refusal)
    await expect(world.sendUnchanged('d', null, 'other')).rejects.toMatchObject(refusal)
    await expect(
      readReportUseCase.invoke(world.services, other, { cluster: CLUSTER }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    expect(await world.report()).toBeUndefined()
  })

  it('is an admin or the cluster, and no other role; of a cluster that isn’t there nothing is kept', async () => {
    const as = (role: 'admin' | 'reader') => ownSession(world.api.tenant, actorOf({ role }))
    await expect(world.send(reportAt(1, healthy), as('reader'))).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(world.send(reportAt(1, []), as('admin'), 'absent')).rejects.toMatchObject({
      kind: 'not_found',
    })
    expect(await world.report()).toBeUndefined()
    expect(await world.send(reportAt(1, healthy), as('admin'))).toMatchObject({ received: 3 })
  })

  it('waits for no edit of the tenant, and holds none up', async () => {
    const held = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const { database, tenant } = world.api
    const editing = inTenant(database, tenant.id, async (tx) => {
      await readTenantState({ tx, tenant: tenant.id }, { lock: true })
      held.resolve()
      await done.promise
    })
    await held.promise
    world.setClock(1)
    expect(await world.send(reportAt(1, healthy))).toMatchObject({ changed: 2 })
    done.resolve()
    await editing
  })

  it('twice at once is heard one after the other', async () => {
    world.setClock(9)
    const degraded = [rootAt(commit('1')), itemOf('app1', { health: 'Degraded' }), itemOf('app2')]
    const reports = [1, 2, 3, 4, 5, 6].map((at) => reportAt(at, at === 6 ? degraded : healthy))
    await Promise.all(reports.map((report) => world.send(report)))
    expect(await world.states()).toEqual({ app1: 'degraded', app2: 'healthy' })
  })
})

const read = (as = world.session) =>
  readReportUseCase.invoke(world.services, as, { cluster: CLUSTER })

describe('what is known of a cluster', () => {
  it('is nothing before it reported, and its pulled commit, states and freshness then', async () => {
    expect(await read()).toMatchObject({
      observed_at: null,
      freshness: 'none',
      interval_s: 60,
      confinement: 'unproven',
      pulled: null,
      counts: { unknown: 2 },
      foreign: 0,
    })
    world.setClock(2)
    const reconciler = {
      kind: 'argocd',
      version: 'v3.6.0',
      confinement: {
        enabled: true,
        enforced: true,
        controllerRole: 'narrow',
        projectsWithout: [],
      },
    } as const
    await world.send(reportAt(1, [rootAt(commit('1')), itemOf('app1')], { reconciler }))
    await patch(`/applications/ieb/${application.name}`, { repo_branch: 'next' })
    await world.publish(commit('2'))
    expect(await read()).toMatchObject({
      observed_at: minute(1).toISOString(),
      received_at: minute(2).toISOString(),
      freshness: 'fresh',
      reconciler: { kind: 'argocd', version: 'v3.6.0' },
      confinement: 'proven',
      pulled: { branch: 'main', commit: commit('1'), change: 1, behind: 1 },
      counts: { waiting: 1, missing: 1 },
    })
  })

  it('is told by its own branch of the commit that it pulled', async () => {
    await patch(`/applications/ieb/${application.name}`, { repo_branch: 'next' })
    const { tenant } = world.api
    await inTenant(world.api.database, tenant.id, async (tx) => {
      await tx.execute(sql`
        insert into cluster_branches (tenant, cluster, branch, began) values (${tenant.id}, 999, 'other', 1)`)
      await tx.execute(sql`
        insert into publications (tenant, branch, change, state, commit, published_at)
        select ${tenant.id}, 'other', max(id), 'published', ${commit('1')}, now() from changes
        where tenant = ${tenant.id}`)
    })
    await world.send(reportAt(1, healthy))
    expect(await read()).toMatchObject({ pulled: { branch: 'main', change: 1 } })
  })

  it('is counted for the teams that one may see', async () => {
    world.setClock(1)
    await world.send(reportAt(1, healthy))
    const member = (name: string) =>
      ownSession(world.api.tenant, actorOf({ teams: new Map([[name, 'reader']]) }))
    expect((await read(member('ieb'))).counts).toEqual({ healthy: 2 })
    expect((await read(member('other'))).counts).toEqual({})
    expect((await read()).counts).toEqual({ healthy: 2 })
  })

  it('is forgotten when there is no such cluster any more, but for its history', async () => {
    world.setClock(1)
    const foreign = { ...itemOf(''), name: 'grafana' }
    const told = [...healthy, foreign, itemOf('app1', { history: [syncOf(1, minute(0))] })]
    await world.send(reportAt(1, told))
    const forget = () => world.inScope(forgetGoneClusters)
    await forget()
    expect(await world.observations()).toHaveLength(2)
    const path = `/clusters/${CLUSTER}?confirmRemovals=2`
    const gone = await world.api.call(path, { method: 'DELETE', headers: ANY })
    expect(gone.status, gone.text).toBe(204)
    const { observed_turns, observed_syncs } = await countRows(world.api)
    await forget()
    await forget()
    expect(await countRows(world.api)).toMatchObject({
      cluster_reports: 0,
      observations: 0,
      foreign_applications: 0,
      observed_turns,
      observed_syncs,
      observed_pulls: 1,
    })
    expect([observed_turns, observed_syncs]).toEqual([2, 1])
  })
})
