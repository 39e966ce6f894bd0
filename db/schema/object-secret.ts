import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { bytes } from './bytes.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** The secrets of objects as they are now. Revisions say only whether there is one, so none of before is kept. */
export const objectSecrets = pgTable(
  'object_secrets',
  {
    tenant: tenantColumn(),
    kind: text().$type<Kind>().notNull(),
    object: integer().notNull(),
    field: text().notNull(),
    sealed: bytes().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.kind, table.object, table.field] }),
  ],
)
