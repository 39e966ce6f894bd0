// The history of what was observed. It is only added to, and told twice is told once. What isn't kept any more, or can't have
// happened yet, is left out: there are no partitions for it.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Taken, Turn } from '#lib/domain/observed/take-in.ts'
import { readRows } from '../rows.ts'
import { observedPulls } from '../schema/observed.ts'
import { isInPartitions } from './observed-partitions.ts'
import type { PairId } from './pair-ids.ts'
import type { TenantScope } from './scope.ts'

/** When something was received, and for how many days such things are kept. */
type Receipt = { readonly receivedAt: Date; readonly keptDays: number }

/** Adds what pairs became. */
export async function addTurns(
  { tx, tenant }: TenantScope,
  turns: readonly (Turn & PairId)[],
  { receivedAt, keptDays }: Receipt,
): Promise<void> {
  if (turns.length === 0) return
  const told = turns.map(({ cluster, application, at, state, revision, before }) => ({
    cluster_id: cluster,
    application_id: application,
    at,
    state,
    revision,
    known_before: before !== null,
    state_before: before?.state ?? null,
    revision_before: before?.revision ?? null,
  }))
  await tx.execute(sql`
    insert into observed_turns (tenant, received_at, cluster_id, application_id, at, state, revision,
      known_before, state_before, revision_before)
    select ${tenant}, ${receivedAt.toISOString()}::timestamptz, told.*
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (cluster_id int,
      application_id int, at timestamptz, state text, revision text, known_before boolean, state_before text,
      revision_before text)
    where ${isInPartitions(sql`told.at`, keptDays)}
    on conflict do nothing`)
}

export type ToldSync = Taken['syncs'][number] & PairId

const countRow = z.strictObject({ cluster: z.int(), added: z.int() })

/** Adds syncs that clusters tell of; answers how many of each cluster weren't known. */
export async function addSyncs(
  { tx, tenant }: TenantScope,
  syncs: readonly ToldSync[],
  { receivedAt, keptDays }: Receipt,
): Promise<ReadonlyMap<number, number>> {
  if (syncs.length === 0) return new Map()
  const told = syncs.map(({ cluster, application, entry }) => ({
    cluster_id: cluster,
    application_id: application,
    deployed_at: entry.deployedAt,
    revision: entry.revision,
    started_at: entry.deployStartedAt,
    initiated_by: entry.initiatedBy,
  }))
  const rows = await readRows(tx, countRow)`
    with added as (
      insert into observed_syncs (tenant, received_at, cluster_id, application_id, deployed_at,
        revision, started_at, initiated_by)
      select ${tenant}, ${receivedAt.toISOString()}::timestamptz, told.*
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (cluster_id int,
        application_id int, deployed_at timestamptz, revision text, started_at timestamptz, initiated_by text)
      where ${isInPartitions(sql`told.deployed_at`, keptDays)}
      on conflict do nothing returning cluster_id
    ) select cluster_id as cluster, count(*)::int as added from added group by 1`
  return new Map(rows.map(({ cluster, added }) => [cluster, added]))
}

export type Pull = Omit<typeof observedPulls.$inferInsert, 'tenant'>

/** Adds that a cluster's root synced a commit. */
export async function addPull({ tx, tenant }: TenantScope, pull: Pull): Promise<void> {
  await tx
    .insert(observedPulls)
    .values({ tenant, ...pull })
    .onConflictDoNothing()
}
