// What a cluster's word about an application means for its placement. Pure: the same word, the same judgement.
import type { ReportedItem } from './reported.ts'
import type { State } from './states.ts'

/** A comparison that fails for so long counts as failed: Argo CD retries, and many pass by themselves. */
const COMPARISON_ERROR_MS = 5 * 60_000
/** What is there for so long without being placed or removed is orphaned. */
const ORPHANED_AFTER_MS = 15 * 60_000

/**
 * The state, and what it becomes at a later instant if nothing is heard until then. Freshness, and edits that the cluster
 * hasn't pulled yet, are no part of it: they change without a word from the cluster.
 */
export type Judgement = {
  readonly state: State
  readonly later: { readonly state: State; readonly at: Date } | null
}

/** What is wanted of a placement, as far as its cluster has pulled that; null: whatever its manifest there asks for. */
export type Wanted = { readonly targetRevision: string | null }

/** Since when the cluster says things that only count after a while; null: it doesn't say them. */
export type Since = { readonly comparisonError: Date | null; readonly unwanted: Date | null }

/** Judges an application that is placed, by the manifest that its cluster has pulled. */
export function judgePlaced(item: ReportedItem, wanted: Wanted, since: Since): Judgement {
  const state = isFailed(item, wanted) ? 'failed' : stateBesides(item, wanted)
  if (state === 'failed' || since.comparisonError === null) return { state, later: null }
  const at = new Date(since.comparisonError.getTime() + COMPARISON_ERROR_MS)
  return { state, later: { state: 'failed', at } }
}

/** Judges an application of ours that is there without being placed. It failed if its removal is stuck. */
export function judgeUnwanted(item: ReportedItem, { unwanted }: Since): Judgement {
  if (hasCondition(item, 'DeletionError')) return { state: 'failed', later: null }
  if (item.deleting || unwanted === null) return { state: 'leaving', later: null }
  const at = new Date(unwanted.getTime() + ORPHANED_AFTER_MS)
  return { state: 'leaving', later: { state: 'orphaned', at } }
}

/**
 * Whether the cluster says that it can't compare the application with its source. After an InvalidSpecError, such as a
 * destination that the project refuses, it doesn't even try.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go `processAppRefreshQueueItem`
 */
export function hasComparisonError(item: ReportedItem): boolean {
  return hasCondition(item, 'ComparisonError') || hasCondition(item, 'InvalidSpecError')
}

function isFailed(item: ReportedItem, wanted: Wanted): boolean {
  if (hasCondition(item, 'DeletionError')) return true
  return (item.phase === 'Failed' || item.phase === 'Error') && isAtWanted(item, wanted)
}

// oxlint-disable-next-line eslint/complexity -- it is one table of cases
function stateBesides(item: ReportedItem, wanted: Wanted): State {
  const isBusy = item.deleting || item.phase === 'Running' || item.phase === 'Terminating'
  if (item.health === 'Degraded') return 'degraded'
  if (item.sync === 'OutOfSync' && !isBusy && isAtWanted(item, wanted) && hasApplied(item)) {
    return 'drifted'
  }
  if (!isAtWanted(item, wanted) || (hasSynced(item) && item.sync === 'OutOfSync' && !isBusy)) {
    return 'behind'
  }
  if (isBusy || item.sync === 'OutOfSync' || hasComparisonError(item)) return 'progressing'
  if (wasNeverCompared(item)) return 'progressing'
  if (item.health === 'Progressing' || item.health === 'Missing') return 'progressing'
  if (item.health === 'Suspended') return 'suspended'
  return item.sync === 'Synced' && item.health === 'Healthy' ? 'healthy' : 'unknown'
}

/** Whether the manifest that the cluster has asks for what is wanted. */
function isAtWanted({ targetRevision: has }: ReportedItem, { targetRevision }: Wanted): boolean {
  return targetRevision === null || has === null || has === targetRevision
}

/** Whether the commit that it is compared with was applied completely: then what differs was changed by hand. */
function hasApplied({ revision, history, phase }: ReportedItem): boolean {
  const applied = history.at(-1)
  return applied === undefined ? phase === 'Succeeded' : applied.revision === revision
}

/** The cluster has only just made it. */
function wasNeverCompared({ sync, health, revision, history }: ReportedItem): boolean {
  return sync === 'Unknown' && health === 'Unknown' && revision === null && history.length === 0
}

function hasSynced({ history }: ReportedItem): boolean {
  return history.length > 0
}

function hasCondition({ conditions }: ReportedItem, type: string): boolean {
  return conditions.some((condition) => condition.type === type)
}
