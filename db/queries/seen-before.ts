// When clusters were heard of, asked of the past.
import { type SQL, sql } from 'drizzle-orm'
import { REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'
import { toldBy } from './told-by.ts'

/**
 * When a cluster was last heard of by an instant in the past, as `seen_at`, null: never; exactly where that was so long before
 * that it wasn't fresh, and else as if at that very instant. With how often it reported then, as `interval_s`. By what had been
 * told at `knownAt`, a silence lasted as long as nobody knew of its end.
 */
export function seenBefore(tenant: number, cluster: SQL, at: SQL, knownAt?: Date): SQL {
  const isTold = toldBy(knownAt, sql`received_at`)
  // The first of which nobody knew that it ended, or else the last.
  const order =
    knownAt === undefined
      ? sql`from_at desc`
      : sql`${isTold}, case when not ${isTold} then from_at end, from_at desc`
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
      select from_at, case when ${isTold} then to_at else 'infinity' end as to_at, interval_s
      from observed_silences where ${ofCluster} and from_at <= ${at} order by ${order} limit 1
    ) gap on true
    left join lateral (
      select seen_at, interval_s from cluster_reports where ${ofCluster}
    ) report on true`
}
