// What was known at a time is told later as it was told then, whatever clusters told of that time since.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { listHistoryUseCase } from '../history/list.ts'
import type { Moment } from '../moment.ts'
import { everyPlacement, listPlacementsUseCase } from '../placements/list.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt, syncOf } from '../reports/testing/reports.ts'
import { ownSession } from '../session.ts'
import { observedSummaryUseCase } from './summary.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 3)

/** After everything that the test has changed by now, which has the real time. */
const LATER = 90
/** Which times before are asked about after each word. */
const BEFORE = [1, 6, 14, 40]

type Said = {
  /** How many minutes after the one before it was received, and how many it was under way. */
  readonly after: number
  readonly late: number
  readonly health: 'Healthy' | 'Degraded' | 'Progressing'
  readonly pulled: '1' | '2'
  readonly syncs: readonly number[]
}
const words = fc.array(
  fc.record<Said>({
    after: fc.constantFrom(1, 2, 5, 12, 30),
    late: fc.constantFrom(0, 0, 1, 4, 11, 60),
    health: fc.constantFrom('Healthy', 'Degraded', 'Progressing'),
    pulled: fc.constantFrom('1', '2'),
    syncs: fc.subarray([1, 3, 8, 20]),
  }),
  { minLength: 2, maxLength: 6 },
)

/** The last tells of a sync before what the second was asked about. */
const LATE: Said[] = [
  { after: 1, late: 0, health: 'Healthy', pulled: '2', syncs: [] },
  { after: 12, late: 0, health: 'Healthy', pulled: '2', syncs: [] },
  { after: 1, late: 0, health: 'Healthy', pulled: '2', syncs: [8] },
]

/** The last was said while the first was fresh, and came when it wasn't any more. */
const UNDER_WAY: Said[] = [
  { after: 1, late: 0, health: 'Healthy', pulled: '1', syncs: [] },
  { after: 5, late: 60, health: 'Healthy', pulled: '1', syncs: [] },
  { after: 1, late: 4, health: 'Healthy', pulled: '1', syncs: [] },
]

async function begin(): Promise<Reporting> {
  const world = await createReporting(1)
  await world.publish(commit('1'))
  const path = '/applications/ieb/app1'
  const next = { method: 'PATCH', headers: { 'If-Match': '*' }, body: { repo_path: 'elsewhere' } }
  expect((await world.api.call(path, next)).status).toBe(200)
  await world.publish(commit('2'))
  return world
}

/** All that lists say that clusters told. */
async function told(world: Reporting, at: Moment) {
  const { services } = world
  const admin = ownSession(world.api.tenant, actorOf({ role: 'admin' }))
  const page = { at, after: null, limit: 10 }
  const filter = everyPlacement
  const placements = await listPlacementsUseCase.invoke(services, admin, { ...page, filter })
  const history = await listHistoryUseCase.invoke(services, admin, { ...page, filter: {} })
  const by = { by: 'cluster' } as const
  const summary = { ...page, by, namespace: null }
  return {
    placements: placements.items.map(({ state, stateSince, freshness, pulled, observed }) => {
      return { state, stateSince, freshness, pulled, revision: observed?.revision }
    }),
    history: history.items.map(({ change, pulledAt, syncedAt, healthyAt, outcome }) => {
      return { change, pulledAt, syncedAt, healthyAt, outcome }
    }),
    groups: (await observedSummaryUseCase.invoke(services, admin, { ...summary, after: null }))
      .items,
  }
}

it('what was known at a time stays what was known then, whatever is told later', async () => {
  let toldLater = 0
  await fc.assert(
    fc.asyncProperty(words, async (said) => {
      const world = await begin()
      const known: { moment: { at: Date; knownAt: Date }; told: unknown }[] = []
      let now = LATER
      for (const { after, late, health, pulled, syncs } of said) {
        now += after
        world.setClock(now)
        const observed = now - late
        const history = syncs.toReversed().map((ago, id) => syncOf(id, minute(observed - ago)))
        const items = [rootAt(commit(pulled)), itemOf('app1', { health, history })]
        await world.send(reportAt(observed, items, { sentAt: minute(now) }))
        world.setClock(now + 0.5)
        for (const ago of BEFORE) {
          const at = minute(now - ago)
          const moment = { at, knownAt: minute(now + 0.5) }
          known.push({ moment, told: await told(world, at) })
        }
      }
      for (const { moment, told: then } of known) {
        const later = await told(world, moment)
        expect({ moment, ...later }).toEqual({ moment, ...(then as object) })
        if (toldLater > 0) continue
        const since = await told(world, moment.at)
        if (JSON.stringify(since) !== JSON.stringify(then)) toldLater += 1
      }
    }),
    { numRuns, examples: [[LATE], [UNDER_WAY]] },
  )
  expect(toldLater).toBeGreaterThan(0)
})
