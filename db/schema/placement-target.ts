import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/**
 * Which target of its application a placement had, from the change `began` until the change `ended`. Placements without one
 * have no row: these have the application's own directory. A target is known by its name alone, so one that a cluster keeps
 * when it comes to another environment goes on.
 */
export const placementTargets = pgTable(
  'placement_targets',
  {
    tenant: tenantColumn(),
    applicationId: integer().notNull(),
    clusterId: integer().notNull(),
    target: text().notNull(),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.applicationId, table.clusterId, table.began] }),
    check('placement_targets_interval', sql`${table.ended} > ${table.began}`),
    // Which placements have a target now.
    index('placement_targets_target')
      .on(table.tenant, table.target, table.applicationId, table.clusterId)
      .where(sql`${table.ended} is null`),
    index('placement_targets_began').on(table.tenant, table.began),
    index('placement_targets_ended').on(table.tenant, table.ended),
  ],
)
