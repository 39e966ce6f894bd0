// What a cluster says of itself: the words of its reconciler, as far as Berth reads them. Instants are those of the
// cluster's own clock.
import { isCommit } from '#lib/domain/text/commit.ts'
import { isDigest, isExactVersion } from '#lib/domain/text/fixed-revision.ts'

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
  /** Whether the reconciler says that Berth's own root made it. A name alone shows nothing: anybody can take it. */
  readonly isTracked: boolean
  /** What its manifest asks for; null: the report doesn't say. */
  readonly targetRevision: string | null
  /**
   * The commit, version of a chart or digest that it was last compared with; null: there was none, or its source can't be read.
   * Of the root: the commit that it has applied.
   */
  readonly revision: string | null
  readonly sync: SyncStatus
  readonly health: HealthStatus
  /** Of the operation that runs or ran last; null: none ever did. */
  readonly phase: Phase | null
  /** What explains the state best. */
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

/** Of an Application of which nothing is known but that it is there. */
export const NOTHING_KNOWN: Omit<ReportedItem, 'namespace' | 'name' | 'isTracked'> = {
  targetRevision: null,
  revision: null,
  sync: 'Unknown',
  health: 'Unknown',
  phase: null,
  message: null,
  startedAt: null,
  finishedAt: null,
  reconciledAt: null,
  deleting: false,
  images: [],
  conditions: [],
  history: [],
}

export const CONTROLLER_ROLES = ['stock', 'narrow'] as const
type ControllerRole = (typeof CONTROLLER_ROLES)[number]

/** What a cluster says of who may do what there: whether its reconciler acts as each team's own account. */
export type ReportedConfinement = {
  readonly enabled: boolean
  readonly enforced: boolean
  /** Whether the reconciler's own rights are those that it was installed with, or only what Berth needs; null: it can't be told. */
  readonly controllerRole: ControllerRole | null
  /** Projects that name no account. */
  readonly projectsWithout: readonly string[]
}

export type ReportedReconciler = {
  readonly kind: string
  readonly version: string | null
  readonly confinement: ReportedConfinement | null
}

/** A report as it was read, whichever form it came in. */
export type ReceivedReport = {
  /** When the cluster looked, by its own clock; null: it doesn't say. */
  readonly observedAt: Date | null
  /** When it sent what it saw, by its own clock; null: it doesn't say. */
  readonly sentAt: Date | null
  /** What the sender counts; null: it doesn't. */
  readonly sequence: number | null
  /** Whether what it doesn't name isn't there. */
  readonly isComplete: boolean
  /** What the sender calls it; null: it won't say that nothing changed. */
  readonly reportDigest: string | null
  readonly reconciler: ReportedReconciler | null
  readonly items: readonly ReportedItem[]
}

/** What the body of a report says; the rest stands in the headers. */
export type ReadReport = Omit<ReceivedReport, 'sentAt' | 'reportDigest'>

export type SentReport = ReadReport & {
  /** What is the same of another text that says the same; null: that can't be told. */
  readonly text: string | null
}

export const ITEMS_MAX = 20_000
/** Texts of a report are cut to so many characters. */
export const TEXT_MAX = 4096
/** Of conditions and images the first so many are kept; no application of good faith has more. */
export const DETAILS_MAX = 1000
/** Of syncs the newest so many are kept. */
export const HISTORY_MAX = 100
/** The names of Kubernetes are no longer. */
export const NAME_MAX = 253

/** The commit that a text names; null: it names none. Where its source can't be read, Argo CD says the branch instead. */
export function commitIn(text: string | null): string | null {
  return text !== null && isCommit(text) ? text : null
}

/** The commit, the version of a chart or the digest of an artifact that a text names; null: it names none of them. */
export function revisionIn(text: string | null): string | null {
  if (text === null) return null
  return isCommit(text) || isExactVersion(text) || isDigest(text) ? text : null
}

/** Whether a text is one of some words. */
const among =
  <T extends string>(words: readonly T[]) =>
  (text: string | null): text is T =>
    (words as readonly (string | null)[]).includes(text)

const isSyncStatus = among(SYNC_STATUSES)
const isHealthStatus = among(HEALTH_STATUSES)
const isPhase = among(PHASES)

/** A word that Berth doesn't know counts as unknown: a reconciler may learn new ones. */
export function syncStatusIn(text: string | null): SyncStatus {
  return isSyncStatus(text) ? text : 'Unknown'
}

export function healthStatusIn(text: string | null): HealthStatus {
  return isHealthStatus(text) ? text : 'Unknown'
}

export function phaseIn(text: string | null): Phase | null {
  return isPhase(text) ? text : null
}
