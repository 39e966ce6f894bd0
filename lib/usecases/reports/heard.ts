// What a cluster's row says after a word of it.
import { addSilence, type ClusterReport } from '#db/queries/cluster-reports.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { freshnessOf } from '#lib/domain/observed/freshness.ts'
import type { Heard, WordOrder } from '#lib/domain/observed/word.ts'

/** The newest word about the whole cluster; null: there was none. */
export function completeWord({ completeAt, completeSequence }: ClusterReport): WordOrder | null {
  return completeAt && { at: completeAt, sequence: completeSequence }
}

type Seen = Pick<ClusterReport, 'seenAt' | 'receivedAt' | 'clockOffsetMs'>

/**
 * When a cluster was last seen, by our clock, and what is known of its own; a word from before that changes nothing. If it had
 * not been heard of for so long that it wasn't fresh, that is kept.
 */
export async function hear(
  scope: TenantScope,
  known: ClusterReport,
  { at, offset }: Heard,
  receivedAt: Date,
): Promise<Seen> {
  const { cluster, seenAt, intervalS, receivedAt: before, clockOffsetMs } = known
  if (at < seenAt) return { seenAt, receivedAt: before, clockOffsetMs }
  if (freshnessOf({ at: seenAt, intervalS }, at) !== 'fresh') {
    await addSilence(scope, { cluster, fromAt: seenAt, toAt: at, intervalS })
  }
  return { seenAt: at, receivedAt, clockOffsetMs: offset }
}

/** Whether what is published says the same of the commit that the cluster pulled as when it was last looked at. */
export function knowsCommit({ changeOfCommit, pulledChange }: ClusterReport): boolean {
  return changeOfCommit === null || changeOfCommit === pulledChange
}
