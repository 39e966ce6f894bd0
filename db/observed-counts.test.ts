// What was counted, as it is read: made rows, of hours and days.
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addedCounts,
  type CountedMetric,
  type GroupedCounts,
} from '#lib/domain/observed/counted.ts'
import { keptCounts } from '#lib/domain/observed/testing/kept-counts.ts'
import { inTenant } from './client.ts'
import { readCounts, readSums } from './queries/observed-counts.ts'
import type { TenantScope } from './queries/scope.ts'
import { createTestTenant, testDatabase } from './testing/database.ts'

const db = testDatabase()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Midnight some days ago: the hours since then are kept, of the days before only the days. */
const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS)
const hour = (count: number) => new Date(midnight.getTime() + count * HOUR_MS)

let tenant: number
beforeEach(async () => {
  tenant = (await createTestTenant(db)).tenant
})

const ask = <T>(read: (scope: TenantScope) => Promise<T>) =>
  inTenant(db, tenant, (tx) => read({ tx, tenant }), { readOnly: true })

type Counts = readonly (readonly [string | null, Record<string, number>])[]
type Of = { metric: CountedMetric; by?: string; team?: string }

function count(at: Date, { metric, by = '', team = '' }: Of, counts: Counts, table = 'hours') {
  return inTenant(db, tenant, (tx) =>
    tx.execute(sql`
      insert into ${sql.identifier(`observed_${table}`)} (tenant, metric, by, team, at, counts, counted_at)
      values (${tenant}, ${metric}, ${by}, ${team}, ${at.toISOString()}::timestamptz,
        ${JSON.stringify(keptCounts(counts))}::json, now())`),
  )
}

/** A team that exists since an hour. */
async function found(name: string, since: Date): Promise<void> {
  await inTenant(db, tenant, async (tx) => {
    const ids = await tx.execute<{ id: number }>(
      sql`select coalesce(max(id), 0)::int + 1 as id from changes`,
    )
    const id = ids[0]!.id
    await tx.execute(sql`
      insert into changes (tenant, id, at, actor_kind, actor_id, actor_name, action, removed, added,
        changed, confirmed, placements_total, impact, digest)
      values (${tenant}, ${id}, ${since.toISOString()}::timestamptz, 'system', 'test', 'Test', 'test',
        0, 0, 0, false, 0, '{}', '')`)
    await tx.execute(sql`
      insert into revisions (tenant, kind, object, name, began, body)
      values (${tenant}, 'team', ${id}, ${name}, ${id}, '{}')`)
  })
}

const plain = (groups: GroupedCounts | undefined) => groups && [...groups]
const states = { metric: 'states' } as const
const everybody = { by: '', teams: null } as const

const counts = (instants: readonly Date[], of: object = {}) =>
  ask(async (scope) => (await readCounts(scope, { ...states, ...everybody, ...of, instants }))!)

describe('how it was at an instant', () => {
  it('is what was counted then or last before, in the order that is asked', async () => {
    await count(hour(0), states, [['', { healthy: 1 }]])
    await count(hour(1), states, [['', { healthy: 2, failed: 1 }]])
    const found = await counts([hour(1), hour(0), new Date(hour(1).getTime() - 1), hour(20)])
    expect(found.map((each) => [each?.at, plain(each?.groups)])).toEqual([
      [hour(1), [['', { healthy: 2, failed: 1 }]]],
      [hour(0), [['', { healthy: 1 }]]],
      [hour(0), [['', { healthy: 1 }]]],
      [hour(1), [['', { healthy: 2, failed: 1 }]]],
    ])
  })

  it('isn’t known before anything was counted, nor long after', async () => {
    await count(hour(0), states, [['', { healthy: 1 }]])
    expect(await counts([hour(-1), hour(24), hour(30)])).toEqual([null, null, null])
  })

  it('of lately is what was counted in the last two hours', async () => {
    const now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
    await count(ago(9), states, [])
    expect(await counts([ago(9), ago(8), ago(7), ago(0)])).toMatchObject([
      { at: ago(9) },
      { at: ago(9) },
      null,
      null,
    ])
  })

  it('is told by the day where the hours are dropped', async () => {
    await count(hour(-48), states, [['', { healthy: 7 }]], 'days')
    await count(hour(0), states, [['', { healthy: 8 }]], 'days')
    await count(hour(0), states, [['', { healthy: 9 }]])
    const [first, second] = await counts([hour(-30), hour(0)])
    expect([first?.at, plain(first?.groups)]).toEqual([hour(-48), [['', { healthy: 7 }]]])
    expect(plain(second?.groups)).toEqual([['', { healthy: 9 }]])
  })

  it('of several teams is added up; where they had nothing, there was nothing', async () => {
    await found('one', hour(-9))
    await found('two', hour(1))
    const by = 'label:region'
    for (const at of [hour(0), hour(1), hour(2)]) {
      await count(at, states, [['', { healthy: 9 }]])
      await count(at, { ...states, by }, [['eu', { healthy: 9 }]])
      await count(at, { ...states, by, team: 'one' }, [['eu', { healthy: 1 }]])
      await count(at, { ...states, team: 'one' }, [['', { healthy: 1 }]])
      await count(at, { ...states, by, team: 'other' }, [['eu', { failed: 4 }]])
      // Of an older team of this name, before the new one is there.
      await count(at, { ...states, by, team: 'two' }, [
        ['eu', { healthy: 1, failed: 1 }],
        [null, { failed: 2 }],
      ])
    }
    const of = { by, teams: ['one', 'two'] }
    const [before, after] = await counts([hour(0), hour(1)], of)
    expect(plain(before?.groups)).toEqual([['eu', { healthy: 1 }]])
    expect(plain(after?.groups)).toEqual([
      ['eu', { healthy: 2, failed: 1 }],
      [null, { failed: 2 }],
    ])
    const [nothing] = await counts([hour(0)], { by, teams: ['nobody'] })
    expect(plain(nothing?.groups)).toEqual([])
    const [teams] = await counts([hour(2)], { by: 'team' })
    expect(plain(teams?.groups)).toEqual([['one', { healthy: 1 }]])
    const [all] = await counts([hour(2)], { by })
    expect(plain(all?.groups)).toEqual([['eu', { healthy: 9 }]])
  })
})

const changes = { metric: 'changes' } as const
const sums = (from: Date, to: Date, begins = [from]) =>
  ask(async (scope) => {
    const pieces = await readSums(scope, { ...changes, ...everybody, begins, to })
    return pieces!.map(({ counts, ...piece }) => ({ ...piece, groups: addedCounts([counts]) }))
  })
const made = (at: Date, total: number, table?: string) =>
  count(at, changes, total === 0 ? [] : [['', { changes: total }]], table)

describe('what happened', () => {
  it('is told hour by hour, each as a whole; what wasn’t counted is left out', async () => {
    await made(hour(1), 5)
    await made(hour(2), 0)
    await made(hour(4), 3)
    const found = await sums(hour(0), hour(4))
    expect(found.map(({ from, to, groups }) => [from, to, plain(groups)])).toEqual([
      [hour(0), hour(1), [['', { changes: 5 }]]],
      [hour(1), hour(2), []],
      [hour(3), hour(4), [['', { changes: 3 }]]],
    ])
    expect(
      await sums(new Date(hour(0).getTime() + 1), new Date(hour(4).getTime() - 1)),
    ).toHaveLength(1)
  })

  it('is told by the day where that is within a step, or not all of its hours are kept, and never twice', async () => {
    for (let each = -1; each <= 24; each++) await made(hour(each), 1)
    await made(hour(-24), 100, 'days')
    await made(hour(0), 100, 'days')
    await made(hour(24), 24, 'days')
    const ends = (pieces: Awaited<ReturnType<typeof sums>>) => pieces.map(({ to }) => to)
    const total = (pieces: Awaited<ReturnType<typeof sums>>) =>
      pieces.reduce((sum, { groups }) => sum + (groups.get('')?.['changes'] ?? 0), 0)
    const whole = await sums(hour(-48), hour(24))
    expect(ends(whole)).toEqual([hour(-24), hour(0), hour(24)])
    const divided = await sums(hour(-48), hour(24), [hour(-48), hour(-12), hour(7)])
    expect(ends(divided).slice(0, 3)).toEqual([hour(-24), hour(0), hour(1)])
    expect([divided.length, total(divided), total(whole)]).toEqual([26, 224, 224])
    // A day of which only a part is asked for is told by its hours.
    expect(await sums(hour(-20), hour(1))).toMatchObject([
      { to: hour(-1) },
      { to: hour(0) },
      { to: hour(1) },
    ])
  })
})
