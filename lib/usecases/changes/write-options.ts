import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { NO_FILTER, type PairFilter } from '#lib/domain/impact/listed-pairs.ts'

/** A part of a long answer. */
export type Slice = { readonly offset: number; readonly limit: number }

/** The part of an impact's pairs that somebody looks at. */
export type PairsAsked = Slice & {
  readonly filter: PairFilter
  /** What to count them by; null: nothing. */
  readonly by: Grouping | null
}

/** An application and a cluster by their names. */
export type PairName = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
}

/** The options of a write, whatever it writes. */
export type WriteOptions = {
  /** Answer the impact without storing anything. */
  readonly dryRun: boolean
  readonly pairs: PairsAsked
  /** The part of the file diff that is wanted; null: no diff. */
  readonly diffSlice: Slice | null
  /** Whether the answer says what becomes of the objects themselves. */
  readonly includesEdits: boolean
  /** Whether the answer says what policies do with the one application that is written. */
  readonly includesPolicies: boolean
  /** Of which pair the answer says what it is told; null: of none. */
  readonly toldPair: PairName | null
  readonly confirmRemovals: number | null
  readonly confirmChanges: number | null
  readonly reason: string | null
  /** Keep it although something stops it, if the actor may override that. */
  readonly override: boolean
  /** The digest of the impact that the person saw; null: any impact is fine. */
  readonly expectedImpact: string | null
  /** Allows a deleted team's name to be used again. */
  readonly freeName: boolean
  readonly idempotency: IdempotencyClaim | null
}

/** Of a write that is kept, of which nothing was confirmed or said. */
export const PLAIN_WRITE: WriteOptions = {
  dryRun: false,
  pairs: { offset: 0, limit: 0, filter: NO_FILTER, by: null },
  diffSlice: null,
  includesEdits: false,
  includesPolicies: false,
  toldPair: null,
  confirmRemovals: null,
  confirmChanges: null,
  reason: null,
  override: false,
  expectedImpact: null,
  freeName: false,
  idempotency: null,
}

export type IdempotencyClaim = {
  readonly route: string
  readonly key: string
  readonly bodyHash: string
}

/** The entity tags that an edit of an existing object must meet; `*`: any. */
export type Precondition = '*' | readonly string[]

/** The options of a write of a tenant's settings. */
export type SettingsWriteOptions = {
  readonly precondition: Precondition
  /** Answer what it would do, without storing anything. */
  readonly dryRun: boolean
  /** The number of clusters that the person knows to need a new bootstrap. */
  readonly confirmed: number | null
  readonly reason: string | null
}
