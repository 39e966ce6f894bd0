// What the Argo CD of a demo cluster counts: as its metrics show it, and so much that charts over time look alive.
import { RECONCILE_BOUNDS_S } from '#lib/domain/observed/metric-series.ts'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import type { Home } from './application.ts'
import { between } from './chance.ts'
import { troublesAround } from './troubles.ts'

/** A series of Prometheus, with its labels in the order of their names, and what it says now. */
export type Series = { readonly labels: ReadonlyMap<string, string>; readonly value: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEKEND = [0, 6]
/** Each Application is compared with Git about so often. */
const COMPARED_EVERY_MS = 180_000
const MEDIAN_S = 0.35
/** How much shorter most comparisons are than the longest. */
const STEEPNESS = 2.5
const LS_REMOTES_EACH = 0.8
const FETCHES_EACH = 0.1
const BOUNDS = [...RECONCILE_BOUNDS_S, Infinity]
const PHASES_OF_TROUBLES: Readonly<Record<string, string>> = {
  failed: 'Failed',
  uncomparable: 'Error',
}

const SERVER = 'https://kubernetes.default.svc'
const CONTROLLER = 'argocd-metrics:8082'
const REPO_SERVER = 'argocd-repo-server:8084'

/** It counts from 0 from an instant on, as a process that was started then. */
export class ArgocdCounters {
  readonly #home: Home
  #until: Date
  readonly #reconciled: number[] = BOUNDS.map(() => 0)
  #lsRemotes = 0
  #fetches = 0
  /** By application and phase. */
  readonly #syncs = new Map<string, number>()

  constructor(home: Home, from: Date) {
    this.#home = home
    this.#until = from
  }

  /** Counts on until an instant, as of which it has these Applications. */
  countUntil(now: Date, items: readonly ReportedItem[]): void {
    for (const item of items) this.#countSyncs(item, now)
    for (let from = this.#until.getTime(); from < now.getTime(); from += HOUR_MS) {
      const to = Math.min(from + HOUR_MS, now.getTime())
      this.#countComparisons((from + to) / 2, ((to - from) / COMPARED_EVERY_MS) * items.length)
    }
    this.#until = now
  }

  /** More come with time, always behind the others. */
  series(): readonly Series[] {
    const { namespace } = this.#home
    const of = { dest_server: SERVER, instance: CONTROLLER, namespace }
    return [
      ...BOUNDS.map((bound, place) => {
        const le = bound === Infinity ? '+Inf' : String(bound)
        return counter('argocd_app_reconcile_bucket', { ...of, le }, this.#reconciled[place]!)
      }),
      this.#requests('fetch', this.#fetches),
      this.#requests('ls-remote', this.#lsRemotes),
      ...[...this.#syncs].map(([key, count]) => {
        const [name = '', phase = ''] = key.split(' ')
        const [project = ''] = name.split('--')
        const labels = { ...of, dry_run: 'false', name, phase, project }
        return counter('argocd_app_sync_total', labels, count)
      }),
    ]
  }

  #requests(type: string, count: number): Series {
    const labels = { instance: REPO_SERVER, repo: 'gitops', request_type: type }
    return counter('argocd_git_request_total', labels, count)
  }

  #countSyncs({ name, history }: ReportedItem, now: Date): void {
    const isNew = (at: Date) => this.#until < at && at <= now
    const done = history.filter(({ deployedAt }) => isNew(deployedAt)).length
    this.#countPhase(name, 'Succeeded', done)
    const place = `${this.#home.cluster}/${name.replace('--', '/')}`
    for (const { kind, from } of troublesAround(place, now)) {
      const phase = PHASES_OF_TROUBLES[kind]
      if (phase !== undefined && isNew(from)) this.#countPhase(name, phase, 1)
    }
  }

  #countPhase(name: string, phase: string, more: number): void {
    const key = `${name} ${phase}`
    if (more > 0) this.#syncs.set(key, (this.#syncs.get(key) ?? 0) + more)
  }

  #countComparisons(at: number, usual: number): void {
    const { cluster, temper } = this.#home
    const load = loadAt(cluster, at)
    const count = usual * load
    const median = MEDIAN_S * load * temper.repoServerSlowness
    for (const [place, bound] of BOUNDS.entries()) {
      this.#reconciled[place]! += count / (1 + (median / bound) ** STEEPNESS)
    }
    this.#lsRemotes += usual * LS_REMOTES_EACH
    this.#fetches += count * load * FETCHES_EACH
  }
}

/** How much there is to do, where 1 is usual: most on mornings of working days, when everybody deploys. */
function loadAt(cluster: string, at: number): number {
  const hour = (at % DAY_MS) / HOUR_MS
  const people = WEEKEND.includes(new Date(at).getUTCDay()) ? 0.15 : 1
  const chance = between(-0.15, 0.15, 'load', cluster, Math.floor(at / HOUR_MS))
  return 1 + chance + people * (1.8 * bell(hour, 8.5, 1.3) + 0.5 * bell(hour, 13.5, 2))
}

function bell(at: number, middle: number, width: number): number {
  return Math.exp(-(((at - middle) / width) ** 2))
}

/** What the Argo CD of a demo cluster shows of how it is now. */
export function argocdReadings(
  { namespace }: Home,
  items: readonly ReportedItem[],
): readonly Series[] {
  const of = { instance: CONTROLLER, namespace }
  const applications = items.map(({ name, health, sync }) => {
    const said = { dest_server: SERVER, health_status: health, name, sync_status: sync }
    return series('argocd_app_info', { ...of, ...said }, 1)
  })
  const waiting = items.filter(({ phase }) => phase === 'Running').length
  const queue = (name: string, depth: number) => series('workqueue_depth', { ...of, name }, depth)
  return [
    ...applications,
    series('argocd_cluster_connection_status', { ...of, server: SERVER }, 1),
    queue('app_operation_processing_queue', waiting),
    queue('app_reconciliation_queue', waiting),
  ]
}

type Named = Readonly<Record<string, string>>

function counter(name: string, labels: Named, count: number): Series {
  return series(name, labels, Math.floor(count))
}

function series(name: string, labels: Named, value: number): Series {
  const named = Object.entries({ __name__: name, ...labels })
  return { labels: new Map(named.sort(([one], [other]) => (one < other ? -1 : 1))), value }
}
