import { integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** How the receivers of subscriptions do, if the last delivery to them failed. */
export const receivers = pgTable(
  'receivers',
  {
    tenant: tenantColumn(),
    /** As in the deliveries. */
    subscription: integer().notNull(),
    /** In a row. */
    failures: integer().notNull(),
    /** Until when nothing is sent there. */
    restsUntil: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.subscription] })],
)
