// What waits for Git and for receivers, and how far the charts are counted: of one tenant, or of all of them together.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { type Database, outsideTenants } from '../client.ts'
import { readRow } from '../rows.ts'
import { tenants } from '../schema/tenant.ts'
import type { TenantScope } from './scope.ts'

const counts = z.strictObject({
  pending: z.int(),
  /** How long the oldest pending publication has been waiting; 0: none waits. */
  oldestSeconds: z.number(),
  failingBranches: z.int(),
  /** On how many branches changes wait for an admin to confirm an upgrade. */
  heldBranches: z.int(),
  deliveriesWaiting: z.int(),
  /** Within a day. */
  deliveriesFailed: z.int(),
})

const stop = z.enum(tenants.gitStop.enumValues)

const backlog = counts.extend({
  /** Why publishing is stopped; null: it isn't. */
  stop: stop.nullable(),
  /** Whether the tenant's repository on this machine was found damaged. */
  isDamaged: z.boolean(),
  /** How long ago the newest hour was that is counted in full; null: nothing was counted yet. */
  countsAgeSeconds: z.number().nullable(),
})
export type Backlog = z.infer<typeof backlog>

const wholeBacklog = counts.extend({
  /** Why tenants wait for an admin to decide between Git and the database. */
  stops: z.array(stop),
  damagedRepositories: z.int(),
  /** Of the tenant whose charts end longest ago. */
  countsAgeSeconds: z.number(),
  /** Policies whose scheduler failed three times or more in a row. */
  schedulersFailing: z.int(),
  /** Decisions that wait for a person. */
  decisionsWaiting: z.int(),
  /** By the database's clock, since 1970. */
  databaseSeconds: z.number(),
})
export type WholeBacklog = z.infer<typeof wholeBacklog>

const COUNTS: SQL = sql`pending, oldest_seconds as "oldestSeconds", failing_branches as "failingBranches",
  held_branches as "heldBranches", deliveries_waiting as "deliveriesWaiting",
  deliveries_failed as "deliveriesFailed", counts_age_seconds as "countsAgeSeconds"`

export async function readTenantBacklog({ tx, tenant }: TenantScope): Promise<Backlog> {
  const row = await readRow(tx, backlog)`
    select ${COUNTS}, stop, is_damaged as "isDamaged" from tenant_backlog(${tenant}, ${LAYOUT})`
  return row!
}

/** Of all tenants, none of which it names. */
export async function readWholeBacklog(db: Database): Promise<WholeBacklog> {
  const row = await outsideTenants(
    db,
    (tx) => readRow(tx, wholeBacklog)`
      select ${COUNTS}, stops, damaged_repositories as "damagedRepositories",
        asks.failing as "schedulersFailing", asks.waiting as "decisionsWaiting",
        extract(epoch from clock_timestamp())::float8 as "databaseSeconds"
      from whole_backlog(${LAYOUT}), asks_backlog() as asks`,
  )
  return row!
}
