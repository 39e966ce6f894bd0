import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const branchColumns = () => ({
  tenant: tenantColumn(),
  branch: text().notNull(),
  layout: integer().notNull(),
})

/** What a new layout alone does to a branch: its tree at a commit, compared with the same model rendered now. */
export const upgradePlans = pgTable(
  'upgrade_plans',
  {
    ...branchColumns(),
    /** The commit and the change that it was computed for. */
    tip: text().notNull(),
    publishedChange: bigint({ mode: 'number' }).notNull(),
    /** The tree that the commit has, and the one that the new layout gives. */
    treeBefore: text().notNull(),
    treeAfter: text().notNull(),
    added: integer().notNull(),
    removed: integer().notNull(),
    modified: integer().notNull(),
    /** The change with which it was confirmed; null: it isn't yet. */
    change: bigint({ mode: 'number' }),
    madeAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.branch, table.layout] })],
)

/** The files of a plan; those with the same difference are one row. */
export const upgradeFiles = pgTable(
  'upgrade_files',
  {
    ...branchColumns(),
    position: integer().notNull(),
    effect: text({ enum: ['added', 'removed', 'modified'] }).notNull(),
    /** The path, with `<cluster>` for the name of each cluster. */
    place: text().notNull(),
    files: integer().notNull(),
    examples: text().array().notNull(),
    /** The same for the same patch of the same place, whatever the branch. */
    digest: text().notNull(),
    /** A unified diff of the first example; null: the files were only counted. */
    patch: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.layout, table.branch, table.position] }),
    check('upgrade_files_effect', sql`${table.effect} in ('added', 'removed', 'modified')`),
  ],
)

/** The clusters, by name, whose bootstrap a plan changes. */
export const upgradeClusters = pgTable(
  'upgrade_clusters',
  { ...branchColumns(), cluster: text().notNull() },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.layout, table.cluster, table.branch] }),
  ],
)
