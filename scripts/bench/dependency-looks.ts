// What it takes to see whether applications wait for themselves, and what they wait for on a cluster.
import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { chainsThrough } from '#lib/domain/dependencies/circle.ts'
import { personOf } from '#lib/domain/testing/actors.ts'
import { blockedApplications, blockedBy } from '#lib/usecases/dependencies/blocked.ts'
import { medianOf, timeOf } from './measure.ts'
import { readModel } from './model.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { LOWEST_WAITING, TOPMOST, WAITING_CLUSTER } from './rollout-fleet.ts'
import { inStand, type Stand } from './stand.ts'
import { teamName } from './fleet.ts'

const RUNS = 101
const REACH_MS = 5

export async function benchDependencies(stand: Stand, report: Report): Promise<void> {
  const fleet = await readModel(stand)
  const edges = edgesOf(fleet)
  const topmost = idOf(fleet, TOPMOST)
  const asked = [topmost]
  const { circles, tooLong } = chainsThrough(fleet, asked)
  if (circles.length + tooLong.length > 0) throw new Error('The fleet has a circle')
  const walked = walkByHand(edges, topmost)
  const ms = await medianOf(RUNS, () => timeOf(async () => chainsThrough(fleet, asked)))
  const byHand = await medianOf(RUNS, () => timeOf(async () => walkByHand(edges, topmost)))
  const total = [...edges.values()].reduce((sum, to) => sum + to.length, 0)
  report.figure({
    what: `circles among ${count(total)} dependencies, through one that needs ${count(walked)}`,
    reach: `under ${REACH_MS} ms`,
    figure: microseconds(ms),
    reference: `a walk over lists of numbers, ${microseconds(byHand)}`,
    ratio: ratioOf(ms, byHand),
    isReached: ms < REACH_MS,
  })
  await benchBlocked(stand, report, fleet, topmost)
}

function idOf(fleet: Fleet, name: string): number {
  return findObject(fleet, { kind: 'application', team: teamName(0), name })!.id
}

const microseconds = (ms: number) => `${ms.toFixed(2)} ms`

function edgesOf(fleet: Fleet): Map<number, number[]> {
  return new Map(
    fleet.applications.ordered.map((id) => [
      id,
      fleet.applications.slots[id]!.dependsOn.map(
        ({ namespace: team, application: name }) =>
          findObject(fleet, { kind: 'application', team, name })!.id,
      ),
    ]),
  )
}

/** How many are needed. */
function walkByHand(edges: ReadonlyMap<number, readonly number[]>, from: number): number {
  const seen = new Set([from])
  const left = [from]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const to of edges.get(id)!) {
      if (!seen.has(to)) left.push(to)
      seen.add(to)
    }
  }
  return seen.size - 1
}

async function benchBlocked(
  stand: Stand,
  report: Report,
  fleet: Fleet,
  application: number,
): Promise<void> {
  const actor = personOf('ann', { role: 'admin' })
  const services = { clock: () => new Date() } as never
  const { id: cluster } = findObject(fleet, { kind: 'cluster', team: null, name: WAITING_CLUSTER })!
  const asking = <T>(look: (asker: Parameters<typeof blockedBy>[0]) => Promise<T>) =>
    inStand(stand, (scope) => look({ actor, scope, services, fleet: async () => fleet }))
  const lowest = idOf(fleet, LOWEST_WAITING)
  const direct = () => asking((asker) => blockedBy(asker, { application: lowest, cluster }))
  const pair = () => asking((asker) => blockedBy(asker, { application, cluster }))
  const all = () => asking((asker) => blockedApplications(asker, cluster))
  const waiting = await all()
  if ((await pair()).length === 0 || waiting === null) throw new Error('Nothing waits')
  const reading = await medianOf(RUNS, () => timeOf(() => asking(async () => null)))
  for (const { what, look } of [
    { what: 'what an application waits for on a cluster that needs 14 others', look: direct },
    { what: 'the same of one behind which 200 wait for 20 others each', look: pair },
    {
      what: `what all ${waiting.applications} that wait there do, of which it tells ${waiting.looked_at}`,
      look: all,
    },
  ]) {
    const ms = await medianOf(RUNS, () => timeOf(look))
    report.figure({
      what,
      reach: `under ${REACH_MS} ms`,
      figure: milliseconds(ms),
      reference: `an empty transaction, ${milliseconds(reading)}`,
      ratio: ratioOf(ms, reading),
      isReached: ms < REACH_MS,
    })
  }
}
