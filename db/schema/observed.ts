import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { CountedMetric, KeptCounts } from '#lib/domain/observed/counted.ts'
import { REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'
import type { ReportedItem, ReportedReconciler } from '#lib/domain/observed/reported.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** What a report says of an application, as JSON: its instants are texts. */
export type StoredItem = {
  readonly [
    K in Exclude<keyof ReportedItem, 'namespace' | 'name' | 'history' | 'reconciledAt'>
  ]: Date extends ReportedItem[K] ? string | null : ReportedItem[K]
}

/**
 * What a cluster last said of itself. A row per cluster that ever reported; most reports change nothing else, and no column
 * that they change is in an index, so that its page has room for the next version of the row.
 */
export const clusterReports = pgTable(
  'cluster_reports',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    /** Of the newest word about the whole cluster; null: there were only words about some applications. */
    completeAt: instant(),
    completeSequence: bigint({ mode: 'number' }),
    /** The newest instant at which the cluster said anything: its freshness. */
    seenAt: instant().notNull(),
    receivedAt: instant().notNull(),
    /** How often it reports: what it was told last. How fresh it is depends on that. */
    intervalS: integer().notNull().default(REPORT_INTERVAL_S),
    /** What the sender calls its last complete report, so that it can say that nothing changed. */
    reportDigest: text(),
    /** Of all items of the last complete report; null: the next one has to be looked at even if it says the same. */
    itemsDigest: text(),
    clockOffsetMs: doublePrecision(),
    /** The version of its reconciler, and what it says of its confinement. */
    reconciler: jsonb().$type<ReportedReconciler>(),
    /** What the root says that it synced, and since when. */
    pulledBranch: text(),
    pulledCommit: text(),
    pulledAt: instant(),
    /** The newest change of ours in that commit; of one that we don't know, that of the last one that we knew. */
    pulledChange: bigint({ mode: 'number' }),
    /** Of the newest word that named the root. */
    pulledWordAt: instant(),
    pulledWordSequence: bigint({ mode: 'number' }),
    /** How many applications of its reconciler aren't ours, and a hash of them. */
    foreignCount: integer().notNull().default(0),
    foreignDigest: text(),
  },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant, table.cluster] })],
)

/** The applications of ours that a cluster has, or should have by what it pulled, as it last said. */
export const observations = pgTable(
  'observations',
  {
    tenant: tenantColumn(),
    applicationId: integer().notNull(),
    clusterId: integer().notNull(),
    state: text().$type<State>().notNull(),
    /** What the state becomes with time alone, and when. */
    laterState: text().$type<State>(),
    laterAt: instant(),
    stateSince: instant().notNull(),
    /** The commit that it was last compared with. */
    revision: text(),
    digest: text(),
    /** As reported; null: it isn't there. */
    item: jsonb().$type<StoredItem>(),
    wordAt: instant().notNull(),
    wordSequence: bigint({ mode: 'number' }),
    comparisonErrorSince: instant(),
    unwantedSince: instant(),
    syncedAt: instant(),
    /** With what the history of states ends. */
    writtenState: text().$type<State>(),
    writtenRevision: text(),
    writtenAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.clusterId, table.applicationId] }),
    check('observations_later', sql`(${table.laterState} is null) = (${table.laterAt} is null)`),
    // What is counted without being looked at is healthy, so nothing else may be told of such a row.
    check(
      'observations_healthy',
      sql`${table.state} <> 'healthy' or (${table.laterState} is null and ${table.unwantedSince} is null)`,
    ),
    // Most are healthy; what isn't is looked for.
    index('observations_state')
      .on(table.tenant, table.state, table.applicationId, table.clusterId)
      .where(sql`${table.state} <> 'healthy'`),
    // Who runs a commit.
    index('observations_revision')
      .on(table.tenant, table.revision, table.applicationId)
      .where(sql`${table.revision} is not null`),
    index('observations_unhealthy')
      .on(table.tenant, table.clusterId, table.applicationId)
      .where(sql`${table.state} <> 'healthy'`),
    index('observations_later')
      .on(table.tenant, table.laterState, table.laterAt)
      .where(sql`${table.laterState} is not null`),
  ],
)

/** Applications of a cluster's reconciler that Berth didn't make. */
export const foreignApplications = pgTable(
  'foreign_applications',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    namespace: text().notNull(),
    name: text().notNull(),
    item: jsonb().$type<StoredItem>().notNull(),
    wordAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.cluster, table.namespace, table.name] }),
  ],
)

/**
 * What pairs became, and when: the history of observed states. A state holds until the pair's next row. In partitions by
 * month, written by hand in a migration: the oldest are dropped.
 */
export const observedTurns = pgTable(
  'observed_turns',
  {
    tenant: tenantColumn(),
    applicationId: integer().notNull(),
    clusterId: integer().notNull(),
    /** When it was so, as observed, and when Berth heard of it. */
    at: instant().notNull(),
    receivedAt: instant().notNull(),
    /** Null: it isn't there any more. */
    state: text().$type<State>(),
    revision: text(),
    /** What it was before; `knownBefore` false: nothing was known. */
    knownBefore: boolean().notNull(),
    stateBefore: text().$type<State>(),
    revisionBefore: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.clusterId, table.applicationId, table.at] }),
    // What happened or was heard of since an instant; rows come about in this order.
    index('observed_turns_at').using('brin', table.at).with({ autosummarize: true }),
    index('observed_turns_received').using('brin', table.receivedAt).with({ autosummarize: true }),
  ],
)

/** Syncs that succeeded on clusters, also those that they tell of afterwards. In partitions by month, as above. */
export const observedSyncs = pgTable(
  'observed_syncs',
  {
    tenant: tenantColumn(),
    applicationId: integer().notNull(),
    clusterId: integer().notNull(),
    deployedAt: instant().notNull(),
    revision: text().notNull(),
    startedAt: instant(),
    /** Null: it synced by itself. */
    initiatedBy: text(),
    receivedAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({
      // The name that would be made of its columns is longer than Postgres keeps.
      name: 'observed_syncs_pk',
      columns: [
        table.tenant,
        table.clusterId,
        table.applicationId,
        table.deployedAt,
        table.revision,
      ],
    }),
    index('observed_syncs_deployed').using('brin', table.deployedAt).with({ autosummarize: true }),
    index('observed_syncs_received').using('brin', table.receivedAt).with({ autosummarize: true }),
  ],
)

/** The commits that a cluster's root synced, one after the other. */
export const observedPulls = pgTable(
  'observed_pulls',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    at: instant().notNull(),
    receivedAt: instant().notNull(),
    branch: text().notNull(),
    commit: text().notNull(),
    /** The newest change of ours in it; null: we don't know the commit. */
    change: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.cluster, table.at] }),
    index('observed_pulls_change').on(table.tenant, table.cluster, table.change),
    index('observed_pulls_received').using('brin', table.receivedAt).with({ autosummarize: true }),
    // What is to be found out is looked for every few seconds.
    index('observed_pulls_unknown')
      .on(table.tenant, table.receivedAt)
      .where(sql`${table.change} is null`),
  ],
)

/**
 * For how long nothing was heard of a cluster, where the next word came so late that it wasn't fresh any more: from its last word
 * until its next. Before its first word, from `-infinity`; of a cluster that is no more, until `infinity`.
 */
export const observedSilences = pgTable(
  'observed_silences',
  {
    tenant: tenantColumn(),
    cluster: integer().notNull(),
    fromAt: instant().notNull(),
    toAt: instant().notNull(),
    /** How often it was to report before. */
    intervalS: integer().notNull().default(REPORT_INTERVAL_S),
    /** When Berth heard of its end. */
    receivedAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.cluster, table.fromAt] }),
    check('observed_silences_interval', sql`${table.toAt} > ${table.fromAt}`),
  ],
)

const countColumns = () => ({
  tenant: tenantColumn(),
  metric: text().$type<CountedMetric>().notNull(),
  /** What a group has in common: `application`, `cluster`, `label:KEY`, or nothing: everything is one group. */
  by: text().notNull(),
  /** Only what this team's applications did; the empty text: everybody's. */
  team: text().notNull(),
  /** As of when it was so or, of what happened, the end of the hour (or of the day) in which it did. */
  at: instant().notNull(),
  /** As text, which is handed out as it is: to write `jsonb` down takes longer than all else about reading it. */
  counts: json().$type<KeptCounts>().notNull(),
  /** When; of everything and everybody there is a row even if there was nothing, so that it shows what was counted. */
  countedAt: instant().notNull(),
})

/** What was counted for each hour. In partitions by month, as above. */
export const observedHours = pgTable('observed_hours', countColumns(), (table) => [
  tenantWall(),
  primaryKey({ columns: [table.tenant, table.metric, table.by, table.team, table.at] }),
])

/** The same as of midnight and for each day, by UTC: what stays when the hours are dropped. */
export const observedDays = pgTable('observed_days', countColumns(), (table) => [
  tenantWall(),
  primaryKey({ columns: [table.tenant, table.metric, table.by, table.team, table.at] }),
])

/** Until when what was received is in the counts, even where it was about hours that had been counted before. */
export const observedCounted = pgTable(
  'observed_counted',
  { tenant: tenantColumn(), heardUntil: instant().notNull() },
  (table) => [tenantWall(), primaryKey({ columns: [table.tenant] })],
)
