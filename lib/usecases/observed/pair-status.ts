// Where a placement is on its way from what is wanted to what really runs, as answers and pages say it.
import { type AskedPair, type PairStatusRow, readPairStatuses } from '#db/queries/pair-status.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type Freshness, REPORT_INTERVAL_S, staleAfterS } from '#lib/domain/observed/freshness.ts'
import type { HealthStatus, Phase, SyncStatus } from '#lib/domain/observed/reported.ts'
import type { State } from '#lib/domain/observed/states.ts'

/** A commit of a branch, the newest of our changes in it (null: we don't know it), and when it came to be there. */
export type CommitAt = {
  readonly commit: string
  readonly change: number | null
  readonly at: Date
}

export type PairStatus = {
  /** Null: it is neither placed nor there. */
  readonly state: State | null
  /** Null: that isn't known. */
  readonly stateSince: Date | null
  /** Null: it is asked about the past. */
  readonly freshness: Freshness | null
  /** Null: it isn't placed. */
  readonly wanted: { readonly revision: string; readonly change: number; readonly at: Date } | null
  readonly published: CommitAt | null
  readonly pulled: CommitAt | null
  readonly observed: Observed | null
}

/** What the cluster said last. Of the past only states and revisions are kept. */
type Observed = {
  readonly revision: string | null
  readonly sync: SyncStatus | null
  readonly health: HealthStatus | null
  readonly phase: Phase | null
  readonly message: string | null
  readonly at: Date | null
  readonly images: readonly string[]
}

/** What is known of some pairs, in their order. */
export async function pairStatuses(
  scope: TenantScope,
  pairs: readonly AskedPair[],
  time: ObservedTime,
): Promise<PairStatus[]> {
  const rows = await readPairStatuses(scope, pairs, time)
  return rows.map((row) => statusOf(row, time))
}

function statusOf(row: PairStatusRow, time: ObservedTime): PairStatus {
  const { publishedCommit, publishedAt, pulledCommit, pulledAt } = row
  return {
    state: row.state,
    stateSince: row.state && sinceWhen(row, time),
    freshness: time.isPast ? null : row.freshness,
    wanted: wantedOf(row),
    published: commitAt(publishedCommit, row.publishedChange, publishedAt),
    pulled: commitAt(pulledCommit, row.pulledChange, pulledAt),
    observed: observedOf(row),
  }
}

function wantedOf({ targetRevision: revision, wantedChange: change, wantedAt: at }: PairStatusRow) {
  return change === null || at === null ? null : { revision, change, at }
}

function commitAt(commit: string | null, change: number | null, at: Date | null): CommitAt | null {
  return commit === null || at === null ? null : { commit, change, at }
}

/** Silence and edits change a state without a word of the cluster. */
function sinceWhen(row: PairStatusRow, { observedAt }: ObservedTime): Date | null {
  const { state, told, toldSince, laterAt, wantedAt, seenAt } = row
  const silentSince = seenAt && new Date(seenAt.getTime() + staleAfterS(REPORT_INTERVAL_S) * 1000)
  if (silentSince === null || silentSince < observedAt) return silentSince
  if (state === 'waiting') return wantedAt
  if (state !== told && laterAt !== null && laterAt <= observedAt) return laterAt
  return toldSince
}

function observedOf({ told, revision, toldAt, item }: PairStatusRow): Observed | null {
  if (told === null || told === 'missing') return null
  const { sync = null, health = null, phase = null, message = null, images = [] } = item ?? {}
  return { revision, sync, health, phase, message, at: toldAt, images }
}
