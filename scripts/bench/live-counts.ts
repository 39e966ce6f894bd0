// How long after a cluster's report an open dashboard can show what it says: the event that leads to a look, and the look.
import { setTimeout as pause } from 'node:timers/promises'
import { inTenant } from '#db/client.ts'
import { EventReader } from '#lib/http/testing/event-reader.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { clusterName } from './fleet.ts'
import { ask, median, medianOf } from './measure.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { reportOf } from './reporting-fleet.ts'
import { type Stand, TENANT, tipOf } from './stand.ts'

const RUNS = 15
const REACH_MS = 2000
const CLUSTER = clusterName(11)
/** What is announced together is told four times a second: reports come at any time between. */
const PAUSE_MS = 1000

export async function benchLiveCounts(stand: Stand, report: Report): Promise<void> {
  const send = await reporter(stand)
  await send(false)
  await pause(PAUSE_MS)
  const events = await follow(stand)
  const answerTimes: number[] = []
  const ms = await medianOf(RUNS, async (run) => {
    const isDegraded = run % 2 === 0
    await pause(Math.random() * PAUSE_MS)
    const before = await countDegraded(stand)
    const begun = performance.now()
    await send(isDegraded)
    answerTimes.push(performance.now() - begun)
    await heard(events)
    const after = await countDegraded(stand)
    if (after - before !== (isDegraded ? 1 : -1)) {
      throw new Error(`a report led from ${before} to ${after} degraded placements`)
    }
    return performance.now() - begun
  })
  await events.close()
  const answer = median(answerTimes)
  report.figure({
    what: 'from a report to the counts of an open dashboard',
    reach: `under ${REACH_MS} ms`,
    figure: milliseconds(ms),
    reference: `the report’s answer, ${milliseconds(answer)}`,
    ratio: ratioOf(ms, answer),
    isReached: ms < REACH_MS,
  })
}

/** Reports everything that is placed on a cluster, of which the first is degraded or not. */
async function reporter(stand: Stand): Promise<(isDegraded: boolean) => Promise<void>> {
  const { portal, database } = stand
  const { token } = await inTenant(database, TENANT, (tx) =>
    keepOwnToken(
      { tx, tenant: TENANT },
      {
        name: CLUSTER,
        role: 'reader',
        team: null,
        cluster: CLUSTER,
        scheduler: null,
        days: 1,
        createdBy: 'bench',
      },
    ),
  )
  const { items } = await answerOf<{ items: { namespace: string; application: string }[] }>(
    stand,
    `/placements?cluster=${CLUSTER}&limit=500`,
  )
  const names = items.map(({ namespace, application }) => `${namespace}--${application}`)
  const pulled = tipOf(stand, 'main')
  return async (isDegraded) => {
    const { status, text } = await ask(`${portal.url}/api/v1/clusters/${CLUSTER}/report`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body: await reportOf(names, {
        pulled,
        at: new Date(),
        isDegraded: (_, index) => index === 0 && isDegraded,
      }),
    })
    if (status !== 200) throw new Error(`a report: ${status} ${text.slice(0, 300)}`)
  }
}

async function follow({ portal }: Stand): Promise<EventReader> {
  const headers = { Authorization: `Bearer ${portal.token}` }
  return new EventReader(await fetch(`${portal.url}/api/v1/events`, { headers }))
}

/** The next word that something was reported. */
async function heard(events: EventReader): Promise<void> {
  for (let event = await events.next(); event?.topic !== 'observed'; event = await events.next()) {
    if (event === null) throw new Error('the events ended')
  }
}

async function countDegraded(stand: Stand): Promise<number> {
  const { items } = await answerOf<{ items: { counts: { degraded?: number } }[] }>(
    stand,
    '/observed/summary?by=environment',
  )
  return items.reduce((sum, { counts }) => sum + (counts.degraded ?? 0), 0)
}

async function answerOf<T>({ portal }: Stand, file: string): Promise<T> {
  const { status, text } = await ask(`${portal.url}/api/v1${file}`, {
    headers: { Authorization: `Bearer ${portal.token}` },
  })
  if (status !== 200) throw new Error(`${file}: ${status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
