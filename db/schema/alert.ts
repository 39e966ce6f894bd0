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
import type { AlertCounts } from '#lib/domain/alerts/finding.ts'
import { RESOLUTIONS } from '#lib/domain/alerts/step.ts'
import { SEVERITIES } from '#lib/domain/objects/alert-rule/alert-states.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** What an alert rule found, from when it began to be so until it was over. */
export const alerts = pgTable(
  'alerts',
  {
    tenant: tenantColumn(),
    id: uuid().notNull().defaultRandom(),
    /** The number of the rule among its revisions: a later one of its name is another. */
    rule: integer().notNull(),
    ruleName: text().notNull(),
    /** Whose rule it is; null: the platform’s. */
    team: text(),
    severity: text({ enum: SEVERITIES }).notNull(),
    since: instant().notNull(),
    /** Null: it hasn't been so for long enough, and nobody was told. */
    firedAt: instant(),
    resolvedAt: instant(),
    resolution: text({ enum: RESOLUTIONS }),
    counts: jsonb().$type<AlertCounts>().notNull(),
    /** The worst few when it fired. */
    sample: text().array().notNull(),
    /** The page with the list behind it. */
    path: text().notNull(),
    /** Who was told that it fired, and is told that it is over. */
    subscriptions: jsonb()
      .$type<readonly { readonly name: string; readonly team: string | null }[]>()
      .notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check('alerts_resolved', sql`(${table.resolvedAt} is null) = (${table.resolution} is null)`),
    // Several processes begin one alert once.
    uniqueIndex('alerts_open')
      .on(table.tenant, table.rule)
      .where(sql`${table.resolvedAt} is null`),
    index('alerts_list')
      .on(table.tenant, table.firedAt, table.id)
      .where(sql`${table.firedAt} is not null`),
  ],
)

/** When a tenant's alert rules were last looked at. */
export const alertWatches = pgTable(
  'alert_watches',
  {
    tenant: tenantColumn(),
    lookedAt: instant().notNull(),
    /** Since when that is done without a pause: while nobody looks, clusters may not reach Berth either. */
    steadySince: instant().notNull(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant] })],
)
