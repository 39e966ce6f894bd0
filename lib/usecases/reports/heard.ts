// What a cluster's row says after a word of it.
import type { ClusterReport } from '#db/queries/cluster-reports.ts'
import type { Heard, WordOrder } from '#lib/domain/observed/word.ts'

/** The newest word about the whole cluster; null: there was none. */
export function completeWord({ completeAt, completeSequence }: ClusterReport): WordOrder | null {
  return completeAt && { at: completeAt, sequence: completeSequence }
}

type Seen = Pick<ClusterReport, 'seenAt' | 'receivedAt' | 'clockOffsetMs'>

/** When a cluster was last seen, by our clock, and what is known of its own; a word from before that changes nothing. */
export function seenAfter(known: ClusterReport, { at, offset }: Heard, receivedAt: Date): Seen {
  const { seenAt, receivedAt: before, clockOffsetMs } = known
  return at < seenAt
    ? { seenAt, receivedAt: before, clockOffsetMs }
    : { seenAt: at, receivedAt, clockOffsetMs: offset }
}

/** Whether what is published says the same of the commit that the cluster pulled as when it was last looked at. */
export function knowsCommit({ changeOfCommit, pulledChange }: ClusterReport): boolean {
  return changeOfCommit === null || changeOfCommit === pulledChange
}
