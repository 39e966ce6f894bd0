import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import type { TenantRole } from '#lib/domain/access/actor.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'
import { tenants } from './tenant.ts'

/** Which role in the whole tenant a group or app role of the identity provider gives. */
export const roleGrants = pgTable(
  'role_grants',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: uuid().notNull().defaultRandom(),
    source: text().$type<'group' | 'role'>().notNull(),
    value: text().notNull(),
    role: text().$type<TenantRole>().notNull(),
    /** For people to read: ids say little. */
    description: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    createdBy: text().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    unique('role_grants_value').on(table.tenant, table.source, table.value),
    check('role_grants_source', sql`${table.source} in ('group', 'role')`),
    check('role_grants_role', sql`${table.role} in ('admin', 'contributor', 'reader')`),
  ],
)
