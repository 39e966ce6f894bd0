// Which hours are to be counted, and which again.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CountedMetric } from '#lib/domain/observed/counted.ts'
import { readRow, readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** What is over for so long has been received, or comes late. */
const HEARD_AFTER = sql`interval '2 minutes'`
/** What was received then is committed by then. */
const KEPT_AFTER = sql`interval '1 minute'`

/** From which hour on, and up to which, there is something to count. */
export type CountedSpan = { readonly first: Date; readonly newest: Date }

const beganRow = z.strictObject({ first: z.date().nullable(), newest: z.date() })

/** Null: nothing ever happened. Counting begins with a day of UTC. */
export async function readCountedSpan(
  { tx, tenant }: TenantScope,
  keptDays: number,
  now: Date,
): Promise<CountedSpan | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  const row = await readRow(tx, beganRow)`
    select date_trunc('day', greatest(
        (select c.at from changes c where c.tenant = ${tenant} order by c.at limit 1),
        ${at} - make_interval(days => ${keptDays})), 'UTC') as first,
      date_trunc('hour', ${at} - ${HEARD_AFTER} - ${KEPT_AFTER}, 'UTC') as newest
    where exists (select from changes c where c.tenant = ${tenant})`
  return row && row.first !== null ? { first: row.first, newest: row.newest } : null
}

const dueRow = z.strictObject({ at: z.date() })

/** How many placements are counted at once, at several hours together. */
const PLACEMENTS_AT_ONCE = 500_000
const INSTANTS_AT_ONCE = 31

/** The newest hours as of which nothing was counted: all of the last two days, and before that the midnights. */
export async function readDueGauges(
  { tx, tenant }: TenantScope,
  { first, newest }: CountedSpan,
): Promise<Date[]> {
  const [from, to] = [textOf(first), textOf(newest)]
  const rows = await readRows(tx, dueRow)`
    select at from (
      select generate_series(greatest(${from}, ${to} - interval '47 hours'), ${to}, '1 hour') as at
      union
      select generate_series(${from}, ${to}, '1 day')
    ) due where ${isUncounted(tenant, 'states', sql`due.at`)} order by at desc
    limit (select greatest(1, least(${INSTANTS_AT_ONCE}, ${PLACEMENTS_AT_ONCE} / (placements_total + 1)))
      from tenants where tenant = ${tenant})`
  return rows.map(({ at }) => at)
}

const HOURS_AT_ONCE = 168
const DEPLOYMENTS_AT_ONCE = 20_000

/** The newest hours of which nothing was counted, all within a week; the fewer, the more deployments began in them. */
export async function readDueSums(
  { tx, tenant }: TenantScope,
  metric: CountedMetric,
  { first, newest }: CountedSpan,
): Promise<Date[]> {
  const rows = await readRows(tx, dueRow)`
    select at from (
      select at, sum((select coalesce(sum(added + changed), 0) from changes c
          where c.tenant = ${tenant} and c.at >= due.at - interval '1 hour' and c.at < due.at
        )) over (order by at desc) as deployments, row_number() over (order by at desc) as place,
        max(at) over () - at as ago
      from (
        select each.at from (select generate_series(${textOf(first)} + interval '1 hour',
          ${textOf(newest)}, '1 hour') as at) each
        where ${isUncounted(tenant, metric, sql`each.at`)} order by each.at desc limit ${HOURS_AT_ONCE}
      ) due
    ) weighed
    where ago < interval '7 days' and (place = 1 or deployments <= ${DEPLOYMENTS_AT_ONCE}) order by at desc`
  return rows.map(({ at }) => at)
}

/** A marker that says otherwise is there. */
function isUncounted(tenant: number, metric: CountedMetric, at: SQL): SQL {
  return sql`not exists (select from observed_hours m where ${isMarker(tenant, metric)}
    and m.at = ${at} and m.counted_at > '-infinity')`
}

function isMarker(tenant: number, metric: CountedMetric): SQL {
  return sql`m.tenant = ${tenant} and m.metric = ${metric} and m.by = '' and m.team = ''`
}

function textOf(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`
}

/**
 * Has hours counted again about which something was received since the last time and after they were counted, and those
 * with deployments of which more may be known by now: the older they are, the more seldom.
 */
export async function countLateAgain({ tx, tenant }: TenantScope, now: Date): Promise<void> {
  const at = textOf(now)
  const isLate = (table: string, happened: string) => sql`from ${sql.identifier(table)} t
    where t.tenant = ${tenant} and t.received_at > (select at from since)
      and t.received_at >= ${endOfHour(sql.identifier(happened))} + ${HEARD_AFTER}`
  await tx.execute(sql`
    with since as (select heard_until - ${KEPT_AFTER} as at from observed_counted where tenant = ${tenant}),
    late as materialized (
      select at, received_at, state = 'failed' as is_failure ${isLate('observed_turns', 'at')}
      union all select at, received_at, false ${isLate('observed_pulls', 'at')}
      union all select seen_at, received_at, false ${isLate('cluster_reports', 'seen_at')}
    ),
    late_metrics as materialized (
      select m.at from metric_hours m where m.tenant = ${tenant}
        and m.received_at > (select at from since) and m.received_at >= m.at + ${HEARD_AFTER}
    ),
    late_syncs as materialized (
      select ${endOfHour(sql`deployed_at`)} as at ${isLate('observed_syncs', 'deployed_at')}
      union select ${endOfHour(sql`at`)} from late where is_failure
    )
    update observed_hours m set counted_at = '-infinity'
    where m.tenant = ${tenant} and m.by = '' and m.team = '' and m.counted_at > '-infinity' and (
      (m.metric = 'states' and m.at >= (select min(at) from late)
        and m.at <= (select max(received_at) from late) - ${HEARD_AFTER})
      or (m.metric = 'sync_outcomes' and m.at in (select at from late_syncs))
      or (m.metric = 'reconcile_duration' and m.at in (select at from late_metrics))
      or (m.metric = 'deployments' and (m.counts -> 0 -> 0)::jsonb ?| array['in_progress', 'failed', 'unknown']
        and ${at} - m.counted_at
          >= least(interval '1 day', greatest(interval '5 minutes', m.counted_at - m.at))))`)
  await tx.execute(sql`
    insert into observed_counted (tenant, heard_until) values (${tenant}, ${at})
    on conflict (tenant) do update set heard_until = excluded.heard_until`)
}

function endOfHour(at: SQL | ReturnType<typeof sql.identifier>): SQL {
  return sql`(date_trunc('hour', ${at}, 'UTC') + interval '1 hour')`
}
