import { sql } from 'drizzle-orm'
import type { WordOrder } from '#lib/domain/observed/word.ts'
import type { ClusterReport } from './cluster-reports.ts'
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
