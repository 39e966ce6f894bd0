import { sql } from 'drizzle-orm'
import { integer, pgPolicy } from 'drizzle-orm/pg-core'

/** The first column of every table, and of every key. */
export const tenantColumn = () => integer().notNull()

/**
 * The one row-level security policy, the same on every table; db/guard.ts refuses any other. The setting is read in a
 * sub-select so that it is read once for a statement and not for each row. A transaction without a tenant gets an error and
 * never rows: the setting is then missing, or the empty text, which is no integer.
 */
export const tenantWall = () =>
  pgPolicy('tenant_wall', {
    as: 'permissive',
    for: 'all',
    to: 'public',
    using: sql`tenant = (select current_setting('berth.tenant')::int)`,
  })
