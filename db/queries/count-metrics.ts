// Counts what clusters count themselves in hours, as their Prometheus wrote it.
import { sql } from 'drizzle-orm'
import { RATES } from '#lib/domain/observed/metric-series.ts'
import { keepSums, type SumFamily } from './count-days.ts'
import { groupsOf, hoursOf } from './count-groups.ts'

const [first, ...others] = RATES

/** What is below 0 lacks a part that was never sent. What is 0 was sent, too: without any, nobody knows. */
export const clusterMetrics: SumFamily = {
  metrics: [first, ...others],
  count: async (scope, { times, now, labelKeys }) => {
    const { tenant } = scope
    const given = sql`${hoursOf(tenant, times)},
      apps as (select 0 as id, '' as team, '' as name, 0::bigint as began where false),
      heirs as (select '' as name, 0::bigint as began where false),
      by_app as (select now() as at, '' as metric, 0 as application_id, '' as name, 0::bigint as n where false),
      by_cluster as materialized (
        select h.at, rate.key as metric, '' as team, m.cluster as cluster_id, named.key as name,
          greatest(named.value::bigint, 0) as n
        from hours h join metric_hours m on m.tenant = ${tenant} and m.at = h.at
        cross join lateral jsonb_each(m.counts) rate
        cross join lateral jsonb_each_text(rate.value) named
      ),
      ${groupsOf(tenant, labelKeys)}`
    await keepSums(scope, { metrics: clusterMetrics.metrics, times, now }, given)
  },
}
