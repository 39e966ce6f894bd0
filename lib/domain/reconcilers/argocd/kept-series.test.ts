import { describe, expect, it } from 'vitest'
import { readSeries } from './kept-series.ts'

const read = (name: string, labels: Readonly<Record<string, string>>) =>
  readSeries(name, new Map(Object.entries(labels)))

const app = { name: 'ieb--app1', namespace: 'argocd', project: 'ieb', dest_server: 'https://x' }
const subject = 'argocd/ieb--app1'

describe('of the series of Argo CD', () => {
  it.each([
    // series | labels | what is kept
    [
      'argocd_app_info',
      { ...app, health_status: 'Degraded', sync_status: 'Synced' },
      { of: 'application', subject, name: '', says: 'Degraded Synced' },
    ],
    [
      'argocd_app_info',
      { ...app, health_status: 'Elated', sync_status: '' },
      { of: 'application', subject, name: '', says: 'Unknown Unknown' },
    ],
    [
      'argocd_app_reconcile_bucket',
      { namespace: 'argocd', dest_server: 'https://x', le: '0.25' },
      { of: 'reconcile_duration', subject: 'argocd https://x', name: '0.25', says: null },
    ],
    [
      'argocd_app_reconcile_bucket',
      { namespace: 'argocd', dest_server: 'https://x', le: '16.0' },
      { of: 'reconcile_duration', subject: 'argocd https://x', name: '16', says: null },
    ],
    [
      'argocd_app_reconcile_bucket',
      { namespace: 'argocd', dest_server: 'https://x', le: '+Inf' },
      { of: 'reconcile_duration', subject: 'argocd https://x', name: 'inf', says: null },
    ],
    [
      'argocd_app_sync_total',
      { ...app, phase: 'Failed', dry_run: 'false' },
      { of: 'syncs_by_phase', subject: `${subject} ieb https://x`, name: 'Failed', says: null },
    ],
    [
      'argocd_git_request_total',
      { repo: 'https://git.example.com/x', request_type: 'fetch' },
      { of: 'git_requests', subject: 'https://git.example.com/x', name: 'fetch', says: null },
    ],
    [
      'argocd_cluster_connection_status',
      { server: 'https://x', k8s_version: 'v1.36.1' },
      { of: 'connection', subject: 'https://x', name: '', says: null },
    ],
    [
      'workqueue_depth',
      { name: 'app_reconciliation_queue', priority: '' },
      { of: 'queue', subject: '', name: 'app_reconciliation_queue', says: null },
    ],
  ])('%s is kept of %j', (name, labels, kept) => {
    expect(read(name, labels)).toEqual(kept)
  })

  it.each([
    ['argocd_app_orphaned_resources_count', app],
    ['argocd_app_sync_total', { ...app, phase: 'Succeeded', dry_run: 'true' }],
    ['argocd_app_sync_total', { ...app, phase: 'Running' }],
    ['argocd_app_reconcile_bucket', { le: '3' }],
    ['argocd_app_reconcile_bucket', { le: '' }],
    ['argocd_app_reconcile_bucket', {}],
    ['argocd_git_request_total', { repo: 'x', request_type: 'push' }],
    ['workqueue_depth', { name: 'endpoint_slice' }],
    ['up', {}],
    ['constructor', {}],
    ['__proto__', {}],
  ])('nothing is kept of %s %j', (name, labels: Readonly<Record<string, string>>) => {
    expect(read(name, labels)).toBeNull()
  })

  it('a label that Prometheus has of its own hides none of theirs', () => {
    const labels = { ...app, namespace: 'monitoring', exported_namespace: 'argocd' }
    expect(read('argocd_app_info', labels)?.subject).toBe(subject)
  })
})
