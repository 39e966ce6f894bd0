import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** Every state of an object, from the change that began it to the one that ended it; `ended` null: the current one. */
export const revisions = pgTable(
  'revisions',
  {
    tenant: tenantColumn(),
    kind: text().$type<Kind>().notNull(),
    object: integer().notNull(),
    /** The owning team; null: none does, or it is a team or the platform’s. */
    team: text(),
    name: text().notNull(),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }),
    body: jsonb().notNull(),
    /** Of an application: since which change its source (repository, branch and path) is this one. A trigger says it. */
    sourceBegan: bigint({ mode: 'number' }),
    /** Of an application: since which change its targets are these; null: it never had any. The same trigger says it. */
    targetsBegan: bigint({ mode: 'number' }),
    /** Of an application that isn’t managed: until which change it was; null: it never was. The same trigger says it. */
    managedUntil: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.kind, table.object, table.began] }),
    // Any word, so that another kind needs no migration.
    check('revisions_kind', sql`${table.kind} ~ '^[a-z]+(-[a-z]+)*$'`),
    check(
      'revisions_application_team',
      sql`${table.kind} <> 'application' or ${table.team} is not null`,
    ),
    check('revisions_interval', sql`${table.ended} > ${table.began}`),
    uniqueIndex('revisions_team_name')
      .on(table.tenant, table.kind, table.team, table.name)
      .where(sql`${table.ended} is null`),
    // Objects without a team, and all of kinds that the platform may own, too, have unique names in the tenant.
    uniqueIndex('revisions_name')
      .on(table.tenant, table.kind, table.name)
      .where(
        sql`${table.ended} is null and (${table.team} is null
          or ${table.kind} in ('target-policy', 'alert-rule', 'subscription', 'saved-report', 'freeze', 'config', 'config-schema'))`,
      ),
    index('revisions_list')
      .on(table.tenant, table.kind, table.name)
      .where(sql`${table.ended} is null`),
    // Every name that there ever was, for questions about the past.
    index('revisions_names').on(table.tenant, table.kind, table.name, table.object),
    // What a change edited, by kind.
    index('revisions_began').on(table.tenant, table.began, table.kind),
    index('revisions_ended').on(table.tenant, table.ended, table.kind),
  ],
)
