// What a cluster says of itself: the words of its reconciler, as far as Berth reads them. Instants are those of the
// cluster's own clock.

export const SYNC_STATUSES = ['Synced', 'OutOfSync', 'Unknown'] as const
export const HEALTH_STATUSES = [
  'Healthy',
  'Suspended',
  'Progressing',
  'Missing',
  'Degraded',
  'Unknown',
] as const
export const PHASES = ['Running', 'Terminating', 'Failed', 'Error', 'Succeeded'] as const

export type SyncStatus = (typeof SYNC_STATUSES)[number]
export type HealthStatus = (typeof HEALTH_STATUSES)[number]
export type Phase = (typeof PHASES)[number]

export type Condition = { readonly type: string; readonly message: string }

/** A sync that succeeded, from the history that the cluster keeps. */
export type SyncEntry = {
  readonly id: number
  readonly revision: string
  readonly deployedAt: Date
  readonly deployStartedAt: Date | null
  /** A user's name; null: it synced by itself. */
  readonly initiatedBy: string | null
}

/** One application of the reconciler's, whoever made it. */
export type ReportedItem = {
  /** Where the reconciler keeps it. */
  readonly namespace: string
  readonly name: string
  /** What its manifest asks for; null: the report doesn't say. */
  readonly targetRevision: string | null
  /** The commit that it was last compared with. */
  readonly revision: string | null
  readonly sync: SyncStatus
  readonly health: HealthStatus
  /** Of the operation that runs or ran last; null: none ever did. */
  readonly phase: Phase | null
  readonly message: string | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly reconciledAt: Date | null
  readonly deleting: boolean
  readonly images: readonly string[]
  readonly conditions: readonly Condition[]
  /** Oldest first. */
  readonly history: readonly SyncEntry[]
}

/** Texts of a report are cut to so many characters. */
export const TEXT_MAX = 4096
export const ITEMS_MAX = 20_000
