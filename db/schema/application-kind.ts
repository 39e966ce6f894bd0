import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { ApplicationKinds } from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { tenants } from './tenant.ts'
import { tenantWall } from './tenant-wall.ts'

/** What a tenant's teams may bring to their namespaces, besides what every team may. */
export const applicationKinds = pgTable(
  'application_kinds',
  {
    tenant: integer()
      .primaryKey()
      .references(() => tenants.tenant),
    kinds: jsonb().$type<readonly ApplicationKinds[]>().notNull(),
    /** Counts edits, so that an edit can say which state it is based on. */
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedBy: text().notNull(),
  },
  () => [tenantWall()],
)
