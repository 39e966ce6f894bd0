import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/**
 * The applications, clusters and teams that a change edited or moved: how many of its placements it added, removed and
 * changed. Counted once, when the change is stored, so that an object's history costs what it shows.
 */
export const changeObjects = pgTable(
  'change_objects',
  {
    tenant: tenantColumn(),
    kind: text().$type<Kind>().notNull(),
    object: integer().notNull(),
    change: bigint({ mode: 'number' }).notNull(),
    added: integer().notNull(),
    removed: integer().notNull(),
    changed: integer().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.kind, table.object, table.change] }),
    // What a change moved, by kind.
    index('change_objects_change').on(table.tenant, table.change, table.kind),
  ],
)
