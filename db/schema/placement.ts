import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, pgView, primaryKey } from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

// Two tables, because a save moves up to hundreds of thousands of rows: the current ones stay small, and ended ones are
// written once. No foreign keys, for the same reason: tests check the consistency instead (db/testing/consistency.ts).

/** The pairs that are placed now, each since the change `began`. */
export const placements = pgTable(
  'placements',
  {
    tenant: tenantColumn(),
    applicationId: integer().notNull(),
    clusterId: integer().notNull(),
    began: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.applicationId, table.clusterId] }),
    index('placements_cluster').on(table.tenant, table.clusterId, table.applicationId),
    // What a change began, by application.
    index('placements_began').on(table.tenant, table.began, table.applicationId),
  ],
)

/** The pairs that were placed from the change `began` until the change `ended`. */
export const placementsPast = pgTable(
  'placements_past',
  {
    tenant: tenantColumn(),
    applicationId: integer().notNull(),
    clusterId: integer().notNull(),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.applicationId, table.clusterId, table.began] }),
    check('placements_past_interval', sql`${table.ended} > ${table.began}`),
    index('placements_past_cluster').on(table.tenant, table.clusterId, table.began),
    index('placements_past_began').on(table.tenant, table.began, table.applicationId),
    // What a change ended: by when it had begun, then by application.
    index('placements_past_ended').on(table.tenant, table.ended, table.began, table.applicationId),
  ],
)

/** Both, `ended` null for the current ones. Written by hand in a migration: drizzle-kit can't write a union view. */
export const placementsAll = pgView('placements_all', {
  tenant: tenantColumn(),
  applicationId: integer().notNull(),
  clusterId: integer().notNull(),
  began: bigint({ mode: 'number' }).notNull(),
  ended: bigint({ mode: 'number' }),
}).existing()
