// Where a placement is on its way from what is wanted to what really runs.
import type { Freshness, LastSeen } from './freshness.ts'
import type { HealthStatus, Phase, SyncStatus } from './reported.ts'
import type { State } from './states.ts'

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
  /** Null: it is asked about a time of which that isn't kept. */
  readonly freshness: Freshness | null
  /** Until when its cluster isn’t expected to report, and which silence says so; null: it is, or it is asked about the past. */
  readonly planned: { readonly name: string; readonly until: Date } | null
  /** Null: its cluster never reported, or it is asked about the past. */
  readonly seen: LastSeen | null
  /** Null: it isn't placed, or waits for a release. */
  readonly wanted: {
    readonly revision: string
    readonly change: number
    readonly at: Date
    /** Who made that change, and why. */
    readonly actor: string
    readonly reason: string | null
  } | null
  readonly published: CommitAt | null
  /** Where what is wanted waits for somebody who merges it; null: nowhere, or it is asked about the past. */
  readonly pullRequest: { readonly number: number; readonly url: string } | null
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
