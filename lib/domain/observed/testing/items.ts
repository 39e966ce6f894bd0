// Words about applications, as healthy as they come, for tests.
import type { Condition, ReportedItem, SyncEntry } from '../reported.ts'

/** A commit that a number stands for. */
export function commit(number: number): string {
  return number.toString(16).padStart(40, '0')
}

export function syncEntry(number: number, deployedAt: Date): SyncEntry {
  return {
    id: number,
    revision: commit(number),
    deployedAt,
    deployStartedAt: deployedAt,
    initiatedBy: null,
  }
}

export function condition(type: string): Condition {
  return { type, message: `${type}: it is so` }
}

/** In sync, healthy, and at its first commit, which it synced. */
export function item(fields: Partial<ReportedItem> = {}): ReportedItem {
  const at = new Date('2026-11-22T01:00:00Z')
  return {
    namespace: 'argocd',
    name: 'payments--api',
    isTracked: true,
    targetRevision: 'main',
    revision: commit(1),
    sync: 'Synced',
    health: 'Healthy',
    phase: 'Succeeded',
    message: 'successfully synced (all tasks run)',
    startedAt: at,
    finishedAt: at,
    reconciledAt: at,
    deleting: false,
    images: [],
    conditions: [],
    history: [syncEntry(1, at)],
    ...fields,
  }
}
