// Clusters that were silent by plan are in no chart, list or export of silent clusters, as of any time: by the silences and
// the labels that there were then, whatever was edited since.
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { everyPlacement, listPlacementsUseCase } from '#lib/usecases/placements/list.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { countHours } from './count-hours.ts'
import { type CountedFleet, createCountedFleet, HOUR_MS } from './testing/counted-fleet.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 2)

const CLUSTERS = ['c0', 'c1', 'c2']
const STALE_AFTER_MS = 10 * 60_000
const NAMES = ['s0', 's1']

/** A silence for a region, or everywhere (null), in each day's hours, of which the first isn't later than the last. */
type Planned = { readonly region: string | null; readonly hours: readonly [number, number] }

const region = fc.constantFrom('r0', 'r1')
const step = fc.oneof(
  fc.record({ kind: fc.constant('report' as const), cluster: fc.constantFrom(...CLUSTERS) }),
  fc.record({
    kind: fc.constant('plan' as const),
    name: fc.constantFrom(...NAMES),
    planned: fc.option(
      fc.record({
        region: fc.option(region),
        hours: fc.tuple(fc.nat(11), fc.integer({ min: 12, max: 23 })),
      }),
    ),
  }),
  fc.record({ kind: fc.constant('move' as const), cluster: fc.constantFrom(...CLUSTERS), region }),
)
const scenario = fc.array(fc.tuple(fc.constantFrom(2, 12, 40, 61, 200, 700), step), {
  minLength: 15,
  maxLength: 30,
})
type Steps = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** How it was from an instant on. */
type Known = {
  readonly at: Date
  readonly planned: ReadonlyMap<string, Planned>
  readonly regions: ReadonlyMap<string, string>
  readonly heard: ReadonlyMap<string, Date>
}

it('clusters that were silent by plan are not among the silent ones, as of any time', async () => {
  await fc.assert(
    fc.asyncProperty(
      scenario,
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      async (steps, picks) => {
        const fleet = await createCountedFleet()
        try {
          const known = await play(fleet, steps)
          await countHours(fleet.world, fleet.now())
          const hours = fleet
            .hours()
            .filter((hour) => hour > fleet.start)
            .slice(-47)
          for (const pick of picks) {
            const hour = hours[pick % hours.length]!
            await expectTold(fleet, known, hour)
            await expectCounted(fleet, known, hour)
            await expectTold(fleet, known, new Date(hour.getTime() - (pick % HOUR_MS)))
          }
        } finally {
          await fleet.close()
        }
      },
    ),
    { numRuns, endOnFailure: true },
  )
}, 600_000)

async function play(fleet: CountedFleet, steps: Steps): Promise<Known[]> {
  let now: Known = {
    at: new Date(0),
    planned: new Map(),
    regions: new Map([
      ['c0', 'r0'],
      ['c1', 'r0'],
    ]),
    heard: new Map(),
  }
  const known = [now]
  for (const [index, [minutes, step]] of steps.entries()) {
    const at = new Date(fleet.now().getTime() + minutes * 60_000)
    fleet.setClock(at)
    switch (step.kind) {
      case 'report':
        await fleet.report(step.cluster, 0, [])
        now = { ...now, at, heard: new Map(now.heard).set(step.cluster, at) }
        break
      case 'move':
        await fleet.edit('PATCH', `/clusters/${step.cluster}`, {
          description: `${index}`,
          metadata: { region: step.region },
        })
        now = { ...now, at, regions: new Map(now.regions).set(step.cluster, step.region) }
        break
      case 'plan': {
        const planned = new Map(now.planned)
        if (step.planned !== null) {
          await fleet.edit('POST', '/apply', [silenceOf(step.name, step.planned, index)])
          planned.set(step.name, step.planned)
        } else if (planned.delete(step.name)) {
          await fleet.edit('DELETE', `/silences/${step.name}`)
        }
        now = { ...now, at, planned }
      }
    }
    known.push(now)
  }
  fleet.setClock(new Date(Math.floor(fleet.now().getTime() / HOUR_MS + 2) * HOUR_MS + 600_000))
  return known
}

function silenceOf(name: string, { region, hours: [from, to] }: Planned, index: number) {
  return documentOf('silence', {
    name,
    description: `${index}`,
    cluster_selector: region === null ? '*' : `region=${region}`,
    weekly: [{ days: [...WEEKDAYS], from: timeOfDay(from), to: timeOfDay(to) }],
  })
}

const timeOfDay = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** What holds of the clusters at an instant. */
function modelAt(known: readonly Known[], at: Date) {
  const { planned, regions, heard } = known.findLast((each) => each.at <= at)!
  const isPlanned = (cluster: string) =>
    [...planned.values()].some(
      ({ region, hours: [from, to] }) =>
        (region === null || regions.get(cluster) === region) &&
        from <= at.getUTCHours() &&
        at.getUTCHours() < to,
    )
  const isSilent = (cluster: string) => {
    const seen = heard.get(cluster)
    return seen === undefined || at.getTime() - seen.getTime() > STALE_AFTER_MS
  }
  return {
    planned: CLUSTERS.filter(isPlanned),
    silent: CLUSTERS.filter((cluster) => isSilent(cluster) && !isPlanned(cluster)),
    byPlan: CLUSTERS.filter((cluster) => isSilent(cluster) && isPlanned(cluster)),
  }
}

const SILENT = ['stale', 'none'] as const

async function expectTold(fleet: CountedFleet, known: readonly Known[], at: Date): Promise<void> {
  const { services, tenant } = fleet
  const admin = ownSession(tenant, actorOf({ role: 'admin' }))
  const page = { at, after: null, limit: 100 }
  const clusters = async (given: object) => {
    const filter = { selector: null, text: null, sort: BY_NAME, ...given }
    return (await objectUseCases.cluster.list.invoke(services, admin, { ...page, filter })).items
  }
  const names = async (given: object) => (await clusters(given)).map(({ object }) => object.name)
  const placedOn = async (given: object) => {
    const filter = { ...everyPlacement, ...given }
    const { items } = await listPlacementsUseCase.invoke(services, admin, { ...page, filter })
    return new Set(items.map(({ cluster }) => cluster))
  }
  const model = modelAt(known, at)
  const silent = { freshness: SILENT, silence: 'unplanned' }
  expect({ at, planned: await names({ silence: 'planned' }) }).toEqual({
    at,
    planned: model.planned,
  })
  expect({ at, silent: await names(silent) }).toEqual({ at, silent: model.silent })
  const marked = (await clusters({})).filter(({ json }) => json.status.planned_silence !== null)
  expect({ at, marked: marked.map(({ object }) => object.name) }).toEqual({
    at,
    marked: model.planned,
  })
  // Each cluster has placements of everything that the first policy gives.
  expect({ at, on: [...(await placedOn(silent))].toSorted() }).toEqual({ at, on: model.silent })
}

async function expectCounted(
  fleet: CountedFleet,
  known: readonly Known[],
  at: Date,
): Promise<void> {
  const { planned, silent, byPlan } = { ...modelAt(known, at) }
  const found = await fleet.countsAt({ metric: 'freshness', by: 'cluster', teams: null }, at)
  const named = (...names: readonly string[]) =>
    CLUSTERS.filter((cluster) =>
      names.some((name) => (found!.groups.get(cluster)?.[name] ?? 0) > 0),
    )
  expect({ at, planned, silent: named(...SILENT) }).toEqual({ at, planned, silent })
  expect({ at, planned: named('planned') }).toEqual({ at, planned: byPlan })
}
