import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** The last known state of a branch in Git. */
export const branches = pgTable(
  'branches',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    name: text().notNull(),
    /** The commit that Berth last saw there; null: the branch doesn't exist yet. */
    tip: text(),
    /** Everything up to this change is in that commit. */
    publishedChange: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * The layout that it may be written with: that of the version that made it, or of a confirmed upgrade. The default is
     * for versions from before layouts were numbered.
     */
    layout: integer().notNull().default(1),
    error: text(),
    errorAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.name] })],
)

/**
 * Which branch a cluster is on, as an interval of changes. `vacated` is the change whose publication removed the cluster's
 * directory from a branch that it left; until then the branch still has it.
 */
export const clusterBranches = pgTable(
  'cluster_branches',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    branch: text().notNull(),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }),
    vacated: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.cluster, table.began] }),
    check('cluster_branches_interval', sql`${table.ended} > ${table.began}`),
    // The clusters that left a branch: there are a hundred times as many that stay.
    index('cluster_branches_left')
      .on(table.tenant, table.branch, table.ended)
      .where(sql`${table.ended} is not null`),
    index('cluster_branches_vacated')
      .on(table.tenant, table.branch, table.vacated)
      .where(sql`${table.ended} is not null`),
  ],
)
