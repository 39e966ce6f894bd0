// Keeps what is counted of hours, and adds those of whole days up: what stays when the hours are dropped.
import { type SQL, sql } from 'drizzle-orm'
import type { Sum } from '#lib/domain/observed/counted.ts'
import { type Counted, keepCounts } from './count-groups.ts'
import { readRows } from '../rows.ts'
import { z } from 'zod'
import type { TenantScope } from './scope.ts'

export type ToCount = Pick<Counted, 'times' | 'now'> & { readonly labelKeys: readonly string[] }

/** What is counted together, from the same rows. */
export type SumFamily = {
  /** The first one tells of all whether an hour was counted. */
  readonly metrics: readonly [Sum, ...Sum[]]
  /** The given hours, which end at `times`. */
  readonly count: (scope: TenantScope, given: ToCount) => Promise<void>
}

/** Keeps the hours of rows `cells`, as `keepCounts` does, and their days. */
export async function keepSums(scope: TenantScope, counted: Counted, given: SQL): Promise<void> {
  await keepCounts(scope, ['observed_hours'], counted, given)
  await foldIntoDays(scope, counted)
}

const DAY_MS = 86_400_000

const dayRow = z.strictObject({ day: z.date() })

/** Adds up the days of which hours were counted, once all 24 are; each ends at midnight of UTC. */
async function foldIntoDays(scope: TenantScope, { metrics, times, now }: Counted): Promise<void> {
  const { tx, tenant } = scope
  const ends = new Set(times.map((at) => Math.ceil(at.getTime() / DAY_MS) * DAY_MS))
  const texts = [...ends].map((end) => new Date(end).toISOString())
  const rows = await readRows(tx, dayRow)`
    select d.day from (select each::timestamptz as day from unnest(${sql.param(texts)}::text[]) each) d
    where 24 = (select count(*) from observed_hours h where h.tenant = ${tenant}
      and h.metric = ${metrics[0]!} and h.by = '' and h.team = ''
      and h.at > d.day - interval '1 day' and h.at <= d.day)`
  if (rows.length === 0) return
  const days = rows.map(({ day }) => day)
  await keepCounts(
    scope,
    ['observed_days'],
    { metrics, times: days, now },
    sql`cells as (
      select h.metric, h.by, h.team, d.day as at, g.counted ->> 0 as key, e.name, e.n::bigint as n
      from (select each::timestamptz as day
        from unnest(${sql.param(days.map((day) => day.toISOString()))}::text[]) each) d
      join observed_hours h on h.tenant = ${tenant} and h.metric = any(${sql.param([...metrics])}::text[])
        and h.at > d.day - interval '1 day' and h.at <= d.day
      cross join lateral json_array_elements(h.counts) a(alike)
      cross join lateral json_array_elements(a.alike -> 1) g(counted)
      cross join lateral rows from (
        json_array_elements_text(a.alike -> 0), json_array_elements_text(g.counted -> 1)) e(name, n)
    )`,
  )
}
