// How fresh clusters were at a time in the past, and that nothing counts as known while they were silent.
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { forgetGoneClusters } from '#db/queries/cluster-reports.ts'
import { forgetOldObservations } from '#db/queries/observed-partitions.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { readFiguresUseCase } from '../dashboard/figures.ts'
import { readTroublesUseCase } from '../dashboard/troubles.ts'
import { listHistoryUseCase } from '../history/list.ts'
import { objectUseCases } from '../objects/use-cases.ts'
import { everyPlacement, listPlacementsUseCase } from '../placements/list.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'
import { ownSession } from '../session.ts'
import { observedSummaryUseCase } from './summary.ts'

/** After everything that the test has changed by now, which has the real time. */
const LATER = 90
const at = (minutes: number) => minute(LATER + minutes)

let world: Reporting
let admin: ReturnType<typeof ownSession>
beforeEach(async () => {
  world = await createReporting(1)
  await world.publish(commit('1'))
  admin = ownSession(world.api.tenant, actorOf({ role: 'admin' }))
})

async function send(minutes: number, given: Parameters<typeof itemOf>[1] = {}) {
  world.setClock(LATER + minutes)
  await world.send(reportAt(LATER + minutes, [rootAt(commit('1')), itemOf('app1', given)]))
}

async function summary(time: Date, days = 0) {
  const page = { by: { by: 'cluster' }, namespace: null, after: null, limit: 10 } as const
  const services = { ...world.services, clock: () => at(24 * 60 * days + 500) }
  const { items } = await observedSummaryUseCase.invoke(services, admin, { ...page, at: time })
  return items
}

/** How fresh the cluster was, and which state was shown of the placement there, as all lists say it. */
async function told(minutes: number) {
  const [group] = await summary(at(minutes))
  const { counts, freshness } = group!
  const [fresh] = Object.entries(freshness!).flatMap(([name, n]) => (n === 1 ? [name] : []))
  expect(await listed(at(minutes))).toEqual([fresh, fresh])
  return [fresh, ...Object.keys(counts)]
}

/** How fresh the lists of placements and of clusters say that it was, as long as that is kept. */
async function listed(time: Date, days = 0, freshness: readonly Freshness[] | null = null) {
  const services = { ...world.services, clock: () => at(24 * 60 * days + 500) }
  const page = { at: time, after: null, limit: 10 }
  const filter = { ...everyPlacement, freshness }
  const placements = await listPlacementsUseCase.invoke(services, admin, { ...page, filter })
  const ofObjects = { selector: null, text: null, sort: BY_NAME, freshness }
  const { list } = objectUseCases.cluster
  const clusters = await list.invoke(services, admin, { ...page, filter: ofObjects })
  return [
    ...placements.items.map((each) => each.freshness),
    ...clusters.items.map(({ json }) => json.status.freshness),
  ]
}

const FRESH: Freshness = 'fresh'

describe('a time in the past', () => {
  it('is as fresh as the last word was then, whatever was said since', async () => {
    await send(0)
    await send(1)
    await send(5)
    await send(60)
    await send(61, { health: 'Degraded' })
    const expected: [number, string, string][] = [
      [-1, 'none', 'unknown'],
      [0, FRESH, 'healthy'],
      [3, FRESH, 'healthy'],
      [4.9, 'late', 'healthy'],
      [5, FRESH, 'healthy'],
      [15, 'late', 'healthy'],
      [15.1, 'stale', 'unknown'],
      [59, 'stale', 'unknown'],
      [60, FRESH, 'healthy'],
      [61, FRESH, 'degraded'],
      [70, 'late', 'degraded'],
      [90, 'stale', 'unknown'],
    ]
    for (const [minutes, ...known] of expected) {
      expect([minutes, ...(await told(minutes))]).toEqual([minutes, ...known])
    }
    const filter = { ...everyPlacement, states: ['unknown' as const] }
    const page = { filter, after: null, limit: 10 }
    const list = (time: Date) =>
      listPlacementsUseCase.invoke(world.services, admin, { ...page, at: time })
    world.setClock(LATER + 100)
    expect((await list(at(59))).items).toMatchObject([{ stateSince: at(15) }])
    expect((await list(at(60))).items).toEqual([])
  })

  it('knows nothing of a deployment that goes on where nobody was heard of', async () => {
    await send(0, { health: 'Progressing' })
    await send(60, { health: 'Progressing' })
    world.setClock(LATER + 61)
    const page = { filter: {}, after: null, limit: 10 }
    const outcome = async (time: Date) =>
      (await listHistoryUseCase.invoke(world.services, admin, { ...page, at: time })).items[0]
        ?.outcome
    expect(await outcome(at(1))).toBe('in_progress')
    expect(await outcome(at(30))).toBe('unknown')
    expect(await outcome(at(60))).toBe('in_progress')
  })

  it('stays known of a cluster that is no more', async () => {
    await send(0)
    const path = `/clusters/${CLUSTER}?confirmChanges=10000`
    const headers = { 'If-Match': '*' }
    const gone = await world.api.call(path, { method: 'DELETE', headers })
    expect(gone.status, gone.text).toBe(204)
    await world.inScope(forgetGoneClusters)
    const owner = await connect(inject('ownerUrl'))
    await owner.client`update changes set at = ${at(30)} where tenant = ${world.api.tenant.id} and id = 2`
    await owner.close()
    expect(await told(-1)).toEqual(['none', 'unknown'])
    expect(await told(1)).toEqual([FRESH, 'healthy'])
    expect(await told(29)).toEqual(['stale', 'unknown'])
    expect(await summary(at(31))).toEqual([])
  })

  it('of which nothing is kept any more has no freshness', async () => {
    await send(0)
    expect((await summary(at(1), 89))[0]?.freshness).not.toBeNull()
    expect((await summary(at(1), 91))[0]?.freshness).toBeNull()
    expect(await listed(at(1), 89)).toEqual([FRESH, FRESH])
    expect(await listed(at(1), 91)).toEqual([null, null])
    expect(await listed(at(1), 91, [FRESH])).toEqual([])
  })

  it('finds what was so fresh then', async () => {
    await send(0)
    await send(60)
    expect(await listed(at(1), 0, [FRESH])).toEqual([FRESH, FRESH])
    expect(await listed(at(30), 0, [FRESH])).toEqual([])
    expect(await listed(at(30), 0, ['stale'])).toEqual(['stale', 'stale'])
  })
})

it('silences are kept for as long as what was observed, and since when a cluster reports for ever', async () => {
  await send(0)
  await send(60)
  const count = async () =>
    (await world.inScope(({ tx }) => tx.execute(sql`select from observed_silences`))).length
  expect(await count()).toBe(2)
  await world.inScope((scope) => forgetOldObservations(scope, 90))
  expect(await count()).toBe(2)
  await world.inScope((scope) => forgetOldObservations(scope, -1))
  expect(await count()).toBe(1)
})

it('a cluster that is silent by plan stays unknown, and is told to be so wherever it is shown', async () => {
  // The API asks the real clock.
  await send(-LATER - 60)
  const weekly = [{ days: [...WEEKDAYS], from: '00:00', to: '00:00' }]
  const body = { name: 'off', cluster_selector: { name: CLUSTER }, weekly }
  expect((await world.api.call('/silences', { body })).status).toBe(201)
  world.setClock(0)
  const planned_silence = { name: 'off', until: expect.any(String) }
  const told = { freshness: 'stale', planned_silence }
  const unknown = { state: 'unknown', ...told }
  expect((await world.api.call(`/clusters/${CLUSTER}`)).json.status).toMatchObject(unknown)
  expect((await world.api.call('/clusters')).json.items[0].status).toMatchObject(unknown)
  expect((await world.api.call(`/clusters/${CLUSTER}/report`)).json).toMatchObject(told)
  expect((await world.api.call('/placements')).json.items[0]).toMatchObject(unknown)
  const others = `/clusters?silence=unplanned&labelSelector=name%3D${CLUSTER}`
  expect((await world.api.call(others)).json).toMatchObject({ items: [], total: 0 })
  const exported = (await world.api.call('/clusters?format=csv')).text.split('\r\n')[0]
  expect(exported).toContain('planned_silence_until')
  const figures = () =>
    readFiguresUseCase.invoke(world.services, admin, { namespace: null, environment: null })
  expect(await figures()).toMatchObject({ silent: { total: 0 }, planned: 1 })
  const troubles = () =>
    readTroublesUseCase.invoke(world.services, admin, { namespace: null, environment: null })
  expect((await troubles()).silent).toEqual([])

  const headers = { 'If-Match': '*' }
  await world.api.call('/silences/off', { method: 'DELETE', headers })
  expect((await world.api.call(`/clusters/${CLUSTER}`)).json.status.planned_silence).toBeNull()
  expect(await figures()).toMatchObject({ silent: { total: 1 }, planned: 0 })
  expect(await troubles()).toMatchObject({ silent: [{ name: CLUSTER }] })
})
