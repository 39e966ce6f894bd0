import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WordOrder } from '#lib/domain/observed/word.ts'
import type { Queries } from '../client.ts'
import { readRows } from '../rows.ts'
import {
  changeOfCommit,
  type ClusterReport,
  type KnownReport,
  wantedIntervalS,
} from './cluster-reports.ts'
import type { TenantScope } from './scope.ts'

/** What a cluster's row says after a report that says what the last one said, or little else. */
export type HeardRow = Pick<
  ClusterReport,
  | 'cluster'
  | 'seenAt'
  | 'receivedAt'
  | 'clockOffsetMs'
  | 'completeAt'
  | 'completeSequence'
  | 'reportDigest'
  | 'itemsDigest'
> & {
  /** Null: as before. */
  readonly reconciler: ClusterReport['reconciler']
  /** The word, where it names the root; null: as before. */
  readonly pulledWord: WordOrder | null
}

/** Keeps what several clusters said, in one statement. */
export async function keepHeard(
  { tx, tenant }: TenantScope,
  heard: readonly HeardRow[],
): Promise<void> {
  if (heard.length === 0) return
  const told = heard.map((row) => ({
    cluster: row.cluster,
    seen_at: row.seenAt,
    received_at: row.receivedAt,
    clock_offset_ms: row.clockOffsetMs,
    complete_at: row.completeAt,
    complete_sequence: row.completeSequence,
    report_digest: row.reportDigest,
    items_digest: row.itemsDigest,
    reconciler: row.reconciler,
    pulled_word_at: row.pulledWord?.at,
    pulled_word_sequence: row.pulledWord?.sequence,
  }))
  // The rows are named by an array, too, so that no plan reads those of all clusters.
  await tx.execute(sql`
    update cluster_reports c set seen_at = told.seen_at, received_at = told.received_at,
      clock_offset_ms = told.clock_offset_ms, complete_at = told.complete_at,
      complete_sequence = told.complete_sequence, report_digest = told.report_digest,
      items_digest = told.items_digest, reconciler = coalesce(told.reconciler, c.reconciler),
      pulled_word_at = coalesce(told.pulled_word_at, c.pulled_word_at),
      pulled_word_sequence = case when told.pulled_word_at is null then c.pulled_word_sequence
        else told.pulled_word_sequence end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (cluster int,
      seen_at timestamptz, received_at timestamptz, clock_offset_ms float8, complete_at timestamptz,
      complete_sequence bigint, report_digest text, items_digest text, reconciler jsonb,
      pulled_word_at timestamptz, pulled_word_sequence bigint)
    where c.tenant = ${tenant} and c.cluster = told.cluster
      and c.cluster = any(${sql.param(heard.map(({ cluster }) => cluster))}::int[])`)
}

/** A word that says what the last one said, and what its cluster's row was known to say before it. */
export type RepeatedRow = Pick<KnownReport, 'cluster' | 'version' | 'intervalS'> &
  Pick<HeardRow, 'seenAt' | 'receivedAt' | 'clockOffsetMs' | 'completeAt'> &
  Pick<HeardRow, 'completeSequence' | 'reportDigest'> & {
    /** Since when nothing had been heard of the cluster, which wasn't fresh any more; null: it was. */
    readonly silentFrom: Date | null
  }

const keptRow = z.strictObject({
  cluster: z.int(),
  version: z.string(),
  wantedIntervalS: z.int(),
})
export type KeptRow = Readonly<z.infer<typeof keptRow>>

/**
 * Keeps what several clusters repeated, by one statement. Only of those that are still there, whose row is as it was known, and
 * whose pulled commit still means what it meant then: they are answered, as they are known now. Waits for nobody who holds such
 * a row.
 */
export async function keepRepeated(
  { tx, tenant }: { readonly tx: Queries; readonly tenant: number },
  repeated: readonly RepeatedRow[],
): Promise<readonly KeptRow[]> {
  const told = repeated.map((row) => ({
    cluster: row.cluster,
    version: row.version,
    silent_from: row.silentFrom,
    silent_interval_s: row.intervalS,
    seen_at: row.seenAt,
    received_at: row.receivedAt,
    clock_offset_ms: row.clockOffsetMs,
    complete_at: row.completeAt,
    complete_sequence: row.completeSequence,
    report_digest: row.reportDigest,
  }))
  // The rows are named by an array, too, so that no plan reads those of all clusters.
  const isToldOf = sql`cluster_reports.tenant = ${tenant}
    and cluster_reports.cluster = any(${sql.param(repeated.map(({ cluster }) => cluster))}::int[])`
  return readRows(tx, keptRow)`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (cluster int,
        version text, silent_from timestamptz, silent_interval_s int, seen_at timestamptz,
        received_at timestamptz, clock_offset_ms float8, complete_at timestamptz,
        complete_sequence bigint, report_digest text)
    ), free as materialized (
      select cluster, xmin::text as version from cluster_reports where ${isToldOf}
      for update skip locked
    ), kept as (
      update cluster_reports set seen_at = told.seen_at, received_at = told.received_at,
        clock_offset_ms = told.clock_offset_ms, complete_at = told.complete_at,
        complete_sequence = told.complete_sequence, report_digest = told.report_digest,
        interval_s = ${wantedIntervalS}
      from told join free using (cluster, version)
      where ${isToldOf} and cluster_reports.cluster = told.cluster
        and coalesce(${changeOfCommit}, pulled_change) is not distinct from pulled_change
        and exists (select from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
          and r.object = cluster_reports.cluster and r.ended is null)
      returning cluster_reports.cluster, cluster_reports.xmin::text as version, interval_s
    ), silent as (
      insert into observed_silences (tenant, cluster, from_at, to_at, interval_s, received_at)
      select ${tenant}, cluster, silent_from, seen_at, silent_interval_s, received_at
      from told join kept using (cluster) where silent_from is not null on conflict do nothing
    )
    select cluster, version, interval_s as "wantedIntervalS" from kept`
}

/** A cluster that said the same again until an instant. */
export type HeardAgain = { readonly cluster: string; readonly until: Date }

/** Keeps that clusters said each minute until an instant that nothing changed: in one statement, as of the last of these words. */
export async function keepHeardAgain(
  { tx, tenant }: TenantScope,
  heard: readonly HeardAgain[],
): Promise<void> {
  if (heard.length === 0) return
  const said = heard.map(({ cluster, until }) => ({ name: cluster, until }))
  await tx.execute(sql`
    update cluster_reports c set seen_at = h.until, received_at = h.until, complete_at = h.until
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as h(name text, until timestamptz)
      join revisions r on r.tenant = ${tenant} and r.kind = 'cluster' and r.name = h.name
        and r.ended is null
    where c.tenant = ${tenant} and c.cluster = r.object and c.seen_at < h.until`)
}
