// What a cluster of the demo sends again and again.
import { ArgocdCounters, argocdReadings } from './argocd-counters.ts'
import type { Home } from './application.ts'
import type { SimulatedCluster } from './cluster.ts'
import type { RemoteWriter } from './remote-write.ts'
import type { Reporter } from './reporter.ts'

const BUSY_S = 6
const WRITTEN_EVERY_MS = 60_000

export type Sender = {
  /** In milliseconds since 1970. */
  isDueAt(now: number): boolean
  /** Answers whether it goes on. */
  send(): Promise<boolean>
}

/** The reports of its reconciler: as often as it is told to, and within seconds while it is busy. */
export class ReportSender implements Sender {
  readonly #cluster: SimulatedCluster
  readonly #reporter: Reporter
  #nextAt: number

  constructor(cluster: SimulatedCluster, reporter: Reporter, firstAt: number) {
    this.#cluster = cluster
    this.#reporter = reporter
    this.#nextAt = firstAt
  }

  isDueAt(now: number): boolean {
    return this.#nextAt <= now || (this.#cluster.pullsAt?.getTime() ?? Infinity) <= now
  }

  async send(): Promise<boolean> {
    const at = new Date()
    const nextS = await this.#reporter.report(this.#cluster.itemsAt(at), at)
    if (nextS === null) return false
    this.#nextAt = Date.now() + (this.#cluster.isBusyAt(at) ? BUSY_S : nextS) * 1000
    return true
  }
}

/** The metrics of its reconciler. */
export class MetricSender implements Sender {
  readonly #home: Home
  readonly #cluster: SimulatedCluster
  readonly #writer: RemoteWriter
  readonly #counters: ArgocdCounters
  #nextAt: number

  constructor(home: Home, cluster: SimulatedCluster, writer: RemoteWriter, firstAt: number) {
    this.#home = home
    this.#cluster = cluster
    this.#writer = writer
    this.#counters = new ArgocdCounters(home, new Date())
    this.#nextAt = firstAt
  }

  /** What it has only just pulled, its reconciler says first. */
  isDueAt(now: number): boolean {
    return this.#nextAt <= now && (this.#cluster.pullsAt?.getTime() ?? Infinity) > now
  }

  send(): Promise<boolean> {
    const at = new Date()
    this.#nextAt = at.getTime() + WRITTEN_EVERY_MS
    const items = this.#cluster.itemsAt(at)
    this.#counters.countUntil(at, items)
    return this.#writer.write(
      [...this.#counters.series(), ...argocdReadings(this.#home, items)],
      at,
    )
  }
}
