import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** One accepted edit. Rows are never changed after they were added. */
export const changes = pgTable(
  'changes',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    actorKind: text({ enum: ['person', 'token', 'system'] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    actorEmail: text(),
    action: text().notNull(),
    reason: text(),
    removed: integer().notNull(),
    added: integer().notNull(),
    changed: integer().notNull(),
    confirmed: boolean().notNull(),
    /** Of the clusters on which it moved placements, before it and after. */
    environments: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** How many placements there were after this change. */
    placementsTotal: bigint({ mode: 'number' }).notNull(),
    impact: jsonb().notNull(),
    /**
     * The change that it took back. A column, because row-level security lets no index find rows by what a text is cast to.
     * https://www.postgresql.org/docs/current/rules-privileges.html
     */
    reverts: bigint({ mode: 'number' }),
    digest: text().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    index('changes_actor').on(table.tenant, table.actorId, table.at),
    index('changes_at').on(table.tenant, table.at),
    // Which change took another back.
    index('changes_reverts')
      .on(table.tenant, table.reverts, table.id)
      .where(sql`${table.reverts} is not null`),
    // Those that a chart marks; most edits move nothing.
    index('changes_moving')
      .on(table.tenant, table.at)
      .where(sql`${table.added} + ${table.removed} + ${table.changed} > 0`),
  ],
)
