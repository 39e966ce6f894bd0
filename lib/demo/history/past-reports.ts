// The reports and metrics of the demo's clusters in its past, through the use cases that receive them.
import { inTenant } from '#db/client.ts'
import { keepHeardAgain } from '#db/queries/heard-again.ts'
import { readPublishedOn } from '#db/queries/published-on.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { writeMetricsUseCase } from '#lib/usecases/metrics/write.ts'
import { receiveReportUseCase } from '#lib/usecases/reports/receive.ts'
import type { Services } from '#lib/usecases/services.ts'
import { ownSession, type Session, type TenantIdentity } from '#lib/usecases/session.ts'
import { demoActor } from '../actor.ts'
import { publishedByCluster } from '../simulator/published.ts'
import { MetricTimes } from './metric-times.ts'
import { PastCluster, type PastReport } from './past-cluster.ts'
import { servicesAt } from './services-at.ts'
import { silencesOf } from './silences.ts'

const AT_ONCE = 6

export class PastReports {
  readonly #services: Services
  readonly #tenant: TenantIdentity
  readonly #clusters: ReadonlyMap<string, PastCluster>
  readonly #metricTimes: MetricTimes

  /** `names` in the order of the demo's fleet; they report `from` an instant on. */
  constructor(
    services: Services,
    tenant: TenantIdentity,
    names: readonly string[],
    { today, from, now }: { readonly today: Date; readonly from: Date; readonly now: Date },
  ) {
    this.#services = services
    this.#tenant = tenant
    this.#metricTimes = new MetricTimes(from, now)
    const { argocdNamespace } = services.environment
    this.#clusters = new Map(
      names.flatMap((name, place) => {
        const silences = silencesOf(place, today, now)
        if (silences === null) return []
        return [[name, new PastCluster(name, place, argocdNamespace, silences, now)] as const]
      }),
    )
  }

  /** Lets the clusters pull what is published, and report of it and now and then until an instant. */
  async passUntil(end: Date): Promise<void> {
    const names = [...this.#clusters.keys()]
    const rows = await this.#inScope((scope) => readPublishedOn(scope, names))
    for (const [name, published] of publishedByCluster(rows)) {
      this.#clusters.get(name)?.see(published)
    }
    for (;;) {
      const times = this.#metricTimes.nextBefore(end)
      await this.#reportUntil(times?.at(-1) ?? end)
      if (times === null) return
      await this.#writeMetrics(times)
    }
  }

  /** The instant is the last one. */
  async endAt(now: Date): Promise<void> {
    await this.#writeMetrics(this.#metricTimes.last())
    await this.hearUntil(now)
  }

  /** The clusters that aren't silent were heard of until an instant, to which they passed. */
  async hearUntil(at: Date): Promise<void> {
    const heard = [...this.#clusters.values()].map((cluster) => ({
      cluster: cluster.name,
      until: cluster.heardBy(at),
    }))
    await this.#inScope((scope) => keepHeardAgain(scope, heard))
  }

  async #reportUntil(end: Date): Promise<void> {
    for (;;) {
      const reports = [...this.#clusters.values()].flatMap(
        (cluster) => cluster.nextBefore(end) ?? [],
      )
      if (reports.length === 0) return
      const heard = reports.flatMap(({ cluster, heardUntil: until }) =>
        until === null ? [] : [{ cluster, until }],
      )
      await this.#inScope((scope) => keepHeardAgain(scope, heard))
      await inTurns(reports, (each) => this.#report(each))
    }
  }

  async #report({ cluster, at }: PastReport): Promise<void> {
    const report = this.#clusters.get(cluster)!.reportAt(at)
    const input = { cluster, report }
    await receiveReportUseCase.invoke(...this.#asOf(at, cluster), input)
  }

  async #writeMetrics(times: readonly Date[]): Promise<void> {
    const at = times.at(-1)!
    await inTurns([...this.#clusters.values()], async (each) => {
      const { name: cluster } = each
      const items = each.metricsAt(times)
      if (items.length === 0) return
      await writeMetricsUseCase.invoke(...this.#asOf(at, cluster), { cluster, items })
    })
  }

  #asOf(at: Date, cluster: string): [Services, Session] {
    return [servicesAt(this.#services, at), ownSession(this.#tenant, clusterActor(cluster))]
  }

  #inScope<T>(run: (scope: TenantScope) => Promise<T>): Promise<T> {
    const { id } = this.#tenant
    return inTenant(this.#services.database, id, (tx) => run({ tx, tenant: id }))
  }
}

function clusterActor(cluster: string): Actor {
  return { ...demoActor, role: null, cluster }
}

/** A few at once. */
async function inTurns<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const workOn = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOn))
}
