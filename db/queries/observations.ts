// What is known of the applications of a cluster: those of ours, which it has or should have, and those that aren't ours.
import { and, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { KnownPair } from '#lib/domain/observed/take-in.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { observations, type StoredItem } from '../schema/observed.ts'
import { holds } from './conditions.ts'
import { lookedUp, type PairId } from './pair-ids.ts'
import type { TenantScope } from './scope.ts'

const state = z.enum(STATES)

const pairRow = z.strictObject({
  application: z.int(),
  state,
  laterState: state.nullable(),
  laterAt: z.date().nullable(),
  stateSince: z.date(),
  revision: z.string().nullable(),
  digest: z.string().nullable(),
  wordAt: z.date(),
  wordSequence: z.int().nullable(),
  comparisonErrorSince: z.date().nullable(),
  unwantedSince: z.date().nullable(),
  syncedAt: z.date().nullable(),
  writtenState: state.nullable(),
  writtenRevision: z.string().nullable(),
  writtenAt: z.date(),
})

const pairColumns = sql`application_id as application, state, later_state as "laterState",
  later_at as "laterAt", state_since as "stateSince", revision, digest, word_at as "wordAt",
  word_sequence as "wordSequence", comparison_error_since as "comparisonErrorSince",
  unwanted_since as "unwantedSince", synced_at as "syncedAt",
  written_state as "writtenState", written_revision as "writtenRevision", written_at as "writtenAt"`

/** What is known of a cluster's applications, by their numbers. */
export async function readPairs(
  { tx, tenant }: TenantScope,
  cluster: number,
): Promise<ReadonlyMap<number, KnownPair>> {
  const rows = await readRows(tx, pairRow)`
    select ${pairColumns} from observations where tenant = ${tenant} and cluster_id = ${cluster}`
  return pairsBy(rows)
}

function pairsBy(rows: readonly z.infer<typeof pairRow>[]): ReadonlyMap<number, KnownPair> {
  return new Map(rows.map((row) => [row.application, pairOf(row)]))
}

const clusterPairRow = pairRow.extend({ cluster: z.int() })

/** What is known of some pairs, by the numbers of their clusters. */
export async function readSomePairs(
  { tx, tenant }: TenantScope,
  pairs: readonly PairId[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, KnownPair>>> {
  if (pairs.length === 0) return new Map()
  const rows = await readRows(tx, clusterPairRow)`
    select cluster_id as cluster, ${pairColumns}
    from ${lookedUp(tenant, sql`observations`, pairs)}`
  const grouped = Map.groupBy(rows, ({ cluster }) => cluster)
  return new Map([...grouped].map(([cluster, own]) => [cluster, pairsBy(own)]))
}

function pairOf(row: z.infer<typeof pairRow>): KnownPair {
  return {
    state: row.state,
    later: row.laterState && { state: row.laterState, at: row.laterAt! },
    stateSince: row.stateSince,
    revision: row.revision,
    digest: row.digest,
    word: { at: row.wordAt, sequence: row.wordSequence },
    since: { comparisonError: row.comparisonErrorSince, unwanted: row.unwantedSince },
    syncedAt: row.syncedAt,
    written: { state: row.writtenState, revision: row.writtenRevision, at: row.writtenAt },
  }
}

/** What a cluster last said of one of our applications; null: nothing, or that it isn't there. */
export async function readItem(
  { tx, tenant }: TenantScope,
  clusterId: number,
  applicationId: number,
): Promise<StoredItem | null> {
  const rows = await tx
    .select({ item: observations.item })
    .from(observations)
    .where(holds(observations, { tenant, clusterId, applicationId }))
  return rows[0]?.item ?? null
}

/** One of our applications on a cluster; `item` null: it isn't there. */
export type ObservedPair = PairId & {
  readonly pair: KnownPair
  readonly item: StoredItem | null
}

/** Writes what is known now of some pairs. */
export async function writePairs(
  { tx, tenant }: TenantScope,
  observed: readonly ObservedPair[],
): Promise<void> {
  if (observed.length === 0) return
  await tx.execute(sql`
    insert into observations (tenant, cluster_id, application_id, ${written})
    select ${tenant}, cluster_id, application_id, ${written}
    from jsonb_to_recordset(${JSON.stringify(observed.map(recordOf))}::jsonb) as told (
      cluster_id int, application_id int, state text, later_state text, later_at timestamptz,
      state_since timestamptz, revision text, digest text, item jsonb, word_at timestamptz,
      word_sequence bigint, comparison_error_since timestamptz, unwanted_since timestamptz,
      synced_at timestamptz, written_state text, written_revision text, written_at timestamptz)
    on conflict (tenant, cluster_id, application_id) do update set (${written}) = row (${excluded})`)
}

const COLUMNS = [
  'state',
  'later_state',
  'later_at',
  'state_since',
  'revision',
  'digest',
  'item',
  'word_at',
  'word_sequence',
  'comparison_error_since',
  'unwanted_since',
  'synced_at',
  'written_state',
  'written_revision',
  'written_at',
] as const
const written = sql.raw(COLUMNS.join(', '))
const excluded = sql.raw(COLUMNS.map((column) => `excluded.${column}`).join(', '))

function recordOf({
  cluster,
  application,
  pair,
  item,
}: ObservedPair): Record<(typeof COLUMNS)[number] | 'cluster_id' | 'application_id', unknown> {
  return {
    cluster_id: cluster,
    application_id: application,
    state: pair.state,
    later_state: pair.later?.state ?? null,
    later_at: pair.later?.at ?? null,
    state_since: pair.stateSince,
    revision: pair.revision,
    digest: pair.digest,
    item,
    word_at: pair.word.at,
    word_sequence: pair.word.sequence,
    comparison_error_since: pair.since.comparisonError,
    unwanted_since: pair.since.unwanted,
    synced_at: pair.syncedAt,
    written_state: pair.written.state,
    written_revision: pair.written.revision,
    written_at: pair.written.at,
  }
}

/** Forgets applications of a cluster that are neither there nor wanted. */
export async function forgetPairs(
  { tx, tenant }: TenantScope,
  cluster: number,
  applications: readonly number[],
): Promise<void> {
  if (applications.length === 0) return
  await tx
    .delete(observations)
    .where(
      and(
        holds(observations, { tenant, clusterId: cluster }),
        inArray(observations.applicationId, [...applications]),
      ),
    )
}

export type ForeignItem = {
  readonly namespace: string
  readonly name: string
  readonly item: StoredItem
}

/** Writes which applications a cluster has that aren't ours: these, and no others. */
export async function replaceForeign(
  { tx, tenant }: TenantScope,
  cluster: number,
  foreign: readonly ForeignItem[],
  at: Date,
): Promise<void> {
  const told = sql`jsonb_to_recordset(${JSON.stringify(foreign)}::jsonb)
    as told (namespace text, name text, item jsonb)`
  await tx.execute(sql`
    delete from foreign_applications where tenant = ${tenant} and cluster = ${cluster}
      and (namespace, name) not in (select namespace, name from ${told})`)
  await tx.execute(sql`
    insert into foreign_applications as f (tenant, cluster, namespace, name, item, word_at)
    select ${tenant}, ${cluster}, namespace, name, item, ${at.toISOString()}::timestamptz from ${told}
    on conflict (tenant, cluster, namespace, name) do update
      set item = excluded.item, word_at = excluded.word_at where f.item <> excluded.item`)
}
