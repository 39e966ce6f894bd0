import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'
import { tenants } from './tenant.ts'

/** Filters and order of lists that somebody keeps under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: uuid().notNull().defaultRandom(),
    /** The principal whose it is; null: a team's. */
    owner: text(),
    /** The number of the team among its revisions: a later one of its name is another. */
    team: integer(),
    list: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    isDefault: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    createdBy: text().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('saved_views_owner', sql`num_nonnulls(${table.owner}, ${table.team}) = 1`),
    uniqueIndex('saved_views_name').on(table.tenant, whoseView(table), table.list, table.name),
    uniqueIndex('saved_views_default')
      .on(table.tenant, whoseView(table), table.list)
      .where(sql`${table.isDefault}`),
  ],
)

/** The principal or the number of the team, as one text: every principal has a colon in its name. */
export function whoseView({ owner, team }: { owner: AnyPgColumn; team: AnyPgColumn }): SQL {
  return sql`coalesce(${owner}, ${team}::text)`
}
