// The series of Argo CD of which something is kept.
// https://github.com/argoproj/argo-cd/blob/v3.2.0/controller/metrics/metrics.go
// https://github.com/argoproj/argo-cd/blob/v3.2.0/reposerver/metrics/metrics.go
import {
  type KeptSeries,
  type Labels,
  reconcileBucket,
} from '#lib/domain/observed/metric-series.ts'

type Reader = (label: (name: string) => string) => KeptSeries | null

const PHASES = ['Succeeded', 'Failed', 'Error']
const GIT_REQUESTS = ['fetch', 'ls-remote']
const QUEUES = ['app_reconciliation_queue', 'app_operation_processing_queue']
const HEALTHS = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing']
const SYNCS = ['Synced', 'OutOfSync']

const READERS: Readonly<Record<string, Reader>> = {
  argocd_app_info: (label) => {
    const [health, sync] = [label('health_status'), label('sync_status')]
    const says = `${known(HEALTHS, health)} ${known(SYNCS, sync)}`
    return { of: 'application', subject: application(label), name: '', says }
  },
  argocd_app_reconcile_bucket: (label) => {
    const name = bucketOf(label('le'))
    const subject = `${label('namespace')} ${label('dest_server')}`
    return name === null ? null : { of: 'reconcile_duration', subject, name, says: null }
  },
  argocd_app_sync_total: (label) => {
    if (label('dry_run') === 'true') return null
    // All that makes them several series of one application: what counts apart must not look like one that began anew.
    const subject = `${application(label)} ${label('project')} ${label('dest_server')}`
    return counter('syncs_by_phase', subject, PHASES, label('phase'))
  },
  argocd_git_request_total: (label) =>
    counter('git_requests', label('repo'), GIT_REQUESTS, label('request_type')),
  argocd_cluster_connection_status: (label) => ({
    of: 'connection',
    subject: label('server'),
    name: '',
    says: null,
  }),
  workqueue_depth: (label) => counter('queue', label('priority'), QUEUES, label('name')),
}

/** Their names; nothing is made of any other. */
export const KEPT_SERIES: readonly string[] = Object.keys(READERS).toSorted()

/** What is kept of a series; null: nothing. */
export function readSeries(name: string, labels: Labels): KeptSeries | null {
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  // Where Prometheus has a label of its own of that name, it calls the series' own one differently:
  // https://prometheus.io/docs/prometheus/latest/configuration/configuration/#scrape_config (honor_labels)
  return read?.((label) => labels.get(`exported_${label}`) ?? labels.get(label) ?? '') ?? null
}

function counter(
  of: KeptSeries['of'],
  subject: string,
  names: readonly string[],
  name: string,
): KeptSeries | null {
  return names.includes(name) ? { of, subject, name, says: null } : null
}

function application(label: (name: string) => string): string {
  return `${label('namespace')}/${label('name')}`
}

function known(words: readonly string[], word: string): string {
  return words.includes(word) ? word : 'Unknown'
}

/** Prometheus 2 writes `1` where Prometheus 3 writes `1.0`. */
function bucketOf(le: string): string | null {
  if (le === '') return null
  return reconcileBucket(le === '+Inf' ? Infinity : Number(le))
}
