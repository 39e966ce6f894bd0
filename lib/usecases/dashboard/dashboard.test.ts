// What the first page says of now: figures that are the totals of the lists behind them, and where to look first.
import { beforeEach, describe, expect, it } from 'vitest'
import { exactly } from '#lib/domain/lists/total.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { application, cluster, documentOf } from '#lib/http/testing/bodies.ts'
import { everyPlacement, listPlacementsUseCase } from '../placements/list.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from '../reports/testing/reports.ts'
import { ownSession, type Session } from '../session.ts'
import { FIGURE_STATES, type Figure, type Figures, readFiguresUseCase, STUCK } from './figures.ts'
import { readTroublesUseCase } from './troubles.ts'
import { readVersionsUseCase } from './versions.ts'

/** After everything that the test has changed by now, which has the real time. */
const LATER = 90

let world: Reporting
let admin: Session
beforeEach(async () => {
  world = await createReporting(6)
  const body = [
    documentOf('cluster', { name: 'silent', metadata: {} }),
    documentOf('team', { name: 'other' }),
    documentOf('application', { ...application, namespace: 'other', name: 'app9' }),
  ]
  expect((await world.api.call('/apply?confirmChanges=100', { body })).status).toBe(200)
  await world.publish(commit('1'))
  admin = ownSession(world.api.tenant, actorOf({ role: 'admin' }))
})

/** One is healthy; of three the cluster says nothing, so they are missing: two of ieb and the one of the other team. */
async function send(at = LATER, root = [rootAt(commit('1'))]) {
  world.setClock(at)
  await world.send(
    reportAt(at, [
      ...root,
      itemOf('app1'),
      itemOf('app2', { health: 'Degraded' }),
      itemOf('app3', { sync: 'OutOfSync' }),
      itemOf('app4', { health: 'Progressing' }),
    ]),
  )
}

const figures = (namespace: string | null = null, who = admin, environment: string | null = null) =>
  readFiguresUseCase.invoke(world.services, who, { namespace, environment })
const troubles = (
  namespace: string | null = null,
  who = admin,
  environment: string | null = null,
) => readTroublesUseCase.invoke(world.services, who, { namespace, environment })

async function totalOf(states: readonly State[], stateForS: number | null = null) {
  const filter = { ...everyPlacement, states, stateForS }
  const page = { at: null, filter, after: null, limit: 1 }
  return (await listPlacementsUseCase.invoke(world.services, admin, page)).total
}

async function expectTotals(shown: Figures) {
  for (const figure of Object.keys(FIGURE_STATES) as Figure[]) {
    expect(shown[figure], figure).toEqual(exactly(await totalOf(FIGURE_STATES[figure])))
  }
  expect(shown.healthy).toBe(await totalOf(['healthy']))
}

describe('the figures', () => {
  it('are the totals of the lists that they lead to', async () => {
    await send()
    const shown = await figures()
    await expectTotals(shown)
    expect(shown).toMatchObject({
      placements: exactly(7),
      healthy: 1,
      unwell: exactly(4),
      drifted: exactly(1),
      underWay: exactly(1),
      unknown: exactly(0),
      silent: exactly(1),
      clusters: 2,
      labelKeys: ['region'],
    })
  })

  it('are these totals where nobody knows what clusters have pulled, too', async () => {
    await send(LATER, [])
    const shown = await figures()
    await expectTotals(shown)
    expect(shown).toMatchObject({ unwell: exactly(1), late: exactly(6), healthy: 0 })
  })

  it('count as stuck what is on its way for over a quarter of an hour, as its list does', async () => {
    await send()
    expect(await figures()).toMatchObject({ underWay: exactly(1), stuck: exactly(0) })
    for (const at of [5, 10, 16]) await send(LATER + at)
    expect(await figures()).toMatchObject({ underWay: exactly(1), stuck: exactly(1) })
    expect(await totalOf(STUCK.states, STUCK.stateForS)).toBe(1)
  })

  it('say of nothing that it is healthy once its cluster is silent', async () => {
    await send()
    world.setClock(LATER + 60)
    const unknown = { healthy: 0, unknown: exactly(7), silent: exactly(2), clusters: 2 }
    expect(await figures()).toMatchObject(unknown)
    const ofTeam = { healthy: 0, unknown: exactly(6), silent: exactly(6), clusters: null }
    expect(await figures('ieb')).toMatchObject(ofTeam)
  })

  it('are of one team, or of what somebody may see', async () => {
    await send()
    const ofOther = { placements: exactly(1), unwell: exactly(1), healthy: 0 }
    expect(await figures('other')).toMatchObject(ofOther)
    const stranger = ownSession(
      world.api.tenant,
      actorOf({ teams: new Map([['other', 'reader']]) }),
    )
    expect(await figures(null, stranger)).toMatchObject(ofOther)
    const none = { placements: exactly(0), unwell: exactly(0), healthy: 0, silent: exactly(0) }
    expect(await figures('ieb', stranger)).toMatchObject(none)
  })
})

describe('of one environment', () => {
  const OTHER = 'elsewhere'

  /** A second cluster, in another environment, that reports as badly. */
  async function sendTwice() {
    const body = documentOf('cluster', { ...cluster, name: 'second', environment: OTHER })
    expect((await world.api.call('/apply?confirmChanges=100', { body: [body] })).status).toBe(200)
    await world.publish(commit('2'))
    await send(LATER, [rootAt(commit('2'))])
  }

  it('the figures are the totals of the lists there', async () => {
    await sendTwice()
    const { environment } = cluster
    const here = await figures(null, admin, environment)
    expect(here).toMatchObject({
      placements: exactly(7),
      unwell: exactly(4),
      healthy: 1,
      clusters: 1,
    })
    const there = await figures(null, admin, OTHER)
    expect(there).toMatchObject({
      placements: exactly(7),
      unwell: exactly(0),
      unknown: exactly(7),
      healthy: 0,
      silent: exactly(1),
      clusters: 1,
    })
    expect(await figures('ieb', admin, OTHER)).toMatchObject({
      placements: exactly(6),
      silent: exactly(6),
    })
    expect(await figures(null, admin, 'nowhere')).toMatchObject({
      placements: exactly(0),
      clusters: 0,
      silent: exactly(0),
    })
  })

  it('one looks first at what is wrong there', async () => {
    await sendTwice()
    const here = await troubles(null, admin, cluster.environment)
    expect(here.worst?.clusters.map(({ name }) => name)).toEqual([CLUSTER])
    expect(here.worst?.applications[0]).toMatchObject({
      name: 'app2',
      counts: { degraded: 1, missing: 0 },
    })
    expect(here.silent).toEqual([])
    const there = await troubles(null, admin, OTHER)
    expect(there).toMatchObject({ worst: { clusters: [], applications: [] } })
    expect(there.silent?.map(({ name }) => name)).toEqual(['second'])
  })
})

describe('where to look first', () => {
  it('is where the most is wrong, and says how all of it is', async () => {
    await send()
    const { worst } = await troubles()
    expect(worst?.clusters).toMatchObject([
      {
        name: CLUSTER,
        counts: { degraded: 1, missing: 3, drifted: 1, progressing: 1, healthy: 1 },
      },
    ])
    expect(worst?.applications.map(({ namespace, name }) => [namespace, name])).toEqual([
      ['ieb', 'app2'],
      ['ieb', 'app3'],
      ['ieb', 'app5'],
      ['ieb', 'app6'],
      ['other', 'app9'],
    ])
  })

  it('is what is silent for the longest, and after that what never reported', async () => {
    await send()
    world.setClock(LATER + 60)
    expect((await troubles()).silent).toEqual([
      { name: CLUSTER, seenAt: minute(LATER) },
      { name: 'silent', seenAt: null },
    ])
    expect((await troubles('ieb')).silent).toBeNull()
  })

  it('is what is on its way for over a quarter of an hour', async () => {
    await send()
    expect((await troubles()).stuck.placements).toEqual([])
    for (const at of [5, 10, 16]) await send(LATER + at)
    const { stuck } = await troubles()
    expect(stuck.placements).toMatchObject([
      { application: 'app4', state: 'progressing', stateSince: minute(LATER) },
    ])
    expect(stuck.isOfAll).toBe(true)
  })

  it('tells nobody of what they may not see', async () => {
    await send()
    const stranger = ownSession(
      world.api.tenant,
      actorOf({ teams: new Map([['other', 'reader']]) }),
    )
    const seen = await troubles(null, stranger)
    expect(seen.worst?.clusters).toEqual([{ name: CLUSTER, counts: { missing: 1 } }])
    expect(seen.worst?.applications).toMatchObject([{ namespace: 'other', name: 'app9' }])
    expect(await troubles('ieb', stranger)).toMatchObject({
      worst: { clusters: [], applications: [] },
      stuck: { placements: [] },
    })
  })
})

const versions = (namespace: string | null = null, text: string | null = null, who = admin) =>
  readVersionsUseCase.invoke(world.services, who, { namespace, text })

const namesOf = async (...asked: Parameters<typeof versions>) =>
  (await versions(...asked)).items.map(({ namespace, name }) => `${namespace}/${name}`)

describe('the versions', () => {
  it('are what is wanted of each application, and what its cluster says that it runs', async () => {
    await send()
    const { items, total } = await versions('ieb')
    expect(total).toBe(6)
    expect(items[0]).toMatchObject({
      namespace: 'ieb',
      name: 'app1',
      wanted: application.repo_branch,
      isOfAll: true,
      newest: { revision: commit('a'), version: null, at: null },
      lagging: 0,
      environments: [
        {
          environment: cluster.environment,
          placements: 1,
          untold: 0,
          revisions: [{ revision: commit('a'), count: 1, silent: 0, isNewest: true }],
        },
      ],
    })
    expect(items[5]).toMatchObject({
      name: 'app6',
      newest: null,
      environments: [{ placements: 1, untold: 1, revisions: [] }],
    })
    world.setClock(LATER + 60)
    const [silent] = (await versions('ieb', 'app1')).items
    expect(silent?.environments[0]?.revisions).toMatchObject([{ count: 1, silent: 1 }])
  })

  it('have the names under which they were announced, and lag by versions', async () => {
    await send()
    for (const [digit, name] of [
      ['a', 'v1'],
      ['b', 'v2'],
    ] as const) {
      const body = { commit: commit(digit), name }
      expect((await world.api.call('/applications/ieb/app1/versions', { body })).status).toBe(201)
    }
    const [first, second] = (await versions('ieb')).items
    expect(first).toMatchObject({
      newest: { revision: commit('b'), version: { number: 2, name: 'v2' } },
      lagging: 1,
      environments: [{ revisions: [{ version: { number: 1, name: 'v1' }, lag: 1 }] }],
    })
    expect(second).toMatchObject({ newest: { version: null }, lagging: 0 })
  })

  it('are found by name, and only of what somebody may see', async () => {
    await send()
    expect(await namesOf(null, 'app3')).toEqual(['ieb/app3'])
    const stranger = ownSession(
      world.api.tenant,
      actorOf({ teams: new Map([['other', 'reader']]) }),
    )
    expect(await namesOf(null, null, stranger)).toEqual(['other/app9'])
    expect(await namesOf('ieb', null, stranger)).toEqual([])
  })
})
