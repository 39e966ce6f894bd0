// Counts in which states placements were at full hours, and how fresh clusters were: from the history, so that however late
// it is counted, it is what was then.
import { type SQL, sql } from 'drizzle-orm'
import { type Gauge, PLANNED } from '#lib/domain/observed/counted.ts'
import { freshnessAt } from './cluster-freshness.ts'
import { appsOf, groupsOf, hoursOf, isOfTeamThen, keepCounts } from './count-groups.ts'
import { isSilent, shownState } from './observed-state.ts'
import { isManaged, manifestSince, sourceAfter, sourceSince } from './pair-sources.ts'
import { hadTarget } from './placement-targets.ts'
import { type HeldSilence, plannedThen } from './planned-silences.ts'
import type { TenantScope } from './scope.ts'
import { seenBefore } from './seen-before.ts'

const GAUGES: readonly Gauge[] = ['states', 'freshness']

/**
 * Counts how it was at some hours. All of them are read at once, however many placements there are. `silences` are those that
 * held at these hours.
 */
export async function countGauges(
  scope: TenantScope,
  times: readonly Date[],
  labelKeys: readonly string[],
  silences: readonly HeldSilence[],
  now: Date,
): Promise<void> {
  const { tenant } = scope
  const first = times.reduce((a, b) => (a < b ? a : b))
  await keepCounts(
    scope,
    ['observed_hours', 'observed_days'],
    { metrics: GAUGES, times, now },
    sql`${hoursOf(tenant, times)}, ${appsOf(tenant)}, ${toldThen(tenant, first)},
      ${plannedThen(tenant, silences)}, ${clustersThen(tenant)}, ${placementsThen(tenant)}, ${countsThen},
      ${groupsOf(tenant, labelKeys)}`,
  )
}

/**
 * What clusters had told of pairs by each hour, as rows of `told`: what the first turn after the hour says was before or, if
 * there was none since, what is told now.
 */
function toldThen(tenant: number, first: Date): SQL {
  return sql`
    turned as materialized (
      select application_id, cluster_id, at, state, case when known_before then state_before end as before,
        lag(at) over pair is null as is_first, lead(at, 1, 'infinity') over pair as next
      from observed_turns where tenant = ${tenant} and at > ${first.toISOString()}::timestamptz
      window pair as (partition by cluster_id, application_id order by at)
    ),
    told as materialized (
      select h.at, t.application_id, t.cluster_id, t.state from turned t
        join hours h on h.at >= t.at and h.at < t.next where t.state is not null
      union all
      select h.at, t.application_id, t.cluster_id, t.before from turned t
        join hours h on h.at < t.at where t.is_first and t.before is not null
      union all
      select h.at, o.application_id, o.cluster_id, o.written_state from observations o cross join hours h
      where o.tenant = ${tenant} and o.written_state is not null and not exists (
        select from turned t where t.cluster_id = o.cluster_id and t.application_id = o.application_id)
    )`
}

/** The clusters of each hour, as rows of `clusters_then`, with what was known of them. */
function clustersThen(tenant: number): SQL {
  return sql`
    clusters_then as materialized (
      select h.at, k.object as cluster_id, c.seen_at, c.interval_s, case
        when ${isSilent(sql`h.at`)} and (h.at, k.object) in (select at, cluster_id from planned) then ${PLANNED}
        else ${freshnessAt(sql`h.at`)} end as freshness,
        (select change from observed_pulls p where p.tenant = ${tenant} and p.cluster = k.object
          and p.at <= h.at and p.change is not null order by p.at desc limit 1) as pulled_change
      from hours h join revisions k on k.tenant = ${tenant} and k.kind = 'cluster'
        and k.began <= h.change and (k.ended is null or k.ended > h.change)
      cross join lateral (${seenBefore(tenant, sql`k.object`, sql`h.at`)}) c
    )`
}

/** The placements of each hour, as rows of `placed`, each in the state that people saw. */
function placementsThen(tenant: number): SQL {
  return sql`
    sources as materialized (
      select h.at, h.change, r.object as application_id, r.source_began,
        r.managed_until, ${isManaged(sql`r.body`)} as is_managed
      from hours h join revisions r on r.tenant = ${tenant} and r.kind = 'application'
        and r.began <= h.change and (r.ended is null or r.ended > h.change)
    ),
    placed as materialized (
      select p.at, p.application_id, p.cluster_id, c.freshness, ${shownState(sql`p.at`)} as state
      from (
        select h.at, p.application_id, p.cluster_id, p.began
        from hours h join placements_all p on p.tenant = ${tenant} and p.began <= h.change
          and (p.ended is null or p.ended > h.change)
      ) p
      join sources s on s.at = p.at and s.application_id = p.application_id
      join clusters_then c on c.at = p.at and c.cluster_id = p.cluster_id
      left join (
        select *, null::text as later_state, null::timestamptz as later_at,
          case when state in ('leaving', 'orphaned') then at end as unwanted_since
        from told
      ) o on o.at = p.at and o.application_id = p.application_id and o.cluster_id = p.cluster_id
      ${releasesThen(tenant)}
    )`
}

/** Since when the placement `p` of a row `s` of `sources` has its source and its manifest, as `r`. */
function releasesThen(tenant: number): SQL {
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const change = sql`s.change`
  return sql`left join lateral (
      select * from (${sourceAfter(tenant, pair, change)}) e
        where s.is_managed or s.managed_until > p.began or ${hadTarget(tenant, pair)} offset 0
    ) e on true
    cross join lateral (
      select case when e.began <= c.pulled_change then e.began
          when e.began is not null then ${sourceSince(tenant, pair, sql`e`, sql`p.began`)}
          when not s.is_managed then s.source_began end as source_began,
        case when s.is_managed or s.managed_until > p.began
          then ${manifestSince(tenant, pair, sql`p.began`, sql`e.began`)} else p.began end as manifest_began
    ) r`
}

/** Of everybody all clusters count, with or without placements; of a team those on which it is placed. */
const countsThen: SQL = sql`
    owned as materialized (
      select p.at, a.team, p.cluster_id, p.state, p.freshness, count(*) as n
      from placed p join apps a on a.id = p.application_id join hours h on h.at = p.at
      where ${isOfTeamThen} group by 1, 2, 3, 4, 5
    ),
    by_app as materialized (
      select at, 'states' as metric, application_id, state as name, count(*) as n
        from placed group by at, application_id, state
      union all
      select at, 'freshness', application_id, freshness, count(*)
        from placed group by at, application_id, freshness
    ),
    by_cluster as materialized (
      select at, 'states' as metric, '' as team, cluster_id, state as name, count(*) as n
        from placed group by at, cluster_id, state
      union all
      select at, 'states', team, cluster_id, state, n from owned
      union all
      select at, 'freshness', '', cluster_id, freshness, 1 from clusters_then
      union all
      select distinct at, 'freshness', team, cluster_id, freshness, 1 from owned
    )`
