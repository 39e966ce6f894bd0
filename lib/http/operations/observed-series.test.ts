import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import type { CountedBy, CountedMetric } from '#lib/domain/observed/counted.ts'
import { keptCounts } from '#lib/domain/observed/testing/kept-counts.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, policy, team } from '#lib/http/testing/bodies.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A midnight a week ago. */
const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 7 * DAY_MS)
const hour = (count: number) => new Date(midnight.getTime() + count * HOUR_MS)
const text = (count: number) => hour(count).toISOString()

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

type Counts = readonly (readonly [string | null, Readonly<Record<string, number>>])[]
type Of = { metric: CountedMetric; by?: CountedBy; team?: string }

/** As the counting job leaves it, of an hour that ends after so many. */
function counted(at: number, { metric, by = '', team = '' }: Of, counts: Counts) {
  return inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into observed_hours (tenant, metric, by, team, at, counts, counted_at)
      values (${api.tenant.id}, ${metric}, ${by}, ${team}, ${text(at)}::timestamptz,
        ${JSON.stringify(keptCounts(counts))}::json, now())`),
  )
}

async function series(query: Record<string, string>, token?: string) {
  const address = `/observed/series?${new URLSearchParams(query).toString()}`
  return api.call(address, token === undefined ? {} : { token })
}

const range = (from: number, to: number) => ({ from: text(from), to: text(to) })

type Line = { key: string | null; name: string; points: [string, number | null][] }
/** Its lines as values, by group and name. */
const valuesOf = (lines: readonly Line[]) =>
  Object.fromEntries(
    lines.map(({ key, name, points }) => [`${key ?? '-'} ${name}`, points.map(([, v]) => v)]),
  )

describe('a series of what was so', () => {
  beforeEach(async () => {
    await counted(0, { metric: 'states' }, [['', { healthy: 5 }]])
    await counted(1, { metric: 'states' }, [['', { healthy: 3, drifted: 2, leaving: 1 }]])
    await counted(3, { metric: 'states' }, [['', { unknown: 4, healthy: 1 }]])
  })

  it('has a line for each state that there was, at each hour, and nothing where nobody knows', async () => {
    const { json } = await series({ metric: 'states', ...range(-1, 4) })
    expect(json).toMatchObject({
      unit: 'placements',
      ...range(-1, 4),
      step: '1h',
      tz: 'UTC',
      as_of: text(3),
      left_out: 0,
      markers: [],
    })
    expect(json.series.map(({ name }: Line) => name)).toEqual([
      'drifted',
      'unknown',
      'leaving',
      'healthy',
    ])
    expect(json.series[0].points.map(([t]: [string]) => t)).toEqual([-1, 0, 1, 2, 3].map(text))
    // The third is counted within two hours, or a day, as everything is that is older than two days.
    expect(valuesOf(json.series)['- healthy']).toEqual([null, 5, 3, 3, 1])
    expect(valuesOf(json.series)['- unknown']).toEqual([null, 0, 0, 0, 4])
  })

  it('of drift says beside it of how many nobody knows', async () => {
    const { json } = await series({ metric: 'drift', ...range(0, 4) })
    expect(valuesOf(json.series)).toEqual({ '- drifted': [0, 2, 2, 0], '- unknown': [0, 0, 0, 4] })
  })

  it('of placements leaves out what is only still there', async () => {
    const { json } = await series({ metric: 'placements', ...range(0, 2) })
    expect(valuesOf(json.series)).toEqual({ '- placements': [5, 5] })
  })

  it('of a time in which nothing was counted has one line, of which nobody knows anything', async () => {
    const { json } = await series({ metric: 'states', ...range(-9, -6) })
    expect(json.as_of).toBeNull()
    expect(valuesOf(json.series)).toEqual({ '- healthy': [null, null, null] })
  })

  it('doesn’t know what will be', async () => {
    const now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`update observed_hours set at = ${now.toISOString()}::timestamptz
        where tenant = ${api.tenant.id} and at = ${text(3)}::timestamptz`),
    )
    const to = new Date(now.getTime() + 2 * HOUR_MS).toISOString()
    const { json } = await series({ metric: 'states', from: now.toISOString(), to })
    expect(valuesOf(json.series)).toEqual({ '- unknown': [4, null], '- healthy': [1, null] })
  })

  it('begins days where the clocks of the place do', async () => {
    const { json } = await series({
      metric: 'states',
      ...range(1, 30),
      step: '1d',
      tz: 'Asia/Tokyo',
    })
    expect(json.tz).toBe('Asia/Tokyo')
    expect(json.series[0].points.map(([t]: [string]) => t)).toEqual([text(-9), text(15)])
    expect(valuesOf(json.series)['- unknown']).toEqual([null, 4])
  })

  it('is compared with the time before, point by point', async () => {
    const { json } = await series({ metric: 'placements', ...range(2, 4), compare: 'previous' })
    expect(json.compare).toMatchObject(range(0, 2))
    expect(valuesOf(json.compare.series)).toEqual({ '- placements': [5, 5] })
    expect(json.compare.series[0].points.map(([t]: [string]) => t)).toEqual([text(0), text(1)])
    expect(valuesOf(json.series)).toEqual({ '- placements': [5, 5] })
  })

  it('says how many clusters are silent', async () => {
    await counted(1, { metric: 'freshness' }, [['', { fresh: 7, late: 1, stale: 2, none: 3 }]])
    const { json } = await series({ metric: 'silent_clusters', ...range(1, 2) })
    expect(json.unit).toBe('clusters')
    expect(valuesOf(json.series)).toEqual({ '- silent': [5] })
  })
})

describe('a series of what happened', () => {
  it('adds up the hours of each step; what wasn’t counted isn’t nothing', async () => {
    const deployments = { metric: 'deployments' } as const
    await counted(1, deployments, [['', { succeeded: 2, failed: 1 }]])
    await counted(2, deployments, [])
    await counted(6, deployments, [['', { succeeded: 1 }]])
    await counted(7, deployments, [['', { succeeded: 4 }]])
    await counted(14, deployments, [])
    const { json } = await series({ metric: 'deployments', ...range(0, 24), step: '6h' })
    expect(json).toMatchObject({ unit: 'deployments', as_of: text(14) })
    expect(valuesOf(json.series)).toEqual({
      '- succeeded': [3, 4, 0, null],
      '- failed': [1, 0, 0, null],
    })
  })

  it('of durations tells the median and what 95 of 100 are below', async () => {
    await counted(1, { metric: 'sync_duration' }, [['', { 10: 2 }]])
    await counted(2, { metric: 'sync_duration' }, [['', { 10: 8, 60: 10 }]])
    await counted(4, { metric: 'sync_duration' }, [])
    const { json } = await series({ metric: 'sync_duration', ...range(0, 6), step: '3h' })
    expect(json.unit).toBe('seconds')
    expect(valuesOf(json.series)).toEqual({ '- p50': [10, null], '- p95': [57, null] })
  })
})

describe('a series by groups', () => {
  const states = { metric: 'states' } as const

  it('has the lines of each group, the groups by name', async () => {
    await counted(0, states, [['', { healthy: 5, failed: 1 }]])
    await counted(0, { ...states, by: 'label:environment' }, [
      ['prod', { healthy: 3, failed: 1 }],
      [null, { healthy: 2 }],
    ])
    const { json } = await series({ ...states, by: 'environment', ...range(0, 1) })
    expect(valuesOf(json.series)).toEqual({
      '- healthy': [2],
      'prod failed': [1],
      'prod healthy': [3],
    })
  })

  it('knows nothing of a label of the time before somebody named it', async () => {
    await counted(0, states, [['', { healthy: 5 }]])
    await counted(1, states, [['', { healthy: 5 }]])
    await counted(1, { ...states, by: 'label:region' }, [['east', { healthy: 5 }]])
    await counted(2, states, [['', {}]])
    const { json } = await series({ ...states, by: 'label:region', ...range(0, 2) })
    expect(valuesOf(json.series)).toEqual({ 'east healthy': [null, 5] })
  })

  it('of one environment is what is there alone, without groups', async () => {
    const by = 'label:environment'
    await counted(1, { metric: 'states' }, [['', { healthy: 5, failed: 3 }]])
    await counted(1, { metric: 'states', by }, [
      ['prod', { healthy: 4 }],
      ['dev', { healthy: 1, failed: 3 }],
    ])
    await counted(2, { metric: 'states' }, [['', { healthy: 4 }]])
    await counted(2, { metric: 'states', by }, [['prod', { healthy: 4 }]])
    const { json } = await series({ metric: 'states', environment: 'dev', ...range(1, 3) })
    expect(valuesOf(json.series)).toEqual({ '- failed': [3, 0], '- healthy': [1, 0] })
    const refused = await series({ metric: 'states', environment: 'dev', by: 'team' })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.json.detail).toContain('leave out by')
  })

  it('by a label that nobody named adds up the clusters that have it now', async () => {
    for (const [name, zone] of [
      ['one', 'a'],
      ['two', 'a'],
      ['three', 'b'],
    ] as const) {
      const body = { ...cluster, name, metadata: { zone } }
      expect((await api.call('/clusters', { body })).status).toBe(201)
    }
    await counted(0, states, [['', { healthy: 10 }]])
    await counted(0, { ...states, by: 'cluster' }, [
      ['one', { healthy: 1 }],
      ['two', { healthy: 2, failed: 1 }],
      ['three', { healthy: 3 }],
      ['gone', { healthy: 3 }],
    ])
    const { json } = await series({ ...states, by: 'label:zone', ...range(0, 1) })
    expect(valuesOf(json.series)).toEqual({
      '- healthy': [3],
      'a failed': [1],
      'a healthy': [3],
      'b healthy': [3],
    })
    expect(await series({ ...states, by: 'label:zone', ...range(0, 61) })).toMatchObject({
      status: 400,
      json: { code: 'param_by' },
    })
  })

  it('shows a hundred groups, those with the most, and says how many there are besides', async () => {
    await counted(0, states, [['', { healthy: 9 }]])
    const many = Array.from({ length: 103 }, (_, index): Counts[number] => [
      `c${index}`,
      { healthy: index + 1 },
    ])
    await counted(0, { ...states, by: 'cluster' }, many)
    const { json } = await series({ ...states, by: 'cluster', ...range(0, 1) })
    expect(json.left_out).toBe(3)
    expect(json.series).toHaveLength(100)
    expect(json.series.map(({ key }: Line) => key)).not.toContain('c2')
  })
})

/** Everything that was edited so far was edited before anything was counted. */
async function longAgo(): Promise<void> {
  const owner = openDatabase(inject('ownerUrl'), { max: 1 })
  await inTenant(owner, api.tenant.id, (tx) =>
    tx.execute(
      sql`update changes set at = ${text(-24)}::timestamptz where tenant = ${api.tenant.id}`,
    ),
  )
  await closeDatabase(owner)
}

/** The lines by group and name, of the first hour alone. */
async function firstHour(query: Record<string, string>, token?: string) {
  const { json } = await series({ ...range(0, 1), ...query }, token)
  return valuesOf(json.series)
}

/** Names that can't be stored in less than their length. */
const large = (): Counts =>
  Array.from({ length: 60_000 }, () => [randomBytes(48).toString('base64'), { healthy: 1 }])

describe('a series of too much', () => {
  it('is refused where so many groups would be read for so long that it harms others', async () => {
    const states = { metric: 'states', by: 'cluster' } as const
    await counted(0, { metric: 'states' }, [['', { healthy: 9 }]])
    await counted(0, states, large())
    const { status, json } = await series({ ...states, ...range(0, 1) })
    expect([status, json.code]).toEqual([400, 'param_by'])
    expect((await series({ metric: 'states', ...range(0, 1) })).status).toBe(200)
  })
})

describe('what somebody may see of a series', () => {
  const states = { metric: 'states' } as const
  let ofShop: string
  beforeEach(async () => {
    for (const name of ['ieb', 'shop']) {
      expect((await api.call('/teams', { body: { ...team, name } })).status).toBe(201)
    }
    await longAgo()
    ofShop = await api.token('reader', { team: 'shop' })
    await counted(0, states, [['', { healthy: 5 }]])
    await counted(0, { ...states, team: 'ieb' }, [['', { healthy: 4 }]])
    await counted(0, { ...states, team: 'shop' }, [['', { healthy: 1 }]])
    await counted(0, { ...states, by: 'cluster', team: 'shop' }, [['east', { healthy: 1 }]])
    await counted(0, { ...states, by: 'cluster' }, [['east', { healthy: 5 }]])
  })

  it('is everything for the tenant’s readers, together or of one team', async () => {
    const reader = await api.token('reader')
    const ask = (query: object) => firstHour({ ...states, ...query }, reader)
    expect(await ask({})).toEqual({ '- healthy': [5] })
    expect(await ask({ namespace: 'ieb' })).toEqual({ '- healthy': [4] })
    expect(await ask({ by: 'team' })).toEqual({ 'ieb healthy': [4], 'shop healthy': [1] })
  })

  it('is what is of their teams for people of teams', async () => {
    expect(await firstHour(states, ofShop)).toEqual({ '- healthy': [1] })
    expect(await firstHour({ ...states, namespace: 'ieb' }, ofShop)).toEqual({ '- healthy': [0] })
    expect(await firstHour({ ...states, namespace: 'nobody' }, ofShop)).toEqual({
      '- healthy': [0],
    })
    expect(await firstHour({ ...states, by: 'team' }, ofShop)).toEqual({ 'shop healthy': [1] })
    expect(await firstHour({ ...states, by: 'cluster' }, ofShop)).toEqual({ 'east healthy': [1] })
  })

  it('is nothing of what an older team of the same name had', async () => {
    await counted(-48, states, [['', { healthy: 5 }]])
    await counted(-48, { ...states, team: 'shop' }, [['', { healthy: 3 }]])
    const { json } = await series({ ...states, ...range(-48, -47) }, ofShop)
    expect(valuesOf(json.series)).toEqual({ '- healthy': [0] })
  })

  it('has no number of changes, which are counted of everybody together', async () => {
    await counted(1, { metric: 'changes' }, [['', { changes: 7 }]])
    const changes = { metric: 'changes' }
    expect(await firstHour(changes)).toEqual({ '- changes': [7] })
    expect(await firstHour(changes, ofShop)).toEqual({ '- changes': [null] })
    expect(await firstHour({ ...changes, by: 'team' })).toEqual({})
  })
})

describe('the markers of a series', () => {
  it('are the changes of the time that moved placements, in their order, with why', async () => {
    const created = async (path: string, body: object, headers = {}) => {
      const { status, text: told } = await api.call(path, { body, headers })
      expect(status, told).toBe(201)
    }
    await created('/teams', team)
    await created('/clusters', cluster)
    await created('/applications', application)
    await created('/target-policies', policy, { 'berth-reason': 'Everywhere' })
    await created('/teams', { ...team, name: 'shop' })
    const from = new Date(Date.now() - HOUR_MS).toISOString()
    const { json } = await series({ metric: 'states', from })
    expect(json.markers).toMatchObject([
      {
        change: 4,
        text: 'Everywhere',
        reason: 'Everywhere',
        actor: 'test admin',
        added: 1,
        removed: 0,
        changed: 0,
      },
    ])
    const before = await series({ metric: 'states', from: text(0), to: from })
    expect(before.json.markers).toEqual([])
    const ofShop = await api.token('reader', { team: 'shop' })
    const { json: ofTeam } = await series({ metric: 'states', from, namespace: 'shop' }, ofShop)
    expect(ofTeam.markers).toEqual([])
  })
})

describe('a series that can’t be', () => {
  it.each([
    // query | status | code
    ['', 400, 'param_metric'],
    ['metric=none', 400, 'param_metric'],
    ['metric=states&by=x', 400, 'param_by'],
    ['metric=states&tz=Mars', 400, 'param_tz'],
    ['metric=states&step=2h', 400, 'param_step'],
    ['metric=states&compare=next', 400, 'param_compare'],
    ['metric=states&from=2026-03-02&to=2026-03-02', 400, 'param_to'],
    ['metric=states&from=2026-01-01&to=2026-03-01&step=1h', 400, 'param_step'],
    ['metric=states&from=2000-01-01&to=2026-03-01', 400, 'param_step'],
  ])('is refused: %s', async (query, status, code) => {
    expect(await api.call(`/observed/series?${query}`)).toMatchObject({ status, json: { code } })
  })

  it.each([
    'metric=states&from=0001-01-01&to=2001-01-01&compare=previous&step=1d',
    'metric=deployments&from=9999-12-31T23:00:00Z&to=9999-12-31T23:59:59Z&step=1w',
    'metric=deployments&from=0001-01-01&to=0001-01-02',
  ])('in times that nobody counts is answered all the same: %s', async (query) => {
    const { status, text: told } = await api.call(`/observed/series?${query}`)
    expect(status, told).toBeLessThan(500)
  })
})
