// Where a placement is on its way from what is wanted to what really runs, as answers and pages say it.
import { type AskedPair, type PairStatusRow, readPairStatuses } from '#db/queries/pair-status.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import { plannedFor } from '#lib/domain/fleet/planned-silences.ts'
import { type LastSeen, silentFrom } from '#lib/domain/observed/freshness.ts'
import type { CommitAt, PairStatus } from '#lib/domain/observed/pair-status.ts'
import type { Context } from '../define.ts'
import { isFreshnessKept } from '../moment.ts'
import { plannedAt } from './planned.ts'

/** What is known of some pairs, in their order. */
export async function pairStatuses(
  context: Pick<Context, 'scope' | 'fleet' | 'services'>,
  pairs: readonly AskedPair[],
  time: ObservedTime,
): Promise<PairStatus[]> {
  const rows = await readPairStatuses(context.scope, pairs, time)
  const planned = await plannedAt(context, time)
  const isFreshnessKnown = !time.isPast || isFreshnessKept(context, time)
  return rows.map((row, index) => ({
    ...statusOf(row, time),
    freshness: isFreshnessKnown ? row.freshness : null,
    planned: plannedFor(planned, pairs[index]!.clusterId),
  }))
}

function statusOf(
  row: PairStatusRow,
  time: ObservedTime,
): Omit<PairStatus, 'planned' | 'freshness'> {
  const { publishedCommit, publishedAt, pulledCommit, pulledAt } = row
  return {
    state: row.state,
    stateSince: row.state && sinceWhen(row, time),
    seen: time.isPast ? null : lastSeen(row),
    wanted: wantedOf(row),
    published: commitAt(publishedCommit, row.publishedChange, publishedAt),
    pullRequest: row.pullRequest,
    pulled: commitAt(pulledCommit, row.pulledChange, pulledAt),
    observed: observedOf(row),
  }
}

function lastSeen({ seenAt, intervalS }: PairStatusRow): LastSeen | null {
  return seenAt === null || intervalS === null ? null : { at: seenAt, intervalS }
}

function wantedOf(row: PairStatusRow): PairStatus['wanted'] {
  const { targetRevision: revision, wantedChange: change, wantedAt: at } = row
  const { wantedBy: actor, wantedReason: reason } = row
  return revision === null || change === null || at === null || actor === null
    ? null
    : { revision, change, at, actor, reason }
}

function commitAt(commit: string | null, change: number | null, at: Date | null): CommitAt | null {
  return commit === null || at === null ? null : { commit, change, at }
}

/** Silence and edits change a state without a word of the cluster. */
function sinceWhen(row: PairStatusRow, { observedAt }: ObservedTime): Date | null {
  const { state, told, toldSince, laterAt, wantedAt, pullRequest } = row
  const seen = lastSeen(row)
  const silentSince = seen && silentFrom(seen)
  if (silentSince === null || silentSince < observedAt) return silentSince
  if (state === 'waiting') return pullRequest === null ? wantedAt : null
  if (state !== told && laterAt !== null && laterAt <= observedAt) return laterAt
  return toldSince
}

function observedOf({ told, revision, toldAt, item }: PairStatusRow): PairStatus['observed'] {
  if (told === null || told === 'missing') return null
  const { sync = null, health = null, phase = null, message = null, images = [] } = item ?? {}
  return { revision, sync, health, phase, message, at: toldAt, images }
}
