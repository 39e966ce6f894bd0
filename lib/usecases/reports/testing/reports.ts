// Reports as tests send them, of the cluster and the team that tests start from.
import {
  NOTHING_KNOWN,
  type ReceivedReport,
  type ReportedItem,
  type SyncEntry,
} from '#lib/domain/observed/reported.ts'
import { application, cluster, team } from '#lib/http/testing/bodies.ts'

export const CLUSTER = cluster.name
/** When tests begin; minutes are counted from here. */
const START = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000)
export const minute = (count: number) => new Date(START.getTime() + count * 60_000)

export const commit = (digit: string) => digit.repeat(40)

const FIELDS: Omit<ReportedItem, 'name'> = {
  ...NOTHING_KNOWN,
  namespace: 'argocd',
  isTracked: true,
  targetRevision: application.repo_branch,
  revision: commit('a'),
  sync: 'Synced',
  health: 'Healthy',
  phase: 'Succeeded',
}

/** An application of the team, healthy but for what is given. */
export function itemOf(name: string, given: Partial<ReportedItem> = {}): ReportedItem {
  return { ...FIELDS, name: `${team.name}--${name}`, ...given }
}

/** The root, at a commit of its branch. */
export function rootAt(revision: string): ReportedItem {
  return { ...FIELDS, name: 'berth', targetRevision: 'main', revision }
}

export function syncOf(id: number, deployedAt: Date, revision = commit('a')): SyncEntry {
  return { id, revision, deployedAt, deployStartedAt: null, initiatedBy: null }
}

/** All of a cluster at a minute, but for what is given. */
export function reportAt(
  observed: number,
  items: readonly ReportedItem[],
  given: Partial<ReceivedReport> = {},
): ReceivedReport {
  return {
    observedAt: minute(observed),
    sentAt: null,
    sequence: null,
    isComplete: true,
    reportDigest: null,
    reconciler: null,
    items,
    ...given,
  }
}

/** Of one application with one sync. */
export function smallReport(observedAt: Date): ReceivedReport {
  const items = [rootAt(commit('1')), itemOf('app1', { history: [syncOf(1, observedAt)] })]
  return reportAt(0, items, { observedAt })
}
