import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** Numbers of clusters that programs write, by which picks prefer some. No history is kept of them. */
export const clusterScores = pgTable(
  'cluster_scores',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    name: text().notNull(),
    value: doublePrecision().notNull(),
    /** From this instant on it counts as absent. */
    until: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.cluster, table.name] }),
    // Of one name those of all clusters, and what is over.
    index('cluster_scores_name').on(table.tenant, table.name, table.until),
  ],
)
