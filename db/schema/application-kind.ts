import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { tenants } from './tenant.ts'
import { tenantWall } from './tenant-wall.ts'

/** What a tenant's teams may bring to their namespaces besides what every team may. */
export const applicationKinds = pgTable(
  'application_kinds',
  {
    tenant: integer()
      .primaryKey()
      .references(() => tenants.tenant),
    kinds: jsonb().notNull(),
    /** One more for every edit: what an edit was based on. */
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedBy: text().notNull(),
  },
  () => [tenantWall()],
)
