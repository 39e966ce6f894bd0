// What is counted of an hour is what the lists say as of that hour, whatever was edited and reported, and however it is
// grouped; and what happened in it is what the history and the rows say.
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import {
  addedBy,
  addedCounts,
  type CountedBy,
  type GroupedCounts,
  type Sum,
} from '#lib/domain/observed/counted.ts'
import { bucketOf } from '#lib/domain/observed/durations.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { listHistoryUseCase } from '#lib/usecases/history/list.ts'
import { observedSummaryUseCase } from '#lib/usecases/observed/summary.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { countHours } from './count-hours.ts'
import {
  createCountedFleet,
  HOUR_MS,
  type CountedFleet,
  type Step,
} from './testing/counted-fleet.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 3)

const health = fc.constantFrom('Healthy', 'Healthy', 'Degraded', 'Progressing')
const item = fc.record({
  health,
  phase: fc.constantFrom('Succeeded', 'Succeeded', 'Failed'),
  sync: fc.constantFrom('Synced', 'Synced', 'OutOfSync'),
  isThere: fc.constantFrom(true, true, true, false),
  syncedAgoS: fc.option(fc.integer({ min: 0, max: 7200 })),
  tookS: fc.option(fc.integer({ min: 0, max: 300 })),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('report'),
      cluster: fc.nat(2),
      published: fc.nat(3),
      items: fc.array(item, { minLength: 4, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit'), edit: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish') }) },
)
/** How many minutes after the step before. */
const scenario = fc.array(fc.tuple(fc.constantFrom(0.5, 2, 5, 12, 40, 61, 200, 700), step), {
  minLength: 20,
  maxLength: 45,
})

const BY: readonly (readonly [CountedBy | 'team', Grouping])[] = [
  ['application', { by: 'application' }],
  ['cluster', { by: 'cluster' }],
  ['team', { by: 'team' }],
  ['label:environment', { by: 'label', key: 'environment' }],
  ['label:region', { by: 'label', key: 'region' }],
]

it('counts of an hour are what is said as of it, and of what happened then', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.nat(), async (steps, seed) => {
      const fleet = await createCountedFleet()
      try {
        await fleet.play(steps)
        await countHours(fleet.world, fleet.now())
        await expectGauges(fleet, seed)
        await expectSums(fleet)
      } finally {
        await fleet.close()
      }
    }),
    // What is long is told apart sooner by eye.
    { numRuns, endOnFailure: true },
  )
}, 600_000)

async function expectGauges(fleet: CountedFleet, seed: number): Promise<void> {
  const { tenant, services } = fleet
  const sessions = {
    everybody: ownSession(tenant, actorOf({ role: 'admin' })),
    blue: ownSession(tenant, actorOf({ teams: new Map([['blue', 'reader']]) })),
  }
  // Each of two days, and before that the midnights.
  const newest = fleet.hours().at(-1)!.getTime()
  const hours = fleet
    .hours()
    .filter((at) => newest - at.getTime() <= 47 * HOUR_MS || at.getUTCHours() === 0)
  const instants = Array.from(
    { length: 6 },
    (_, index) => hours[(seed + index * 7) % hours.length]!,
  )
  for (const at of instants) {
    for (const [by, grouping] of BY) {
      for (const [who, session] of Object.entries(sessions)) {
        const teams = who === 'blue' ? ['blue'] : null
        const page = { at, by: grouping, namespace: null, after: null, limit: 1000 }
        const { items } = await observedSummaryUseCase.invoke(services, session, page)
        const read = async (metric: 'states' | 'freshness') => {
          const found = await fleet.countsAt({ metric, by, teams }, at)
          expect(found?.at).toEqual(at)
          return plain(found!.groups)
        }
        const said = (of: (item: (typeof items)[number]) => Readonly<Record<string, number>>) =>
          plain(new Map(items.map((each) => [each.key, of(each)])))
        const told = { at, by, who }
        expect({ ...told, counts: await read('states') }).toEqual({
          ...told,
          counts: said(({ counts }) => counts),
        })
        // Of clusters, a team's readers are told of all; of a team those count on which it is placed.
        if (who === 'everybody' || by === 'team' || by === 'application') {
          expect({ ...told, counts: await read('freshness') }).toEqual({
            ...told,
            counts: said(({ freshness }) => freshness!),
          })
        }
      }
    }
    const all = async (by: CountedBy) => {
      const found = await fleet.countsAt({ metric: 'states', by, teams: null }, at)
      return total(found!.groups)
    }
    expect(await all('')).toEqual(await all('cluster'))
  }
}

/** Without what isn't there, sorted. */
function plain(groups: GroupedCounts): [string | null, Record<string, number>][] {
  return [...groups]
    .map(([key, named]): [string | null, Record<string, number>] => [
      key,
      Object.fromEntries(
        Object.entries(named)
          .filter(([, count]) => count > 0)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ])
    .filter(([, named]) => Object.keys(named).length > 0)
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

const total = (groups: GroupedCounts) => plain(addedBy(groups, () => ''))

type Event = { metric: Sum; at: Date; application: string; cluster: string; name: string }

async function expectSums(fleet: CountedFleet): Promise<void> {
  const events = [...(await deploymentEvents(fleet)), ...(await fleet.syncEvents())]
  const hours = fleet.hours()
  const to = hours.at(-1)!
  const labels = await fleet.labelsAt()
  const keysOf = (event: Event, end: Date): Record<string, string | null> => ({
    '': '',
    application: event.application,
    cluster: event.cluster,
    team: event.application.split('/')[0]!,
    'label:environment': labels(event.cluster, 'environment', end),
    'label:region': labels(event.cluster, 'region', end),
  })
  const metrics: Sum[] = [
    'deployments',
    'save_to_commit',
    'commit_to_pulled',
    'pulled_to_healthy',
    'sync_duration',
    'sync_outcomes',
  ]
  const begins = hours.map((end) => new Date(end.getTime() - HOUR_MS))
  for (const metric of metrics) {
    for (const by of ['', ...BY.map(([each]) => each)] as const) {
      for (const teams of [null, ['blue']]) {
        const counted = await fleet.sumsOver({ metric, by, teams, begins, to })
        expect(counted.map(({ to: end }) => end)).toEqual(hours)
        const expected = hours.map((end) => {
          const within = events.filter(
            (event) =>
              event.metric === metric &&
              event.at.getTime() >= end.getTime() - HOUR_MS &&
              event.at < end &&
              // Of an hour before there was the team, its readers see nothing.
              (teams === null || (event.application.startsWith('blue/') && end >= fleet.start)),
          )
          return plain(
            addedCounts(
              within.map((event) => [[[event.name], [[keysOf(event, end)[by]!, [1]]]]] as const),
            ),
          )
        })
        expect({ metric, by, teams, counts: counted.map(({ groups }) => plain(groups)) }).toEqual({
          metric,
          by,
          teams,
          counts: expected,
        })
      }
    }
  }
  const changes = await fleet.sumsOver({
    metric: 'changes',
    by: '',
    teams: null,
    begins,
    to,
  })
  const times = await fleet.changeTimes()
  expect(changes.map(({ groups }) => groups.get('')?.['changes'] ?? 0)).toEqual(
    hours.map(
      (end) => times.filter((at) => at < end && at.getTime() >= end.getTime() - HOUR_MS).length,
    ),
  )
}

/** By the history that people read, and the rows of publications. */
async function deploymentEvents({ tenant, services, inScope }: CountedFleet): Promise<Event[]> {
  const admin = ownSession(tenant, actorOf({ role: 'admin' }))
  const page = { at: null, filter: {}, after: null, limit: 10_000 }
  const { items } = await listHistoryUseCase.invoke(services, admin, page)
  const rows = await inScope(({ tx }) =>
    tx.execute<{ change: string; at: Date | null }>(
      sql`select change::text, published_at as at from publications`,
    ),
  )
  const published = new Map([...rows].map(({ change, at }) => [Number(change), at]))
  return items.flatMap((item) => {
    const application = `${item.namespace}/${item.application}`
    const event = { at: item.from, application, cluster: item.cluster }
    const publishedAt = published.get(item.change) ?? null
    const took = (metric: Sum, begun: Date | null, done: Date | null): Event[] =>
      begun === null || done === null
        ? []
        : [{ ...event, metric, name: bucketOf((done.getTime() - begun.getTime()) / 1000) }]
    return [
      { ...event, metric: 'deployments' as const, name: item.outcome },
      ...took('save_to_commit', item.from, publishedAt),
      ...took('commit_to_pulled', publishedAt, item.pulledAt),
      ...took('pulled_to_healthy', item.pulledAt, item.healthyAt),
    ]
  })
}
