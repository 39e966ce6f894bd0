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
  uuid,
} from 'drizzle-orm/pg-core'
import { EVENT_TYPES } from '#lib/domain/deliveries/delivery-event.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** An event on its way to a subscription's receiver. */
export const deliveries = pgTable(
  'deliveries',
  {
    tenant: tenantColumn(),
    /** The receiver sees it, the same at each attempt. */
    id: uuid().notNull().defaultRandom(),
    /** The number of the subscription among its revisions: a later one of its name is another. */
    subscription: integer().notNull(),
    /** `test`: it only says that it arrived. */
    type: text({ enum: [...EVENT_TYPES, 'test'] }).notNull(),
    subject: text().notNull(),
    data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    dedupe: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    state: text({ enum: ['waiting', 'sending', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Since it was last asked for. */
    attempts: integer().notNull().default(0),
    /** When it may be tried. While it is being sent: when whoever sends it counts as gone. */
    dueAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** The HTTP status of the last answer; null: there was no answer yet, or none. */
    lastStatus: integer(),
    /** The beginning of the last answer, or why there was none. */
    lastAnswer: text(),
    settledAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('deliveries_state', sql`${table.state} in ('waiting', 'sending', 'delivered', 'failed')`),
    check(
      'deliveries_settled',
      sql`(${table.state} in ('delivered', 'failed')) = (${table.settledAt} is not null)`,
    ),
    uniqueIndex('deliveries_dedupe').on(table.tenant, table.subscription, table.dedupe),
    // A receiver gets one at a time.
    uniqueIndex('deliveries_sending')
      .on(table.tenant, table.subscription)
      .where(sql`${table.state} = 'sending'`),
    index('deliveries_list').on(table.tenant, table.subscription, table.createdAt, table.id),
    index('deliveries_unsettled')
      .on(table.tenant, table.subscription, table.dueAt)
      .where(sql`${table.settledAt} is null`),
    index('deliveries_due')
      .on(table.dueAt, table.tenant)
      .where(sql`${table.settledAt} is null`),
    index('deliveries_settled')
      .on(table.tenant, table.settledAt)
      .where(sql`${table.settledAt} is not null`),
  ],
)
