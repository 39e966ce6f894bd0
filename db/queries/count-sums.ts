// Counts what happened in hours: deployments and what became of them, syncs, and changes.
import { type SQL, sql } from 'drizzle-orm'
import type { CountedMetric } from '#lib/domain/observed/counted.ts'
import { BEYOND, BOUNDS_S } from '#lib/domain/observed/durations.ts'
import { keepSums, type SumFamily, type ToCount } from './count-days.ts'
import { appsOf, type Counted, groupsOf, hoursOf, isOfTeamThen } from './count-groups.ts'
import { outcomeOfTold, toldOf } from './deployment-outcomes.ts'
import { begunTogether, versions } from './deployment-sources.ts'
import { readVarying } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'

/** Of deployments that began in the hours, by what is known of them now. */
export const deployments: SumFamily = {
  metrics: ['deployments', 'save_to_commit', 'commit_to_pulled', 'pulled_to_healthy'],
  count: (scope, given) => countEvents(scope, deployments, given, deploymentEvents),
}

export const syncs: SumFamily = {
  metrics: ['sync_outcomes', 'sync_duration'],
  count: (scope, given) => countEvents(scope, syncs, given, syncEvents),
}

export const changes: SumFamily = {
  metrics: ['changes'],
  count: async (scope, { times, now }) => {
    const { tenant } = scope
    const cells = sql`cells as (
      select h.at, 'changes' as metric, '' as by, '' as team, '' as key, 'changes' as name, count(*) as n
      from hours h join changes c on c.tenant = ${tenant} and c.at >= h.at - interval '1 hour' and c.at < h.at
      group by h.at)`
    await keepSums(
      scope,
      { metrics: changes.metrics, times, now },
      sql`${hoursOf(tenant, times)}, ${cells}`,
    )
  },
}

type Asked = Pick<Counted, 'times' | 'now'> & {
  /** The applications whose placements have sources of their own. */
  readonly varying: readonly number[]
}

/** `eventsOf` answers CTEs that end with `events`: rows of `at`, `metric`, `application_id`, `cluster_id` and `name`. */
async function countEvents(
  scope: TenantScope,
  { metrics }: SumFamily,
  { times, now, labelKeys }: ToCount,
  eventsOf: (tenant: number, given: Asked) => SQL,
): Promise<void> {
  const { tenant } = scope
  const varying = await readVarying(scope)
  const given = sql`${hoursOf(tenant, times)}, ${appsOf(tenant)}, ${eventsOf(tenant, { times, now, varying })},
    by_app as materialized (
      select at, metric, application_id, name, count(*) as n from events group by 1, 2, 3, 4
    ),
    by_cluster as materialized (
      select at, metric, '' as team, cluster_id, name, count(*) as n from events group by 1, 2, 4, 5
      union all
      select e.at, e.metric, a.team, e.cluster_id, e.name, count(*)
      from events e join apps a on a.id = e.application_id join hours h on h.at = e.at
      where ${isOfTeamThen} group by 1, 2, 3, 4, 5
    ),
    ${groupsOf(tenant, labelKeys)}`
  await keepSums(scope, { metrics, times, now }, given)
}

function deploymentEvents(tenant: number, { now, varying }: Asked): SQL {
  const time = { change: null, observedAt: now, isPast: false }
  const knownNow = { upTo: null }
  const begun = begunTogether(tenant, sql`array(select id from begun_changes)`, varying)
  const ofDeployment: readonly (readonly [CountedMetric, SQL])[] = [
    ['deployments', outcomeOfTold],
    ['save_to_commit', bucketOf(sql`published.published_at - t.saved_at`)],
    ['commit_to_pulled', bucketOf(sql`t."pulledAt" - published.published_at`)],
    ['pulled_to_healthy', bucketOf(sql`t."healthyAt" - t."pulledAt"`)],
  ]
  return sql`
    ${versions(tenant, knownNow, null, varying)},
    begun_changes as materialized (
      select c.id, c.at as saved_at, h.at from hours h join changes c on c.tenant = ${tenant}
        and c.at >= h.at - interval '1 hour' and c.at < h.at
      where c.added + c.changed > 0
    ),
    begun as materialized (
      select d.object as application_id, d.cluster_id, d.start,
        least(d.ended, d.placement_ended) as ended
      from (${begun}) d
    ),
    followed as materialized (
      select b.at, b.saved_at, t.* from (${toldOf(tenant, sql`select * from begun`, time)}) t
      join begun_changes b on b.id = t.start
    ),
    events as materialized (
      select t.at, e.metric, t.application_id, t.cluster_id, e.name from followed t
      left join lateral (
        select p.published_at from cluster_branches b
        join publications p on p.tenant = ${tenant} and p.branch = b.branch and p.change = t.start
        where b.tenant = ${tenant} and b.cluster = t.cluster_id
          and b.began <= t.start and (b.ended is null or b.ended > t.start)
      ) published on true
      cross join lateral (values ${sql.join(
        ofDeployment.map(([metric, name]) => sql`(${metric}, ${name})`),
        sql`, `,
      )}) e(metric, name)
      where e.name is not null
    )`
}

/** The cluster's own history of syncs has those that succeeded; one that failed shows by what its placement became. */
function syncEvents(tenant: number, { times }: Asked): SQL {
  const bound = (reduce: 'min' | 'max') =>
    new Date(Math[reduce](...times.map((at) => at.getTime()))).toISOString()
  // For the partitions, which are found before the hours are.
  const isNear = (at: SQL) =>
    sql`${at} >= ${bound('min')}::timestamptz - interval '1 hour' and ${at} < ${bound('max')}::timestamptz`
  return sql`
    synced as materialized (
      select h.at, s.application_id, s.cluster_id, s.deployed_at - s.started_at as took
      from hours h join observed_syncs s on ${isWithin(sql`s.deployed_at`)}
      where s.tenant = ${tenant} and ${isNear(sql`s.deployed_at`)}
    ),
    events as materialized (
      select at, 'sync_outcomes' as metric, application_id, cluster_id, 'succeeded' as name from synced
      union all
      select at, 'sync_duration', application_id, cluster_id, ${bucketOf(sql`took`)} from synced
        where took is not null
      union all
      select h.at, 'sync_outcomes', t.application_id, t.cluster_id, 'failed'
      from hours h join observed_turns t on ${isWithin(sql`t.at`)}
      where t.tenant = ${tenant} and ${isNear(sql`t.at`)} and t.state = 'failed'
    )`
}

const isWithin = (at: SQL) => sql`${at} >= h.at - interval '1 hour' and ${at} < h.at`

/** As lib/domain/observed/durations.ts has it, of an interval; clocks that differ make none shorter than nothing. */
function bucketOf(interval: SQL): SQL {
  const bounds = sql`array[${sql.raw(BOUNDS_S.join(', '))}]::float8[]`
  const seconds = sql`extract(epoch from ${interval})::float8`
  return sql`case when ${interval} is not null then coalesce(
    (select min(b)::bigint::text from unnest(${bounds}) b where b >= ${seconds}), ${BEYOND}) end`
}
