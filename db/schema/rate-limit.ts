import { doublePrecision, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** How many requests a principal may still make of all replicas together. Unlogged: a crash refills every bucket. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    tenant: tenantColumn(),
    principal: text().notNull(),
    left: doublePrecision().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.principal] })],
)
