import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'
import { tenantWall } from './tenant-wall.ts'

export const tenants = pgTable(
  'tenants',
  {
    tenant: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull().unique(),
    installation: uuid().notNull().defaultRandom(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** The number of the newest change. The lock of this row orders a tenant's saves. */
    lastChange: bigint({ mode: 'number' }).notNull().default(0),
    placementsTotal: bigint({ mode: 'number' }).notNull().default(0),
    branchPattern: text(),
    /** The namespace of Argo CD on clusters that name none themselves; null: there are no such clusters. */
    argocdNamespace: text(),
    /** Increases whenever somebody's rights may have changed: cached rights are valid for one number. */
    accessVersion: bigint({ mode: 'number' }).notNull().default(0),
    /** Which of the tenant’s histories in Git is this one’s: see lib/domain/reconcilers/repository-files.ts. */
    generation: text(),
    /** Why nothing is saved and published until an admin decides between the database and Git. */
    gitStop: text({ enum: ['database_behind_git', 'repository_taken_over'] }),
    gitStopReason: text(),
    gitStopAt: timestamp({ withTimezone: true, precision: 3 }),
    /** The highest change that a commit named while Git was compared. */
    gitHighest: bigint({ mode: 'number' }).notNull().default(0),
    /** The newest change at the time of the comparison; null: nothing was compared since the stop. */
    gitComparedChange: bigint({ mode: 'number' }),
    gitComparedAt: timestamp({ withTimezone: true, precision: 3 }),
    /** When the local repository was last checked, and what was wrong with it, in a sentence. */
    storeCheckedAt: timestamp({ withTimezone: true, precision: 3 }),
    storeFault: text(),
    /** By which labels of clusters, besides the environment, what is observed is counted each hour. */
    observedLabels: text().array().notNull().default(['region']),
    /** How often its clusters are told to report. */
    reportIntervalS: integer().notNull().default(REPORT_INTERVAL_S),
    /** Hosts that the objects of its teams may name for what Berth calls. */
    outgoingHosts: text().array().notNull().default([]),
    // The last ids of objects, for older versions during a rolling upgrade: a trigger maintains them.
    lastTeam: integer().notNull().default(0),
    lastCluster: integer().notNull().default(0),
    lastApplication: integer().notNull().default(0),
    lastPolicy: integer().notNull().default(0),
  },
  (table) => [
    tenantWall(),
    check(
      'tenants_git_stop',
      sql`${table.gitStop} in ('database_behind_git', 'repository_taken_over')`,
    ),
    check('tenants_report_interval', sql`${table.reportIntervalS} between 30 and 3600`),
    check('tenants_outgoing_hosts', sql`cardinality(${table.outgoingHosts}) <= 100`),
    check('tenants_observed_labels', sql`cardinality(${table.observedLabels}) <= 10`),
  ],
)
