import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes } from './bytes.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

export const RUN_STATES = ['queued', 'running', 'done', 'failed'] as const

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** The times at which a saved report was made, or is to be. */
export const reportRuns = pgTable(
  'report_runs',
  {
    tenant: tenantColumn(),
    id: uuid().notNull().defaultRandom(),
    /** The number of the report among its revisions: a later one of its name is another. */
    report: integer().notNull(),
    /** Whose reach it had; null: the platform's, which is everything. */
    team: text(),
    state: text({ enum: RUN_STATES }).notNull().default('queued'),
    /** When, and by whom; null: it was due. */
    askedAt: instant().notNull(),
    askedBy: text(),
    /** When it was due; null: somebody asked for it. */
    dueAt: instant(),
    /** Whether it was due long before, such as while Berth was down. */
    isLate: boolean().notNull().default(false),
    /** How often it was begun: once more for each process that ended during it. */
    attempts: integer().notNull().default(0),
    startedAt: instant(),
    endedAt: instant(),
    /** The instant as of which it tells. */
    asOf: instant(),
    format: text({ enum: ['csv', 'json'] }),
    rows: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    storedBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Why it failed, or whom it couldn't tell; null: nothing went wrong. */
    note: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('report_runs_state', sql`${table.state} in ('queued', 'running', 'done', 'failed')`),
    index('report_runs_list').on(table.tenant, table.report, table.askedAt, table.id),
    // One waits or is made of each report, and what is due is queued once.
    uniqueIndex('report_runs_open')
      .on(table.tenant, table.report)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex('report_runs_due').on(table.tenant, table.report, table.dueAt),
    index('report_runs_waiting')
      .on(table.tenant, table.askedAt)
      .where(sql`${table.endedAt} is null`),
  ],
)

/** The file of a run, in parts that are compressed each by itself. */
export const reportChunks = pgTable(
  'report_chunks',
  {
    tenant: tenantColumn(),
    run: uuid().notNull(),
    part: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.run, table.part] }),
    foreignKey({
      columns: [table.tenant, table.run],
      foreignColumns: [reportRuns.tenant, reportRuns.id],
    }).onDelete('cascade'),
  ],
)
