import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** The outcome of a write with an Idempotency-Key, stored in the write's own transaction. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenant: tenantColumn(),
    principal: text().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    /** Sealed, in base64. */
    bodyHash: text().notNull(),
    outcome: jsonb().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.principal, table.route, table.key] }),
    index('idempotency_keys_age').on(table.tenant, table.createdAt),
  ],
)
