// Keeps counts of hours or days: from how many applications and clusters have what in common to the rows that are read.
import { type SQL, sql } from 'drizzle-orm'
import type { CountedMetric } from '#lib/domain/observed/counted.ts'
import type { TenantScope } from './scope.ts'

export type Counted = {
  readonly metrics: readonly CountedMetric[]
  /** Full hours, or midnights. */
  readonly times: readonly Date[]
  /** When this is counted. */
  readonly now: Date
}

/** More groups than this aren't kept of teams one by one: each is on most clusters, so there are as many as placements. */
const TEAM_CLUSTERS_MAX = 20_000

/** The times that are counted, each with the newest change by then, as rows of `hours`. */
export function hoursOf(tenant: number, times: readonly Date[]): SQL {
  return sql`hours as materialized (
    select asked.at, coalesce((select id from changes where tenant = ${tenant} and changes.at <= asked.at
        order by changes.at desc, id desc limit 1), 0) as change
    from (select each::timestamptz as at from unnest(${sql.param(textsOf(times))}::text[]) each) asked)`
}

/**
 * The applications that there ever were, as rows of `apps`: `id`, `team`, `name` and the change that `began` it; and where a
 * deleted team's name was used again, since when, as rows of `heirs`.
 */
export function appsOf(tenant: number): SQL {
  return sql`
    apps as materialized (
      select distinct on (object) object as id, team, team || '/' || name as name, began
      from revisions where tenant = ${tenant} and kind = 'application' order by object, began
    ),
    heirs as materialized (
      select name, began from (
        select name, min(began) as began, count(*) over (partition by name) as teams
        from revisions where tenant = ${tenant} and kind = 'team' group by name, object
      ) t where teams > 1
    )`
}

/** Whether the application `a` belonged to the team that had its name at the hour `h`. */
export const isOfTeamThen: SQL = sql`not exists (
  select from heirs t where t.name = a.team and t.began > a.began and t.began <= h.change)`

/**
 * Counts by all that they are kept by, as rows of `cells`, of rows of `hours`, `apps`, `heirs`, and
 * - `by_app`: `at`, `metric`, `application_id`, `name`, `n`
 * - `by_cluster`: the same with `cluster_id` and `team`, which is empty for everybody's.
 */
export function groupsOf(tenant: number, labelKeys: readonly string[]): SQL {
  const keys = sql`unnest(${sql.param([...labelKeys])}::text[]) with ordinality as k(key, place)`
  return sql`
    clusters as materialized (
      select distinct on (object) object as id, name from revisions
      where tenant = ${tenant} and kind = 'cluster' order by object, began
    ),
    valued as materialized (
      select c.at, c.cluster_id, array_agg(l.value order by k.place) as labels
      from (select distinct at, cluster_id from by_cluster) c join hours h on h.at = c.at
      cross join ${keys}
      left join labels l on l.tenant = ${tenant} and l.kind = 'cluster' and l.object = c.cluster_id
        and l.key = k.key and l.began <= h.change and (l.ended is null or l.ended > h.change)
      group by 1, 2
    ),
    by_class as materialized (
      select b.at, b.metric, b.team, v.labels, b.name, sum(b.n) as n
      from by_cluster b join valued v on v.at = b.at and v.cluster_id = b.cluster_id
      group by 1, 2, 3, 4, 5
    ),
    crowded as materialized (
      select at, metric from by_cluster where team <> '' group by 1, 2
      having count(*) > ${TEAM_CLUSTERS_MAX}
    ),
    cells as (
      select at, metric, '' as by, team, '' as key, name, n from by_class
      union all
      select c.at, c.metric, 'label:' || k.key, c.team, c.labels[k.place], c.name, c.n
      from by_class c cross join ${keys}
      union all
      select b.at, b.metric, 'cluster', b.team, c.name, b.name, b.n
      from by_cluster b join clusters c on c.id = b.cluster_id
      where b.team = '' or (b.at, b.metric) not in (select at, metric from crowded)
      union all
      select b.at, b.metric, 'application', t.team, a.name, b.name, b.n
      from by_app b join apps a on a.id = b.application_id join hours h on h.at = b.at
      cross join lateral (select '' as team
        union all select a.team where ${isOfTeamThen}) t
    )`
}

/**
 * Keeps the counts of times: rows `cells` of `metric`, `by`, `team`, `at`, `key`, `name` and `n`, which `given` makes. What
 * was kept of these times and isn't counted any more goes. Told twice changes nothing but when it was counted.
 */
export async function keepCounts(
  { tx, tenant }: TenantScope,
  tables: readonly ('observed_hours' | 'observed_days')[],
  { metrics, times, now }: Counted,
  given: SQL,
): Promise<void> {
  const isMeant = sql`tenant = ${tenant} and metric = any(${sql.param([...metrics])}::text[])
    and at = any(${sql.param(textsOf(times))}::text[]::timestamptz[])`
  const kept = tables.map((table) => keptIn(tenant, table, isMeant, now))
  await tx.execute(sql`
    with ${given},
    summed as (
      select metric, by, team, at, key, name, sum(n)::bigint as n from cells group by 1, 2, 3, 4, 5, 6
    ),
    named as (
      select metric, by, team, at, key, array_agg(name order by name) as names,
        array_agg(n order by name) as counts
      from summed group by 1, 2, 3, 4, 5
    ),
    alike as (
      select metric, by, team, at, names, json_agg(json_build_array(key, counts) order by key) as groups
      from named group by 1, 2, 3, 4, 5
    ),
    counted as (
      select metric, by, team, at, json_agg(json_build_array(names, groups) order by names) as counts
      from alike group by 1, 2, 3, 4
    ),
    fresh as materialized (
      select * from counted
      union all
      select m.metric, '', '', t.at::timestamptz, '[]'::json
      from unnest(${sql.param([...metrics])}::text[]) m(metric)
      cross join unnest(${sql.param(textsOf(times))}::text[]) t(at)
      where not exists (select from counted c
        where c.metric = m.metric and c.by = '' and c.team = '' and c.at = t.at::timestamptz)
    ),
    ${sql.join(kept, sql`, `)}
    select`)
}

function keptIn(tenant: number, table: string, isMeant: SQL, now: Date): SQL {
  const isMidnight = sql`at at time zone 'UTC' = date_trunc('day', at at time zone 'UTC')`
  const isKept = table === 'observed_days' ? isMidnight : sql`true`
  const old = sql.identifier(table)
  return sql`
    ${sql.identifier(`${table}_gone`)} as (
      delete from ${old} o where ${isMeant} and not exists (select from fresh f where f.metric = o.metric
        and f.by = o.by and f.team = o.team and f.at = o.at)
    ),
    ${sql.identifier(`${table}_kept`)} as (
      insert into ${old} as o (tenant, metric, by, team, at, counts, counted_at)
      select ${tenant}, metric, by, team, at, counts, ${now.toISOString()}::timestamptz
      from fresh where ${isKept}
      on conflict (tenant, metric, by, team, at) do update
        set counts = excluded.counts, counted_at = excluded.counted_at
        where o.counts::text <> excluded.counts::text or (o.by = '' and o.team = '')
    )`
}

function textsOf(times: readonly Date[]): string[] {
  return times.map((at) => at.toISOString())
}
