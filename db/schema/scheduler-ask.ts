import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

/** When the scheduler of a policy is asked next, and what came of the last time. */
export const schedulerAsks = pgTable(
  'scheduler_asks',
  {
    tenant: tenantColumn(),
    policy: integer().notNull(),
    /** Null: not by itself. */
    dueAt: timestamp({ withTimezone: true, precision: 3 }),
    /** When it was asked the last time. */
    askedAt: timestamp({ withTimezone: true, precision: 3 }),
    /** The newest change that the last question knew; null: nothing was asked yet. */
    askedChange: bigint({ mode: 'number' }),
    /** The newest change of the policy, of what may be placed by it, or of where: an answer to what was asked before is late. */
    changed: bigint({ mode: 'number' }).notNull().default(0),
    /** How often in a row it failed. */
    failures: integer().notNull().default(0),
    /** What was wrong the last time; null: nothing. */
    error: text(),
    /** A decision that removes so much that a person has to confirm it; null: there is none. */
    waiting: jsonb(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.policy] }),
    index('scheduler_asks_due').on(table.tenant, table.dueAt),
  ],
)
