import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/**
 * One label of one object, as an interval of changes. Rows and not a jsonb column: under row-level security the jsonb
 * operators aren't leakproof, so Postgres can't use their index.
 */
export const labels = pgTable(
  'labels',
  {
    tenant: tenantColumn(),
    kind: text().$type<Kind>().notNull(),
    object: integer().notNull(),
    key: text().notNull(),
    value: text().notNull(),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.kind, table.object, table.key, table.began] }),
    check('labels_kind', sql`${table.kind} ~ '^[a-z]+(-[a-z]+)*$'`),
    check('labels_interval', sql`${table.ended} > ${table.began}`),
    uniqueIndex('labels_current')
      .on(table.tenant, table.kind, table.object, table.key)
      .where(sql`${table.ended} is null`),
    index('labels_lookup')
      .on(table.tenant, table.kind, table.key, table.value, table.object)
      .where(sql`${table.ended} is null`),
    // The environments that clusters name, one by one, at any time.
    index('labels_environments')
      .on(table.tenant, table.value, table.began, table.ended)
      .where(sql`${table.kind} = 'cluster' and ${table.key} = 'environment'`),
  ],
)
