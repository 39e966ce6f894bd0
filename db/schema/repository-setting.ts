import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { GitHost } from '#lib/domain/git/push.ts'
import { bytes } from './bytes.ts'
import { tenants } from './tenant.ts'
import { tenantWall } from './tenant-wall.ts'

/** Where a tenant's manifests go, if not where the environment says. Credentials are sealed, and never shown again. */
export const repositorySettings = pgTable(
  'repository_settings',
  {
    tenant: integer()
      .primaryKey()
      .references(() => tenants.tenant),
    repoUrl: text().notNull(),
    /** Null: the same as `repo_url`. */
    pullUrl: text(),
    branchPattern: text().notNull(),
    shards: integer().notNull(),
    username: text().notNull(),
    token: bytes(),
    sshKey: bytes(),
    sshKnownHosts: text(),
    /** Null: the one that `repo_url` tells. */
    pullRequestHost: text().$type<GitHost>(),
    /** Null: where the host has it by default. */
    pullRequestApiUrl: text(),
    /** Null: the same as `token`. */
    pullRequestToken: bytes(),
    pullRequestJoin: boolean().notNull().default(true),
    /** Counts edits, so that an edit can say which state it is based on. */
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    updatedBy: text().notNull(),
  },
  () => [tenantWall()],
)
