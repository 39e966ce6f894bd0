import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { behind } from '#components/dashboard/behind.ts'
import { createTestTenant } from '#db/testing/database.ts'
import type { CountedBy } from '#lib/domain/observed/counted.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { writeMetricsUseCase } from '#lib/usecases/metrics/write.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { countHours } from './count-hours.ts'
import { type CountedFleet, createCountedFleet, HOUR_MS } from './testing/counted-fleet.ts'

let fleet: CountedFleet
beforeEach(async () => {
  fleet = await createCountedFleet()
})
afterEach(() => fleet.close())

const after = (minutes: number) => new Date(fleet.start.getTime() + minutes * 60_000)
const hour = (count: number) => new Date(fleet.start.getTime() + count * HOUR_MS)

const HEALTHY = { health: 'Healthy', phase: 'Succeeded', sync: 'Synced', isThere: true } as const
const untold = { ...HEALTHY, syncedAgoS: null, tookS: null }

/** What the first cluster says a while after the start; `health` of its first application. */
async function report(minutes: number, health = 'Healthy', syncedAgoS: number | null = null) {
  fleet.setClock(after(minutes))
  await fleet.report('c0', 0, [
    { ...untold, health, syncedAgoS, tookS: 60 },
    untold,
    untold,
    untold,
  ])
}

const count = (minutes: number, world = fleet.world) => countHours(world, after(minutes))

const rows = async () => [
  ...(await fleet.inScope(({ tx }) =>
    tx.execute(sql`
      select 'hours' as kept, metric, by, team, at, counts from observed_hours
      union all select 'days', metric, by, team, at, counts from observed_days order by 1, 2, 3, 4, 5`),
  )),
]

/** Of the first cluster: what runs on it. */
async function states(at: Date) {
  const found = await fleet.countsAt({ metric: 'states', by: 'cluster', teams: null }, at)
  return found?.at.getTime() === at.getTime() ? (found.groups.get('c0') ?? null) : null
}

async function sums(
  metric: 'deployments' | 'sync_outcomes',
  from: Date,
  to: Date,
  begins = [from],
) {
  const read = await fleet.sumsOver({ metric, by: '', teams: null, begins, to })
  return read.map(({ to: end, groups }) => [end, groups.get('') ?? {}])
}

it('an hour is counted soon after it is over, and never before', async () => {
  await report(1)
  await count(62)
  expect([await states(hour(0)), await states(hour(1))]).toEqual([{ unknown: 4 }, null])
  await count(64)
  expect(await states(hour(1))).toEqual({ unknown: 4 })
  await report(119)
  await count(124)
  expect(await states(hour(2))).toEqual({ healthy: 4 })
})

it('counting twice, or in two processes at once, changes nothing', async () => {
  await report(1, 'Healthy', 30)
  await report(58, 'Degraded')
  await Promise.all([count(200), count(200, fleet.newWorld())])
  const counted = await rows()
  expect(counted.filter(({ by, team }) => by === '' && team === '').length).toBeGreaterThan(9)
  await count(200)
  await count(201, fleet.newWorld())
  expect(await rows()).toEqual(counted)
})

it('a pause is caught up, each hour as it was then', async () => {
  await report(1)
  await report(59)
  await report(119, 'Degraded')
  await report(60 * 70)
  await count(60 * 72 + 5)
  // Of more than two days ago there are the midnights alone.
  const withinDay = [hour(1), hour(2)].find((each) => each.getUTCHours() !== 0)!
  expect(await states(withinDay)).toBeNull()
  const midnight = new Date(Math.ceil(hour(1).getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS)
  expect(await states(midnight)).not.toBeNull()
  expect(await states(hour(69))).toEqual({ unknown: 4 })
  expect(await states(hour(70))).toEqual({ healthy: 4 })
  const hours = Array.from({ length: 72 }, (_, index) => hour(index))
  const all = await sums('deployments', hour(0), hour(72), hours)
  expect(all).toHaveLength(72)
  expect(all[0]).toEqual([hour(1), { succeeded: 4, unknown: 8 }])
})

it('an hour is counted again when something is told of it later', async () => {
  await report(1)
  await report(58)
  await count(64)
  expect(await states(hour(1))).toEqual({ healthy: 4 })
  expect(await sums('sync_outcomes', hour(0), hour(1))).toEqual([[hour(1), {}]])
  // A sync and a failure of the hour before, heard of after it was counted.
  await report(70, 'Healthy', 15 * 60)
  await count(71)
  expect(await sums('sync_outcomes', hour(0), hour(1))).toEqual([[hour(1), { succeeded: 1 }]])
  fleet.setClock(after(80))
  await fleet.report(
    'c1',
    0,
    [{ ...untold, health: 'Degraded' }, untold, untold, untold],
    after(59),
  )
  await count(81)
  const found = await fleet.countsAt({ metric: 'states', by: '', teams: null }, hour(1))
  expect(found?.groups.get('')).toEqual({ healthy: 7, degraded: 1, unknown: 4 })
})

it('a deployment that was still going on counts as what it became', async () => {
  await report(1, 'Progressing')
  await report(63, 'Progressing')
  await count(64)
  const [before] = await sums('deployments', hour(0), hour(1))
  expect(before).toEqual([hour(1), { in_progress: 1, succeeded: 3, unknown: 8 }])
  await report(66)
  await count(75)
  const [then] = await sums('deployments', hour(0), hour(1))
  expect(then).toEqual([hour(1), { succeeded: 4, unknown: 8 }])
})

it('what an hour counts of deployments is what the history lists of them, by outcome and group', async () => {
  await fleet.publish()
  await report(1, 'Degraded')
  fleet.setClock(after(65))
  await fleet.edit('PATCH', '/clusters/c1', { environment: 'prod', metadata: { region: 'r1' } })
  await fleet.edit('PATCH', '/applications/blue/a1', { repo_branch: 'v2' })
  await fleet.publish()
  await report(70)
  fleet.setClock(after(125))
  // Later words change nothing of what an hour counted by.
  await fleet.edit('PATCH', '/clusters/c1', { metadata: { region: 'r2' } })
  await fleet.edit('PATCH', '/applications/green/a2', { repo_branch: 'v2' })
  await count(190)
  let listed = 0
  for (const by of ['', 'label:environment', 'label:region', 'cluster', 'application'] as const) {
    const begins = [0, 1, 2].map(hour)
    const given = { metric: 'deployments', by, teams: null, begins, to: hour(3) } as const
    for (const { to, groups } of await fleet.sumsOver(given)) {
      for (const [key, counts] of groups) {
        for (const [name, counted] of Object.entries(counts)) {
          const from = new Date(to.getTime() - HOUR_MS)
          const point = { t: from.toISOString(), until: to.toISOString(), key: key || null, name }
          const link = behind(
            'deployments',
            { by: by || null, team: null, environment: null },
            point,
          )
          const list = await fleet.call(link)
          expect(list.json.total, `${list.text} ${link}`).toBe(counted)
          listed += counted
        }
      }
    }
  }
  expect(listed).toBeGreaterThan(60)
})

it('what is dropped stays in the days', async () => {
  await report(1, 'Healthy', 30)
  await count(60 * 60)
  const day = new Date(Math.ceil(hour(1).getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS)
  const dayBefore = new Date(day.getTime() - 24 * HOUR_MS)
  const total = (counted: Awaited<ReturnType<typeof sums>>) =>
    counted.reduce(
      (sum, [, counts]) => sum + ((counts as Record<string, number>)['succeeded'] ?? 0),
      0,
    )
  const noon = new Date(day.getTime() - 12 * HOUR_MS)
  const hours = await sums('deployments', dayBefore, day, [dayBefore, noon])
  const was = await states(day)
  expect([hours.length, total(hours)]).toEqual([24, 4])
  await fleet.inScope(({ tx }) => tx.execute(sql`delete from observed_hours`))
  const days = await sums('deployments', dayBefore, day)
  expect([days.length, total(days)]).toEqual([1, 4])
  expect(await states(day)).toEqual(was)
})

it('a tenant’s fault is logged, and delays no other tenant', async () => {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
  const { name } = await createTestTenant(fleet.services.database)
  // There is no such tenant.
  const broken = { id: 2_000_000_000, name, installation: '' }
  const world = fleet.newWorld({
    services: { ...fleet.services, log },
    tenants: async () => [broken, fleet.tenant],
  })
  await report(59)
  await countHours(world, after(64))
  expect(logged).toEqual([expect.stringContaining(`"tenant":"${name}"`)])
  expect(await states(hour(1))).toEqual({ healthy: 4 })
  const unreadable = fleet.newWorld({
    services: { ...fleet.services, log },
    tenants: () => Promise.reject(new Error('gone')),
  })
  await countHours(unreadable, after(64))
  expect(logged[1]).toContain('gone')
})

it('a team of a name that was used before has nothing of the one before', async () => {
  const owner = await connect(inject('ownerUrl'))
  await report(1)
  await count(64)
  const found = await fleet.countsAt({ metric: 'states', by: 'team', teams: null }, hour(1))
  expect(new Set(found!.groups.keys())).toEqual(new Set(['blue', 'green']))
  // As if blue had been made just now.
  await owner.client`
    update changes set at = ${after(63)} where tenant = ${fleet.tenant.id} and id = 1`
  await owner.close()
  const nothing = await fleet.countsAt({ metric: 'states', by: '', teams: ['blue'] }, hour(1))
  expect(nothing?.groups.size).toBe(0)
})

/** What a cluster's Prometheus says a while after the start: how many reconciliations took up to a quarter and up to half a second. */
async function measured(cluster: string, minutes: number, quick: number, slow: number) {
  const { services, tenant } = fleet
  const session = ownSession(tenant, actorOf({ cluster }))
  const series = (name: string, count: number) => ({
    of: 'reconcile_duration' as const,
    key: 'reconcile_duration of one',
    name,
    target: 'one',
    says: null,
    samples: [after(minutes).getTime(), count],
  })
  const items = [series('0.25', quick), series('0.5', quick + slow)]
  await writeMetricsUseCase.invoke(services, session, { cluster, items })
}

it('what clusters count themselves is counted of each and of what they have in common, also when it comes late', async () => {
  const told = async (by: CountedBy) => {
    const query = {
      metric: 'reconcile_duration',
      by,
      teams: null,
      begins: [hour(0)],
      to: hour(1),
    } as const
    return Object.fromEntries((await fleet.sumsOver(query))[0]?.groups ?? [])
  }
  fleet.setClock(after(50))
  await measured('c0', 10, 5, 0)
  await measured('c1', 10, 100, 100)
  await measured('c0', 40, 8, 1)
  await measured('c1', 41, 100, 102)
  await count(64)
  expect(await told('')).toEqual({ '': { 0.25: 3, 0.5: 3, 1: 0 } })
  expect(await told('cluster')).toMatchObject({
    c0: { 0.25: 3, 0.5: 1 },
    c1: { 0.25: 0, 0.5: 2 },
  })
  fleet.setClock(after(70))
  await measured('c0', 58, 10, 1)
  await count(71)
  expect(await told('cluster')).toMatchObject({ c0: { 0.25: 5, 0.5: 1 } })
  expect(Object.keys(await told('label:environment'))).toHaveLength(1)
})
