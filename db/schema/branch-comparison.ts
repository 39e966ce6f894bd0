import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** What it would take to make a branch equal to the database, counted while the tenant is stopped. */
export const branchComparisons = pgTable(
  'branch_comparisons',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    branch: text().notNull(),
    tip: text().notNull(),
    added: integer().notNull(),
    removed: integer().notNull(),
    modified: integer().notNull(),
    /** The clusters that lose their folder there: the first few, by name. */
    clusters: text().array().notNull(),
    clustersTotal: integer().notNull(),
    /** The change with which an admin accepted it; null: nobody has. */
    accepted: bigint({ mode: 'number' }),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.branch] })],
)
