// What a cluster's row says after a word of it.
import { addSilence, type ClusterReport, lockFreeReports } from '#db/queries/cluster-reports.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { freshnessOf } from '#lib/domain/observed/freshness.ts'
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import { type Heard, isNewer, type WordOrder } from '#lib/domain/observed/word.ts'
import type { ReportDigests } from './digest.ts'
import type { ClusterName } from './own-report.ts'

/**
 * What is known of the clusters of several words, whose other words wait from now on. Without those whose row is held by another
 * transaction; and of two words of a cluster without the second, as it isn't known to follow before the first one is kept.
 */
export async function lockFirst<Word extends ClusterName>(
  scope: TenantScope,
  words: readonly Word[],
): Promise<ReadonlyMap<Word, ClusterReport>> {
  const first = new Map(words.toReversed().map((word) => [word.cluster, word]))
  const reports = await lockFreeReports(scope, [...first.keys()])
  return new Map([...reports].map(([cluster, known]) => [first.get(cluster)!, known]))
}

export type HeardReport = {
  readonly word: Heard
  readonly report: ReceivedReport
  readonly digests: ReportDigests
  readonly receivedAt: Date
}

/** The newest word about the whole cluster; null: there was none. */
export function completeWord({ completeAt, completeSequence }: ClusterReport): WordOrder | null {
  return completeAt && { at: completeAt, sequence: completeSequence }
}

type Seen = Pick<ClusterReport, 'seenAt' | 'receivedAt' | 'clockOffsetMs'>

/** When a cluster was last seen, by our clock, and what is known of its own; a word from before that changes nothing. */
export function seenWith(known: ClusterReport, { at, offset }: Heard, receivedAt: Date): Seen {
  if (at >= known.seenAt) return { seenAt: at, receivedAt, clockOffsetMs: offset }
  const { seenAt, receivedAt: before, clockOffsetMs } = known
  return { seenAt, receivedAt: before, clockOffsetMs }
}

/**
 * Whether a word ends a silence: nobody had heard of the cluster for so long that it wasn't fresh. That is kept, even where the
 * word only was under way for so long: until it came, the cluster was known to be silent.
 */
export function endsSilence(
  { seenAt, intervalS }: ClusterReport,
  { at }: Heard,
  receivedAt: Date,
): boolean {
  return at > seenAt && freshnessOf({ at: seenAt, intervalS }, receivedAt) !== 'fresh'
}

/** What the row of a cluster says after a word; a silence that the word ends is kept. */
export async function hear(
  scope: TenantScope,
  known: ClusterReport,
  word: Heard,
  receivedAt: Date,
): Promise<Seen> {
  if (endsSilence(known, word, receivedAt)) {
    const { cluster, seenAt, intervalS } = known
    const silence = { cluster, fromAt: seenAt, toAt: word.at, intervalS, receivedAt }
    await addSilence(scope, silence)
  }
  return seenWith(known, word, receivedAt)
}

/** Whether what is published says the same of the commit that the cluster pulled as when it was last looked at. */
export function knowsCommit({ changeOfCommit, pulledChange }: ClusterReport): boolean {
  return changeOfCommit === null || changeOfCommit === pulledChange
}

/**
 * Whether a report about the whole cluster comes after the last one, and what that said means the same by now: as far as both say
 * the same, and the last one left nothing open, nothing has to be looked at.
 */
export function followsTheLast(
  known: ClusterReport,
  { order }: Heard,
  { isComplete }: Pick<ReceivedReport, 'isComplete'>,
): boolean {
  const complete = completeWord(known)
  return isComplete && complete !== null && isNewer(order, complete) && knowsCommit(known)
}
