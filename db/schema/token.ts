import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TenantRole } from '#lib/domain/actor.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** API tokens, by their hash. */
export const tokens = pgTable(
  'tokens',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: uuid().notNull().defaultRandom(),
    hash: bytea().notNull().unique(),
    name: text().notNull(),
    role: text().$type<TenantRole>().notNull(),
    // Object ids and not names: whoever is later given a deleted team's name must not be given its tokens.
    team: integer(),
    cluster: integer(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    createdBy: text().notNull(),
    expiresAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true, precision: 3 }),
    revokedAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('tokens_role', sql`${table.role} in ('admin', 'contributor', 'reader')`),
  ],
)
