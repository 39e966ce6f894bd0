import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { PUBLICATION_STATES } from '#lib/domain/git/publication-state.ts'
import { changes } from './change.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** A change's way into one branch. */
export const publications = pgTable(
  'publications',
  {
    tenant: tenantColumn(),
    branch: text().notNull(),
    change: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: PUBLICATION_STATES }).notNull().default('pending'),
    commit: text(),
    error: text(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    publishedAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.branch, table.change] }),
    foreignKey({
      columns: [table.tenant, table.change],
      foreignColumns: [changes.tenant, changes.id],
    }),
    check(
      'publications_state',
      sql`${table.state} in ('pending', 'proposed', 'published', 'failed')`,
    ),
    index('publications_change').on(table.tenant, table.change),
    // What is in a commit that a cluster has pulled.
    index('publications_commit')
      .on(table.tenant, table.commit, table.branch, table.change)
      .where(sql`${table.commit} is not null`),
    index('publications_pending')
      .on(table.tenant, table.branch, table.change)
      .where(sql`${table.state} = 'pending'`),
  ],
)
