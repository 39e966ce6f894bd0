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
} from 'drizzle-orm/pg-core'
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
    /** The directories of placements with targets, by the targets' names; null: nothing was said of them. */
    targets: jsonb().$type<Readonly<Record<string, string>>>(),
    /** Bit i: the cluster with the id i; null: all that no other release of the application and environment is for. */
    clusters: bytes(),
    /** Whether clusters are added to this set as soon as what they wait for is there; the newest one counts. */
    current: boolean().notNull().default(false),
    rollout: integer(),
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
    index('releases_until').on(table.tenant, table.applicationId, table.environment, table.ended),
  ],
)
