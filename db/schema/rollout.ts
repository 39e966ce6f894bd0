import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import type { PackagingJson } from '#lib/domain/objects/application/source-json.ts'
import {
  CHECK_STATES,
  type GateCode,
  type HealthCounts,
  ORIGINS,
  OVERRIDABLE_GATES,
  PAUSE_CAUSES,
  ROLLOUT_STATES,
  WAVE_STATES,
} from '#lib/domain/rollouts/rollout.ts'
import { bytes } from './bytes.ts'
import { tenants } from './tenant.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })
const actorColumns = () => ({
  actorKind: text({ enum: ['person', 'token', 'system'] }).notNull(),
  actorId: text().notNull(),
  actorName: text().notNull(),
})

/** `until`: as ISO 8601, when it ends by time alone; null: it doesn’t. */
type KeptWaiting = {
  readonly code: GateCode
  readonly until: string | null
  readonly text: string
}

/** The way of one version of an application into one environment. */
export const rollouts = pgTable(
  'rollouts',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    id: integer().notNull(),
    applicationId: integer().notNull(),
    /** The application's, which never change. */
    team: text().notNull(),
    application: text().notNull(),
    environment: text().notNull(),
    /** Null: what the application had before it followed versions. */
    version: integer(),
    repoUrl: text().notNull(),
    repoBranch: text().notNull(),
    repoPath: text().notNull(),
    /** What lies there; null: a directory in Git, as the reconciler finds it. */
    packaging: jsonb().$type<PackagingJson>(),
    /** The directories of its targets there, by name; null: that of the source. */
    targets: jsonb().$type<Readonly<Record<string, string>>>(),
    origin: text({ enum: ORIGINS }).notNull(),
    state: text({ enum: ROLLOUT_STATES }).notNull(),
    /** Why it is paused. */
    cause: text({ enum: PAUSE_CAUSES }),
    /** Of the preview that was confirmed. */
    digest: text().notNull(),
    /** How many clusters were confirmed, of all waves together. */
    confirmed: integer().notNull(),
    /** When it is looked at next, because time alone may make a difference; null: something else has to happen first. */
    dueAt: instant(),
    /** What held it up when it was last looked at; null: it wasn’t since somebody did something with it. */
    waiting: jsonb().$type<readonly KeptWaiting[]>(),
    /** Of its newest event. */
    seq: integer().notNull(),
    /** The completed rollout that it takes back. */
    rollsBack: integer(),
    /** Somebody took it back, or ended it: only later versions may follow by themselves. */
    autoAfter: integer(),
    startedAt: instant().notNull(),
    /** When it last went on after a pause. */
    resumedAt: instant(),
    endedAt: instant(),
    /** Since when, after it was completed, more of its clusters are failing than a wave allows; null: they aren’t, or it isn’t watched. */
    failingSince: instant(),
    /** The principal for whom whoever started it acts: of a person's token, the person. */
    startedBy: text().notNull(),
    ...actorColumns(),
    actorEmail: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.id] }),
    check(
      'rollouts_ended',
      sql`(${table.state} in ('running', 'paused')) = (${table.endedAt} is null)`,
    ),
    check('rollouts_cause', sql`(${table.state} = 'paused') = (${table.cause} is not null)`),
    uniqueIndex('rollouts_unfinished')
      .on(table.tenant, table.applicationId, table.environment)
      .where(sql`${table.endedAt} is null`),
    index('rollouts_due')
      .on(table.tenant, table.dueAt)
      .where(sql`${table.state} = 'running'`),
    // For all tenants together: which have any that is due.
    index('rollouts_next')
      .on(table.dueAt, table.tenant)
      .where(sql`${table.state} = 'running'`),
    index('rollouts_back')
      .on(table.tenant, table.rollsBack)
      .where(sql`${table.rollsBack} is not null`),
    index('rollouts_application').on(
      table.tenant,
      table.applicationId,
      table.environment,
      table.id,
    ),
    index('rollouts_auto_after')
      .on(table.tenant, table.applicationId, table.environment, table.autoAfter)
      .where(sql`${table.autoAfter} is not null`),
    index('rollouts_completed')
      .on(table.tenant, table.endedAt)
      .where(sql`${table.state} = 'completed'`),
    // Those that somebody has to do something about.
    index('rollouts_troubled')
      .on(table.tenant, table.id)
      .where(sql`${table.state} = 'paused' or ${table.failingSince} is not null`),
    index('rollouts_team').on(table.tenant, table.team, table.id),
    index('rollouts_environment').on(table.tenant, table.environment, table.id),
  ],
)

/** Where versions succeeded by rollouts that are forgotten. */
export const versionSuccesses = pgTable(
  'version_successes',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    applicationId: integer().notNull(),
    version: integer().notNull(),
    environment: text().notNull(),
    /** First. */
    at: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({
      columns: [table.tenant, table.applicationId, table.version, table.environment],
    }),
  ],
)

/** One step of a rollout: the clusters that get the version in one change. */
export const rolloutWaves = pgTable(
  'rollout_waves',
  {
    tenant: tenantColumn(),
    rollout: integer().notNull(),
    /** From 1, in their order. */
    wave: integer().notNull(),
    name: text().notNull(),
    /** As the environment described it when the rollout started. */
    rule: jsonb().$type<WaveRule>().notNull(),
    /** Bit i: the cluster with the id i; null: all that are in no other wave by then. */
    planned: bytes(),
    state: text({ enum: WAVE_STATES }).notNull(),
    /** The change with which it was released. */
    change: bigint({ mode: 'number' }),
    released: bytes(),
    publishedAt: instant(),
    passedAt: instant(),
    /** Of its clusters those that were healthy once; null: none was. */
    ok: bytes(),
    /** Since when enough of them are; null: they aren’t. */
    quorumAt: instant(),
    /** How many are what, as last counted. */
    health: jsonb().$type<HealthCounts>(),
    /** The clusters that needn’t wait for other applications, as somebody decided; null: none. */
    freed: bytes(),
    /** The gates that somebody overrode for it. */
    overridden: text({ enum: OVERRIDABLE_GATES }).array().notNull().default([]),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.rollout, table.wave] }),
    foreignKey({
      columns: [table.tenant, table.rollout],
      foreignColumns: [rollouts.tenant, rollouts.id],
    }),
    index('rollout_waves_change').on(table.tenant, table.change),
    index('rollout_waves_released')
      .on(table.tenant, table.rollout)
      .where(sql`${table.state} = 'released'`),
  ],
)

/** What happened to a rollout, in order. Rows are never changed. */
export const rolloutEvents = pgTable(
  'rollout_events',
  {
    tenant: tenantColumn(),
    rollout: integer().notNull(),
    seq: integer().notNull(),
    at: instant().notNull(),
    code: text().notNull(),
    wave: integer(),
    ...actorColumns(),
    reason: text(),
    /** What decided it. */
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.rollout, table.seq] }),
    foreignKey({
      columns: [table.tenant, table.rollout],
      foreignColumns: [rollouts.tenant, rollouts.id],
    }),
  ],
)

/** What people said at the gates of rollouts. Rows are never changed. */
export const rolloutApprovals = pgTable(
  'rollout_approvals',
  {
    tenant: tenantColumn(),
    rollout: integer().notNull(),
    /** Of the event that it is. */
    seq: integer().notNull(),
    wave: integer().notNull(),
    at: instant().notNull(),
    principal: text().notNull(),
    name: text().notNull(),
    /** The group that let them decide. */
    group: text().notNull(),
    decision: text({ enum: ['approve', 'refuse'] }).notNull(),
    reason: text().notNull(),
    /** Of what they saw of the wave. */
    digest: text().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.rollout, table.seq] }),
    foreignKey({
      columns: [table.tenant, table.rollout],
      foreignColumns: [rollouts.tenant, rollouts.id],
    }),
    index('rollout_approvals_wave').on(table.tenant, table.rollout, table.wave),
  ],
)

/** Who is asked to approve the next wave of a running rollout: a row for each group. */
export const askedApprovals = pgTable(
  'asked_approvals',
  {
    tenant: tenantColumn(),
    rollout: integer().notNull(),
    group: text().notNull(),
    wave: integer().notNull(),
    /** How many the wave has. */
    clusters: integer().notNull(),
    since: instant().notNull(),
    /** The principals whose answers count, and whoever started the rollout unless they may answer, too. */
    unasked: text().array().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.rollout, table.group] }),
    foreignKey({
      columns: [table.tenant, table.rollout],
      foreignColumns: [rollouts.tenant, rollouts.id],
    }),
    index('asked_approvals_group').on(table.tenant, table.group),
  ],
)

/** What programs say of waves: of each name the newest counts. Rows are never changed. */
export const rolloutChecks = pgTable(
  'rollout_checks',
  {
    tenant: tenantColumn(),
    rollout: integer().notNull(),
    /** Of the event that it is. */
    seq: integer().notNull(),
    wave: integer().notNull(),
    name: text().notNull(),
    at: instant().notNull(),
    state: text({ enum: CHECK_STATES }).notNull(),
    /** Where to read more. */
    url: text(),
    detail: text().notNull(),
    ...actorColumns(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.rollout, table.seq] }),
    foreignKey({
      columns: [table.tenant, table.rollout],
      foreignColumns: [rollouts.tenant, rollouts.id],
    }),
    index('rollout_checks_newest').on(
      table.tenant,
      table.rollout,
      table.wave,
      table.name,
      table.seq,
    ),
  ],
)

/** Applications that are to be released to clusters as soon as what they need is there, and when that is looked at. */
export const dependents = pgTable(
  'dependents',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    applicationId: integer().notNull(),
    dueAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.applicationId] }),
    index('dependents_due').on(table.dueAt, table.tenant),
  ],
)

/** Applications that may get a version in an environment by itself, and when that is to be looked at. */
export const autoCandidates = pgTable(
  'auto_candidates',
  {
    tenant: tenantColumn().references(() => tenants.tenant),
    applicationId: integer().notNull(),
    environment: text().notNull(),
    dueAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.applicationId, table.environment] }),
    index('auto_candidates_due').on(table.dueAt, table.tenant),
  ],
)
