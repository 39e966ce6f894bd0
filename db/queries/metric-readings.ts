import { z } from 'zod'
import type { Reading } from '#lib/domain/observed/metric-series.ts'
import { readRow, readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const heardRow = z.strictObject({ at: z.date() })

const readingRow = z.strictObject({
  of: z.enum(['application', 'connection', 'queue']) satisfies z.ZodType<Reading>,
  name: z.string(),
  said: z.string(),
  count: z.int(),
})
export type MetricReading = z.infer<typeof readingRow>

/** What is still there is said again more often than that. */
const SAID_WITHIN_MS = 7 * 3_600_000

/** How many of a cluster's series say what, of those that say how something is now, and when it last sent any; null: it never did. */
export async function readMetricReadings(
  { tx, tenant }: TenantScope,
  cluster: number,
): Promise<{ readonly at: Date; readonly readings: readonly MetricReading[] } | null> {
  const heard = await readRow(tx, heardRow)`
    select received_at as at from cluster_metrics where tenant = ${tenant} and cluster = ${cluster}`
  if (!heard) return null
  const readings = await readRows(tx, readingRow)`
    select split_part(k.key, ' ', 1) as of, m.key as name, m.value ->> 1 as said, count(*)::int as count
    from metric_keys k cross join lateral jsonb_each(k.members) m
    where k.tenant = ${tenant} and k.cluster = ${cluster}
      and split_part(k.key, ' ', 1) in ('application', 'connection', 'queue')
      and m.value ->> 1 is not null and k.at > ${heard.at.getTime() - SAID_WITHIN_MS}
    group by 1, 2, 3 order by 1, 2, 3`
  return { at: heard.at, readings }
}
