import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { hexBytes } from './bytes.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** An instant in the form that the chain hashes. */
const isoInstant = customType<{ data: string; driverData: Date | string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (at) => new Date(at).toISOString(),
})

/** What a known principal did, or was refused. Each row's hash covers the row and the hash before it. */
export const auditEvents = pgTable(
  'audit_events',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: bigint({ mode: 'number' }).notNull(),
    at: isoInstant().notNull(),
    actorKind: text().$type<'person' | 'token' | 'system'>().notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** The client's address; null: a command on this machine. */
    address: text(),
    requestId: text(),
    /** The token that was used; null: none. */
    token: text(),
    /** The use case, `noun.verb`. */
    action: text().notNull(),
    /** The object, such as `team/ieb`; null: nothing that has a name. */
    object: text(),
    result: text().$type<'accepted' | 'refused'>().notNull(),
    code: text(),
    change: bigint({ mode: 'number' }),
    /** What was there before and after, as JSON. Stored as text, because the hash covers its exact characters. */
    details: text(),
    hash: hexBytes().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('audit_events_result', sql`${table.result} in ('accepted', 'refused')`),
    index('audit_events_at').on(table.tenant, table.at),
    index('audit_events_actor').on(table.tenant, table.actorId, table.id),
    index('audit_events_action').on(table.tenant, table.action, table.id),
    index('audit_events_change')
      .on(table.tenant, table.change)
      .where(sql`${table.change} is not null`),
  ],
)

/** The end of a tenant's chain. Its lock orders the transactions that append; readers don't take it. */
export const auditHeads = pgTable(
  'audit_heads',
  {
    tenant: integer()
      .primaryKey()
      .references(() => tenants.tenant),
    lastId: bigint({ mode: 'number' }).notNull(),
    lastHash: hexBytes().notNull(),
  },
  () => [tenantWall()],
)
