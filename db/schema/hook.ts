import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { GitHost } from '#lib/domain/git/push.ts'
import { bytes } from './bytes.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** By which Git hosts tell of pushes, and of pull requests. */
export const hooks = pgTable(
  'hooks',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    /** Part of the address that the host calls, which says of which tenant it is. */
    id: uuid().notNull().unique(),
    name: text().notNull(),
    /**
     * The number of the team: another one of its name has none of its hooks. Null: it is the tenant's, for what happens in its
     * repository.
     */
    team: integer(),
    host: text().$type<GitHost>().notNull(),
    /** The secret by which the host proves its deliveries. */
    sealed: bytes().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: text().notNull(),
    createdByName: text().notNull(),
    lastDeliveryAt: instant(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    index('hooks_team').on(table.tenant, table.team),
    check('hooks_host', sql`${table.host} in ('github', 'gitlab', 'azure-devops', 'gitea')`),
  ],
)
