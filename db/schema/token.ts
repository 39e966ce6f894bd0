import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TokenRole } from '#lib/domain/access/token-grant.ts'
import { bytes } from './bytes.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'
import { tenants } from './tenant.ts'

export const tokens = pgTable(
  'tokens',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: uuid().notNull().defaultRandom(),
    hash: bytes().notNull().unique(),
    name: text().notNull(),
    role: text().$type<TokenRole>().notNull(),
    // Ids and not names: whoever is later given a deleted team's name must not get access through its tokens.
    team: integer(),
    cluster: integer(),
    scheduler: integer(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    createdBy: text().notNull(),
    /** The person who made it, whose rights limit it; null: it has rights of its own. */
    person: text(),
    /** For a token that another one made: the principal that pays for it, if no person made the first; null: itself. */
    payer: text(),
    expiresAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true, precision: 3 }),
    revokedAt: timestamp({ withTimezone: true, precision: 3 }),
    revokedBy: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    index('tokens_person').on(table.tenant, table.person),
    check(
      'tokens_role',
      sql`${table.role} in ('admin', 'contributor', 'reader', 'announcer', 'scheduler')`,
    ),
    check(
      'tokens_announcer',
      sql`${table.role} <> 'announcer' or (${table.team} is not null and ${table.cluster} is null)`,
    ),
    check(
      'tokens_scheduler',
      sql`(${table.role} = 'scheduler') = (${table.scheduler} is not null) and (${table.scheduler} is null or coalesce(${table.team}, ${table.cluster}) is null)`,
    ),
  ],
)
