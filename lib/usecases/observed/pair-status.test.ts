// What is said of a placement, from what is wanted to what its cluster reported, now and at any time before.
import { beforeEach, describe, expect, it } from 'vitest'
import type { State } from '#lib/domain/observed/states.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { application, cluster } from '#lib/http/testing/bodies.ts'
import { explainPlacementUseCase } from '../placements/explain.ts'
import { everyPlacement, listPlacementsUseCase } from '../placements/list.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'
import { ownSession } from '../session.ts'

/** After everything that the test has changed by now, which has the real time. */
const LATER = 90

let world: Reporting
let admin: ReturnType<typeof ownSession>
beforeEach(async () => {
  world = await createReporting()
  await world.publish(commit('1'))
  admin = ownSession(world.api.tenant, actorOf({ role: 'admin' }))
})

const names = (rows: readonly { readonly application: string }[]) =>
  rows.map(({ application: name }) => name)

async function list(
  at: Date | null = null,
  states: readonly State[] | null = null,
  placed: boolean | null = null,
) {
  const filter = { ...everyPlacement, states, placed }
  const page = { at, filter, after: null, limit: 10 }
  return (await listPlacementsUseCase.invoke(world.services, admin, page)).items
}

/** As they were so many minutes later. */
const states = async (at: number) => (await list(minute(LATER + at))).map(({ state }) => state)

function explain(name: string, at: Date | null = null) {
  const pair = { namespace: 'ieb', application: name, cluster: CLUSTER }
  return explainPlacementUseCase.invoke(world.services, admin, { ...pair, at })
}

const patch = async (path: string, body: unknown) => {
  const headers = { 'If-Match': '*' }
  const answer = await world.api.call(path, { method: 'PATCH', body, headers })
  expect(answer.status, answer.text).toBe(200)
  return Number(answer.headers.get('berth-change'))
}

async function send(at: number, ...items: Parameters<typeof reportAt>[1]) {
  world.setClock(LATER + at)
  await world.send(reportAt(LATER + at, items))
}

describe('a placement', () => {
  it('says what is wanted, published, pulled and observed, each with its age', async () => {
    const [waiting] = await list()
    expect(waiting).toMatchObject({
      state: 'unknown',
      stateSince: null,
      freshness: 'none',
      wanted: {
        revision: application.repo_branch,
        change: 1,
        actor: 'test admin',
        reason: null,
      },
      published: { commit: commit('1'), change: 1 },
      pulled: null,
      observed: null,
    })
    const app1 = itemOf('app1', { health: 'Degraded', message: 'It crashes.', images: ['nginx'] })
    await send(1, rootAt(commit('1')), app1, itemOf('app2'))
    world.setClock(LATER + 5)
    const [degraded, healthy] = await list()
    expect(degraded).toMatchObject({
      state: 'degraded',
      stateSince: minute(LATER + 1),
      freshness: 'late',
      pulled: { commit: commit('1'), change: 1, at: minute(LATER + 1) },
      observed: {
        revision: commit('a'),
        sync: 'Synced',
        health: 'Degraded',
        phase: 'Succeeded',
        message: 'It crashes.',
        at: minute(LATER + 1),
        images: ['nginx'],
      },
    })
    expect(healthy).toMatchObject({ state: 'healthy' })
    expect(await explain('app1')).toMatchObject({
      placed: true,
      state: 'degraded',
      observed: degraded!.observed,
      pulled: degraded!.pulled,
      published: degraded!.published,
    })
  })

  it('waits since the change that it waits for, and is unknown since its cluster fell silent', async () => {
    await send(1, rootAt(commit('1')), itemOf('app1'), itemOf('app2'))
    const change = await patch('/applications/ieb/app1', { repo_branch: 'next' })
    const { at } = (await world.api.call(`/changes/${change}`)).json
    expect((await list())[0]).toMatchObject({
      state: 'waiting',
      stateSince: new Date(at),
      wanted: { revision: 'next', change, at: new Date(at), actor: 'test admin', reason: null },
      published: null,
      pulled: { change: 1 },
    })
    await world.publish(commit('2'))
    expect((await list())[0]).toMatchObject({
      state: 'waiting',
      published: { commit: commit('2'), change },
    })
    world.setClock(LATER + 30)
    expect((await list())[1]).toMatchObject({
      state: 'unknown',
      stateSince: minute(LATER + 11),
      freshness: 'stale',
      observed: { health: 'Healthy', at: minute(LATER + 1) },
    })
  })

  it('that ended is leaving until it is gone', async () => {
    await send(1, rootAt(commit('1')), itemOf('app1'), itemOf('app2'))
    await patch('/applications/ieb/app2', { metadata: { common: 'false' } })
    expect(await explain('app2')).toMatchObject({
      placed: false,
      state: 'leaving',
      wanted: null,
      published: null,
      observed: { health: 'Healthy' },
    })
    expect(names(await list())).toEqual(['app1'])
    expect(await list(null, ['leaving'])).toMatchObject([
      { application: 'app2', change: null, since: null, policies: [], wanted: null },
    ])
    expect(names(await list(null, ['leaving', 'healthy']))).toEqual(['app1', 'app2'])
    expect(await list(null, ['leaving'], true)).toEqual([])
    expect(names(await list(null, null, false))).toEqual(['app2'])
    await world.publish(commit('2'))
    await send(2, rootAt(commit('2')), itemOf('app1'))
    expect(await explain('app2')).toMatchObject({ placed: false, state: null, observed: null })
    expect(await list(null, null, false)).toEqual([])
  })

  it('that ended and is still there is orphaned, and failed where its removal fails', async () => {
    await send(1, rootAt(commit('1')), itemOf('app1'), itemOf('app2'))
    await patch('/applications/ieb/app1', { metadata: { common: 'false' } })
    await patch('/applications/ieb/app2', { metadata: { common: 'false' } })
    await world.publish(commit('2'))
    const stuck = { conditions: [{ type: 'DeletionError', message: 'no' }] }
    await send(2, rootAt(commit('2')), itemOf('app1'), itemOf('app2', stuck))
    expect(names(await list(null, ['leaving']))).toEqual(['app1'])
    expect(names(await list(null, ['failed']))).toEqual(['app2'])
    await send(18, rootAt(commit('2')), itemOf('app1'), itemOf('app2', stuck))
    expect(await list(null, ['orphaned'])).toMatchObject([
      { application: 'app1', stateSince: minute(LATER + 17) },
    ])
    expect(names(await list(null, ['failed', 'orphaned']))).toEqual(['app1', 'app2'])
    world.setClock(LATER + 60)
    expect(names(await list(null, ['unknown']))).toEqual(['app1', 'app2'])
    // Of the past only what was placed is listed.
    expect(await list(minute(LATER + 19), ['orphaned'])).toEqual([])
  })

  it('was what its cluster said then, whenever that is asked', async () => {
    await send(1, rootAt(commit('1')), itemOf('app1'), itemOf('app2'))
    await send(5, rootAt(commit('1')), itemOf('app1', { health: 'Degraded' }), itemOf('app2'))
    await send(9, rootAt(commit('1')), itemOf('app1', { revision: commit('b') }))
    world.setClock(LATER + 40)
    expect(await states(0)).toEqual(['unknown', 'unknown'])
    expect(await states(1)).toEqual(['healthy', 'healthy'])
    expect(await states(4)).toEqual(['healthy', 'healthy'])
    expect(await states(5)).toEqual(['degraded', 'healthy'])
    expect(await states(9)).toEqual(['healthy', 'missing'])
    // The future isn't known: it is as now, when nothing was heard for long.
    expect(await states(500)).toEqual(['unknown', 'unknown'])
    expect(await list(minute(LATER + 6), ['degraded'])).toMatchObject([
      {
        application: 'app1',
        stateSince: minute(LATER + 5),
        freshness: 'fresh',
        pulled: { commit: commit('1'), change: 1, at: minute(LATER + 1) },
        observed: { revision: commit('a'), sync: null, at: minute(LATER + 5), images: [] },
      },
    ])
    const app1 = await explain('app1', minute(LATER + 9))
    expect(app1).toMatchObject({ state: 'healthy', observed: { revision: commit('b') } })
    const at = (from: number, to: number | null) => ({
      from: minute(LATER + from),
      to: to && minute(LATER + to),
      toldAt: minute(LATER + from),
    })
    const degraded = { state: 'degraded', revision: commit('a') }
    const healthy = { state: 'healthy', revision: commit('a'), ...at(1, 5) }
    expect(app1.intervals).toEqual({
      items: [
        { state: 'healthy', revision: commit('b'), ...at(9, null) },
        { ...degraded, ...at(5, 9) },
        healthy,
      ],
      more: false,
    })
    expect((await explain('app1', minute(LATER + 6))).intervals).toEqual({
      items: [{ ...degraded, ...at(5, null) }, healthy],
      more: false,
    })
    expect((await explain('app2')).intervals.items).toMatchObject([
      { state: 'missing', to: null },
      { state: 'healthy', to: minute(LATER + 9) },
    ])
    const { json } = await world.api.call(`/placements/ieb/app1/${CLUSTER}`)
    expect(json.intervals.items.at(-1)).toEqual({
      state: 'healthy',
      revision: commit('a'),
      from: healthy.from.toISOString(),
      to: minute(LATER + 5).toISOString(),
      told_at: healthy.toldAt.toISOString(),
    })
  })

  it('waited for what its cluster hadn’t pulled then', async () => {
    await send(1, rootAt(commit('1')), itemOf('app1'), itemOf('app2'))
    await patch('/applications/ieb/app1', { repo_branch: 'next' })
    await world.publish(commit('2'))
    await send(5, rootAt(commit('2')), itemOf('app1', { targetRevision: 'next' }), itemOf('app2'))
    expect(await states(4)).toEqual(['waiting', 'healthy'])
    expect(await states(5)).toEqual(['healthy', 'healthy'])
  })
})

describe('GET /placements', () => {
  it.each([
    ['state=degraded,failed', ['app1']],
    ['state=healthy', ['app2']],
    ['state=unknown', []],
    ['freshness=fresh', ['app1', 'app2']],
    ['freshness=none,stale', []],
    ['freshness=fresh&at=2026-01-01', []],
    ['environment=nowhere', []],
    [`environment=${cluster.environment}`, ['app1', 'app2']],
    ['appSelector=name%3Dapp2', ['app2']],
    ['clusterSelector=!no-such&labelSelector=no-such', []],
    ['clusterSelector=!no-such&appSelector=*', ['app1', 'app2']],
  ])('finds by %s', async (query, names) => {
    // The API has the real time.
    const now = (Date.now() - minute(0).getTime()) / 60_000
    world.setClock(now)
    const items = [itemOf('app1', { health: 'Degraded' }), itemOf('app2')]
    await world.send(reportAt(now, [rootAt(commit('1')), ...items]))
    const { json } = await world.api.call(`/placements?${query}`)
    expect(json.items.map((item: { application: string }) => item.application)).toEqual(names)
    expect(json).toMatchObject({ total: names.length, totalIsExact: true })
    const rows = (await world.api.call(`/placements?${query}&format=csv`)).text.split('\r\n')
    expect(rows.slice(1, -1).map((row) => row.split(',')[1])).toEqual(names)
  })

  it.each([
    'state=',
    'state=green',
    'state=failed,',
    'freshness=old',
    'freshness=fresh,fresh,x',
    'placed=',
    'at=2026-01-02&known_at=2026-01-01',
  ])('refuses %s', async (query) => {
    expect(await world.api.call(`/placements?${query}`)).toMatchObject({ status: 400 })
  })

  it('exports what was said as text, never as a formula', async () => {
    world.setClock(60)
    const app1 = itemOf('app1', { message: '=cmd()', images: ['+nginx'] })
    await world.send(reportAt(60, [rootAt(commit('1')), app1]))
    const { text } = await world.api.call('/placements?format=csv&application=app1')
    expect(text).toContain(",'=cmd(),")
    expect(text).toContain(",'+nginx\r\n")
  })
})
