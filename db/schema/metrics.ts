import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { HourCounts, Members } from '#lib/domain/observed/metric-fold.ts'
import type { HeardFrom } from '#lib/domain/observed/take-samples.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** What a cluster's Prometheus was heard of. Its row is locked while what it sends is taken in. */
export const clusterMetrics = pgTable(
  'cluster_metrics',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    receivedAt: instant().notNull(),
    /** When what isn't sent any more was last looked for. */
    sweptAt: instant().notNull(),
    /** How many rows it has in metric_keys. */
    keyCount: integer().notNull().default(0),
    /** From when until when each target told of each kind of series, in milliseconds. */
    targets: jsonb().$type<Readonly<Record<string, HeardFrom>>>().notNull(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.cluster] })],
)

/** What series of a cluster last said, by what they tell of: a row is written when they say something else, and now and then. */
export const metricKeys = pgTable(
  'metric_keys',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    key: text().notNull(),
    /** The newest instant in it, in milliseconds. */
    at: bigint({ mode: 'number' }).notNull(),
    members: jsonb().$type<Members>().notNull(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.cluster, table.key] })],
)

/** What clusters counted themselves, by the hour that ends then: for some days, until it is in the counts of all. */
export const metricHours = pgTable(
  'metric_hours',
  {
    tenant: tenantColumn(),
    at: instant().notNull(),
    cluster: integer().notNull(),
    counts: jsonb().$type<HourCounts>().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.at, table.cluster] })],
)
