// Alerts on a real database, with clusters that report: fired once, told once, and over only when that is known.
import { beforeEach, describe, expect, it } from 'vitest'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { sql } from 'drizzle-orm'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { anAlertRule } from '#lib/domain/testing/objects.ts'
import { cluster, subscription, team } from '#lib/http/testing/bodies.ts'
import { propose } from '#lib/http/testing/pull-requests.ts'
import { listAlertsUseCase } from '#lib/usecases/alerts/list.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from '#lib/usecases/reports/testing/reports.ts'
import { FleetHistory } from './fleet-history.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { keepJudged } from './keep-alerts.ts'
import { watchAlerts } from './watch-alerts.ts'

let world: Reporting
const fleets = new FleetHistory()
beforeEach(async () => {
  world = await createReporting(1)
  await world.publish(commit('1'))
})

const look = (minutes: number) =>
  watchAlerts({ services: world.services, fleets }, world.api.tenant, minute(minutes))

async function report(minutes: number, health: 'Healthy' | 'Degraded') {
  world.setClock(minutes)
  await world.send(reportAt(minutes, [rootAt(commit('1')), itemOf('app1', { health })]))
}

const rule = (given: object) =>
  world.api.call('/alert-rules', { body: { name: 'unwell', state: ['degraded'], ...given } })

const alerts = async (search = ''): Promise<Record<string, unknown>[]> =>
  (await world.api.call(`/alerts${search}`)).json.items

const open = (scope: TenantScope) =>
  scope.tx.execute(sql`select from alerts where tenant = ${scope.tenant} and resolved_at is null`)

describe('an alert', () => {
  it('fires once after it has been so for long enough, and is over when it is well again', async () => {
    expect((await rule({ for: '10m' })).status).toBe(201)
    await report(200, 'Degraded')
    await look(200)
    await look(205)
    expect(await alerts()).toEqual([])
    await report(210, 'Degraded')
    await look(210)
    await Promise.all([look(211), look(212)])
    const fired = { rule: 'unwell', state: 'firing', counts: { degraded: 1 }, severity: 'warning' }
    expect(await alerts()).toMatchObject([
      { ...fired, since: minute(200).toISOString(), fired_at: minute(210).toISOString() },
    ])
    await report(215, 'Healthy')
    await look(215)
    expect(await alerts('?state=firing')).toEqual([])
    const over = { ...fired, state: 'resolved', resolution: 'condition' }
    expect(await alerts('?state=resolved&rule=unwell')).toMatchObject([over])
    await report(220, 'Degraded')
    await look(220)
    await report(230, 'Degraded')
    await look(230)
    expect(await alerts()).toMatchObject([{ state: 'firing' }, over])
  })

  it('tells whoever the rule names, once when it fires and once when it is over', async () => {
    await world.api.call('/subscriptions', { body: subscription })
    const subscriptions = [subscription.name]
    expect((await rule({ for: '0m', subscriptions })).status).toBe(201)
    await report(200, 'Degraded')
    for (const minutes of [200, 201, 202]) await look(minutes)
    await report(203, 'Healthy')
    for (const minutes of [203, 204]) await look(minutes)
    const told = await world.inScope(({ tx, tenant }) =>
      tx.execute(sql`
        select type, subject, data from deliveries where tenant = ${tenant} order by created_at, type`),
    )
    const data = { rule: 'unwell', namespace: null, counts: { degraded: 1 } }
    expect(told).toMatchObject([
      { type: 'alert.fired', subject: 'Alert unwell (warning) fired: 1 degraded.', data },
      { type: 'alert.resolved', subject: 'Alert unwell (warning) is resolved.', data },
    ])
  })

  it('isn’t called over because its cluster became silent, or because nobody looked', async () => {
    await rule({ for: '0m' })
    await report(200, 'Degraded')
    await look(200)
    await look(600)
    expect(await alerts()).toMatchObject([{ state: 'firing' }])
    await report(601, 'Healthy')
    await look(601)
    expect(await alerts()).toMatchObject([{ state: 'resolved' }])
  })

  it('that ends before it fires leaves nothing', async () => {
    await rule({ for: '10m' })
    await report(200, 'Degraded')
    await look(200)
    expect(await world.inScope(open)).toHaveLength(1)
    await report(201, 'Healthy')
    await look(201)
    expect(await world.inScope(open)).toEqual([])
    expect(await alerts()).toEqual([])
  })

  it('is over with its rule, and its rule’s rest', async () => {
    await rule({ for: '0m' })
    await report(200, 'Degraded')
    await look(200)
    const headers = { 'If-Match': '*' }
    const edit = { method: 'PATCH', headers, body: { suspended: true } }
    await world.api.call('/alert-rules/unwell', edit)
    await look(201)
    expect(await alerts()).toMatchObject([{ resolution: 'rule_suspended' }])
    await world.api.call('/alert-rules/unwell', { ...edit, body: { suspended: false } })
    await look(202)
    await world.api.call('/alert-rules/unwell', { method: 'DELETE', headers })
    await look(203)
    expect(await alerts()).toMatchObject([{ resolution: 'rule_deleted' }, {}])
  })
})

/** The rules whose alerts somebody sees. */
const seenBy = async (given: Parameters<typeof actorOf>[0]) => {
  const session = ownSession(world.api.tenant, actorOf(given))
  const filter = { phase: null, rule: null, namespace: null }
  const asked = { filter, after: null, limit: 10 }
  const { items } = await listAlertsUseCase.invoke(world.services, session, asked)
  return items.map(({ ruleName }) => ruleName).toSorted()
}

it('alerts of a team’s rules are for the team, and those of the platform’s for whoever may read everything', async () => {
  await rule({ for: '0m' })
  await rule({ name: 'ours', namespace: team.name, for: '0m' })
  await report(200, 'Degraded')
  await look(200)
  expect(await seenBy({ role: 'reader' })).toEqual(['ours', 'unwell'])
  expect(await seenBy({ teams: new Map([[team.name, 'reader']]) })).toEqual(['ours'])
  expect(await seenBy({ teams: new Map([['other', 'contributor']]) })).toEqual([])
})

it('an alert isn’t fired by a rule that was edited while it was judged', async () => {
  await rule({ for: '0m' })
  const begun = anAlertRule({ name: 'unwell', for: '0m' })
  const finding = {
    holds: true,
    mayHold: true,
    counts: { degraded: 1 },
    of: { placements: 1, clusters: 1 },
    sample: [],
  }
  const step = { do: 'begin', fires: true } as const
  const judged = [{ id: 1, rule: begun, finding, open: null, step }]
  const keep = (before: number) =>
    world.inScope(async (scope) => {
      const { lastChange } = await readTenantState(scope, { lock: false })
      const change = lastChange - before
      return keepJudged(scope, { judged, looks: null, change, now: minute(200), url: '' })
    })
  expect(await keep(1)).toEqual([])
  expect(await keep(0)).toHaveLength(1)
  expect(await keep(0)).toEqual([])
})

describe('a silent cluster', () => {
  const SILENT = { name: 'silent', state: ['stale'], for: '0m' }

  it('is told of, unless it is silent by plan', async () => {
    await world.api.call('/alert-rules', { body: SILENT })
    await report(200, 'Healthy')
    for (const minutes of [200, 204, 208]) await look(minutes)
    expect(await alerts()).toEqual([])
    for (const minutes of [211, 214]) await look(minutes)
    expect(await alerts()).toMatchObject([{ state: 'firing', counts: { stale: 1 } }])
    const span = { from: minute(214).toISOString(), to: minute(300).toISOString() }
    await world.api.call('/silences', { body: { name: 'off', cluster_selector: '*', ...span } })
    await look(215)
    expect(await alerts()).toMatchObject([{ state: 'resolved' }])
  })

  it('isn’t told of before clusters had time to reach a Berth that was away', async () => {
    await world.api.call('/alert-rules', { body: SILENT })
    await report(200, 'Healthy')
    await look(200)
    await look(400)
    await look(404)
    expect(await alerts()).toEqual([])
    await look(405)
    expect(await alerts()).toMatchObject([{ state: 'firing' }])
  })
})

const BRANCH = 'main'
const lookLater = (minutes: number) =>
  watchAlerts(
    { services: world.services, fleets },
    world.api.tenant,
    new Date(Date.now() + minutes * 60_000),
  )
const saveRules = async () => {
  const names = ['publication_stuck', 'pull_request_closed']
  for (const name of names) {
    const body = { name: name.replaceAll('_', '-'), state: [name], for: '0m' }
    expect((await world.api.call('/alert-rules', { body })).status).toBe(201)
  }
}
const addCluster = () => world.api.call('/clusters', { body: { ...cluster, name: 'another' } })

describe('a branch that people merge', () => {
  it('isn’t stuck while an open pull request waits, nor what waits behind it', async () => {
    await saveRules()
    await addCluster()
    await propose(world.api, BRANCH)
    await world.api.call('/clusters', { body: { ...cluster, name: 'later' } })
    await lookLater(5.5)
    expect(await alerts()).toEqual([])
  })

  it('is stuck where nobody looks at it any more', async () => {
    await saveRules()
    await propose(world.api, BRANCH)
    await addCluster()
    await lookLater(20)
    expect(await alerts()).toMatchObject([{ rule: 'publication-stuck', sample: [BRANCH] }])
  })

  it('is told of once its pull request is closed, until that is open again', async () => {
    await saveRules()
    await addCluster()
    await propose(world.api, BRANCH)
    await propose(world.api, BRANCH, { state: 'closed', closedBy: 'ann' })
    await lookLater(20)
    await lookLater(21)
    expect(await alerts()).toMatchObject([
      {
        rule: 'pull-request-closed',
        state: 'firing',
        counts: { pull_request_closed: 1 },
        sample: ['main: pull request 17 was closed by ann'],
      },
    ])
    await propose(world.api, BRANCH)
    await lookLater(5.5)
    expect(await alerts()).toMatchObject([{ state: 'resolved' }])
  })
})
