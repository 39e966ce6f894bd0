import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { PackagingJson } from '#lib/domain/objects/application/source-json.ts'
import type { Hold } from '#lib/domain/releases/hold.ts'
import { bytes } from './bytes.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** Which source an application has on which clusters of an environment, from the change `began` until the change `ended`. */
export const releases = pgTable(
  'releases',
  {
    tenant: tenantColumn(),
    id: integer().notNull(),
    applicationId: integer().notNull(),
    /** Empty: the clusters that name none. */
    environment: text().notNull(),
    /** Null: what the application had before it followed versions. */
    version: integer(),
    repoUrl: text().notNull(),
    repoBranch: text().notNull(),
    repoPath: text().notNull(),
    /** What lies there; null: a directory in Git, as the reconciler finds it. */
    packaging: jsonb().$type<PackagingJson>(),
    /** The directories of placements with targets, by the targets' names; null: nothing was said of them. */
    targets: jsonb().$type<Readonly<Record<string, string>>>(),
    /** Bit i: the cluster with the id i; null: all that no other release of the application and environment is for. */
    clusters: bytes(),
    /** Whether clusters are added to this set as soon as what they wait for is there; the newest one counts. */
    current: boolean().notNull().default(false),
    rollout: integer(),
    /** Why the one cluster of the set keeps what it has; null: it doesn't. */
    hold: jsonb().$type<Hold>(),
    holdCluster: integer(),
    /** When Berth looks whether the hold is over. */
    holdDueAt: timestamp({ withTimezone: true, precision: 3 }),
    began: bigint({ mode: 'number' }).notNull(),
    ended: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('releases_interval', sql`${table.ended} > ${table.began}`),
    index('releases_began').on(table.tenant, table.began),
    index('releases_ended').on(table.tenant, table.ended),
    index('releases_application').on(
      table.tenant,
      table.applicationId,
      table.environment,
      table.began,
    ),
    index('releases_holds')
      .on(table.tenant, table.holdCluster, table.applicationId)
      .where(sql`${table.hold} is not null and ${table.ended} is null`),
    index('releases_holds_due')
      .on(table.holdDueAt, table.tenant)
      .where(sql`${table.hold} is not null and ${table.ended} is null`),
    index('releases_until').on(table.tenant, table.applicationId, table.environment, table.ended),
  ],
)
