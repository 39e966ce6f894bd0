// A cluster of the demo in its past: when it reports of it. In truth it would have done so each minute; here it does after
// something was published for it, and now and then. What happened in between it tells in its histories of syncs.
import type { KeptSamples, Labels } from '#lib/domain/observed/metric-series.ts'
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import { keptSamples } from '#lib/domain/reconcilers/kept-samples.ts'
import type { Home } from '../simulator/application.ts'
import { ArgocdCounters } from '../simulator/argocd-counters.ts'
import { between } from '../simulator/chance.ts'
import { type Published, SimulatedCluster } from '../simulator/cluster.ts'
import { temperOf } from '../simulator/temper.ts'
import type { Silence } from './silences.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How often it reports, and how often in the last days. */
const SELDOM_MS = 90 * HOUR_MS
const OFTEN_MS = 5 * HOUR_MS
const LAST_MS = 50 * HOUR_MS

/** A report to send, and until when the cluster was heard of before. */
export type PastReport = {
  readonly cluster: string
  readonly at: Date
  readonly heardUntil: Date | null
}

export class PastCluster {
  readonly name: string
  readonly #place: number
  readonly #home: Home
  readonly #silences: readonly Silence[]
  readonly #cluster: SimulatedCluster
  readonly #now: Date
  #reportedAt: Date | null = null
  #healthyAt: Date | null = null
  #counters: ArgocdCounters | null = null

  /** `now`: when its past ends. */
  constructor(
    name: string,
    place: number,
    namespace: string,
    silences: readonly Silence[],
    now: Date,
  ) {
    this.name = name
    this.#place = place
    this.#silences = silences
    this.#now = now
    this.#home = { cluster: name, namespace, temper: temperOf(place) }
    this.#cluster = new SimulatedCluster(this.#home)
  }

  see(published: Published): void {
    const pulledAt = this.#cluster.see(published)
    if (pulledAt === null) return
    const seconds = between(48, 75, 'past', this.name, published.commit)
    this.#healthyAt = new Date(pulledAt.getTime() + Math.floor(seconds * 1000))
  }

  /** Its next report before an instant; null: there is none. */
  nextBefore(end: Date): PastReport | null {
    const at = this.#nextAt()
    if (at === null || at >= end) return null
    const heardUntil = this.#reportedAt && this.#heardUntil(at)
    this.#reportedAt = at
    if (this.#healthyAt !== null && this.#healthyAt <= at) this.#healthyAt = null
    return { cluster: this.name, at, heardUntil }
  }

  reportAt(at: Date): ReceivedReport {
    return {
      observedAt: at,
      sentAt: null,
      sequence: null,
      isComplete: true,
      reportDigest: null,
      reconciler: { kind: 'argocd', version: 'v3.3.1', confinement: null },
      items: this.#cluster.itemsAt(at),
    }
  }

  /** What its metrics said at instants, in order, but for those at which it was silent. None is before its last report. */
  metricsAt(instants: readonly Date[]): readonly KeptSamples[] {
    if (!this.#home.temper.hasPrometheus) return []
    const items = this.#cluster.itemsAt(instants.at(-1)!)
    if (items.length === 0) return []
    const told: { readonly labels: Labels; readonly said: number[] }[] = []
    for (const at of instants.filter((each) => this.heardBy(each) === each)) {
      this.#counters ??= new ArgocdCounters(this.#home, at)
      this.#counters.countUntil(at, items)
      for (const [place, { labels, value }] of this.#counters.series().entries()) {
        told[place] ??= { labels, said: [] }
        told[place].said.push(at.getTime(), value)
      }
    }
    const targets = new Map<string, string>()
    return told.flatMap(({ labels, said }) => keptSamples(labels, said, targets) ?? [])
  }

  /** Until when it was heard of, at an instant. */
  heardBy(at: Date): Date {
    const silence = this.#silences.find(({ from, to }) => from < at && (to === null || at <= to))
    return silence?.from ?? at
  }

  #nextAt(): Date | null {
    const due = [this.#healthyAt, this.#regularAt()].filter((at) => at !== null)
    if (due.length === 0) return null
    const at = new Date(Math.min(...due.map((each) => each.getTime())))
    const silence = this.#silences.find(({ from, to }) => from <= at && (to === null || at < to))
    return silence === undefined ? this.#endOfSilence(at) : silence.to
  }

  /** A silence that passes before the next report ends with one. */
  #endOfSilence(at: Date): Date {
    const known = this.#reportedAt
    const passed = this.#silences.find(
      ({ to }) => known !== null && to !== null && known < to && to < at,
    )
    return passed?.to ?? at
  }

  #regularAt(): Date | null {
    if (this.#reportedAt === null) return null
    const last = this.#now.getTime() - LAST_MS + this.#place * 4 * MINUTE_MS
    const known = this.#reportedAt.getTime()
    const next = known < last ? Math.min(known + SELDOM_MS, last) : known + OFTEN_MS
    return new Date(next)
  }

  #heardUntil(at: Date): Date {
    return this.heardBy(new Date(at.getTime() - MINUTE_MS / 2))
  }
}
