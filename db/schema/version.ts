import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PackagingJson } from '#lib/domain/objects/application/source-json.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** Commits of applications that were announced. Rows are never changed after they were added. */
export const announcedVersions = pgTable(
  'announced_versions',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    applicationId: integer().notNull(),
    /** In order of announcement. */
    number: integer().notNull(),
    commit: text().notNull(),
    name: text(),
    /** The whole source, as it was then. */
    repoUrl: text().notNull(),
    repoPath: text().notNull(),
    /** What lies there; null: a directory in Git, as the reconciler finds it. */
    packaging: jsonb().$type<PackagingJson>(),
    targets: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    url: text(),
    builtAt: instant(),
    sourceCommit: text(),
    announcedAt: instant().notNull(),
    actorKind: text({ enum: ['person', 'token', 'system'] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.applicationId, table.number] }),
    check('announced_versions_number', sql`${table.number} > 0`),
    uniqueIndex('announced_versions_name')
      .on(table.tenant, table.applicationId, table.name)
      .where(sql`${table.name} is not null`),
    index('announced_versions_commit').on(table.tenant, table.commit, table.applicationId),
    index('announced_versions_source')
      .on(table.tenant, table.sourceCommit, table.applicationId)
      .where(sql`${table.sourceCommit} is not null`),
  ],
)
