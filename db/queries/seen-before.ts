// When clusters were heard of, asked of the past.
import { type SQL, sql } from 'drizzle-orm'
import { REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'

/**
 * When a cluster was last heard of by an instant in the past, as `seen_at`, null: never; exactly where that was so long before
 * that it wasn't fresh, and else as if at that very instant. With how often it reported then, as `interval_s`.
 */
export function seenBefore(tenant: number, cluster: SQL, at: SQL): SQL {
  const ofCluster = sql`tenant = ${tenant} and cluster = ${cluster}`
  return sql`select case
      when gap.to_at > ${at} then nullif(gap.from_at, '-infinity')
      when report.seen_at <= ${at} then report.seen_at
      when report.seen_at is not null or exists (select from observed_silences where ${ofCluster})
        then ${at} end as seen_at,
      coalesce(case when gap.to_at > ${at} then gap.interval_s end, report.interval_s,
        ${REPORT_INTERVAL_S}) as interval_s
    from (select) nothing
    left join lateral (
      select from_at, to_at, interval_s from observed_silences
      where ${ofCluster} and from_at <= ${at} order by from_at desc limit 1
    ) gap on true
    left join lateral (
      select seen_at, interval_s from cluster_reports where ${ofCluster}
    ) report on true`
}
