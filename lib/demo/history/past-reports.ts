// The reports of the demo's clusters in its past, through the use case that receives reports.
import { inTenant } from '#db/client.ts'
import { keepHeardAgain } from '#db/queries/heard-again.ts'
import { readPublishedOn } from '#db/queries/published-on.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { receiveReportUseCase } from '#lib/usecases/reports/receive.ts'
import type { Services } from '#lib/usecases/services.ts'
import { ownSession, type TenantIdentity } from '#lib/usecases/session.ts'
import { demoActor } from '../actor.ts'
import { publishedByCluster } from '../simulator/published.ts'
import { PastCluster, type PastReport } from './past-cluster.ts'
import { servicesAt } from './services-at.ts'
import { silencesOf } from './silences.ts'

const AT_ONCE = 6

export class PastReports {
  readonly #services: Services
  readonly #tenant: TenantIdentity
  readonly #clusters: ReadonlyMap<string, PastCluster>

  /** `names` in the order of the demo's fleet. */
  constructor(
    services: Services,
    tenant: TenantIdentity,
    names: readonly string[],
    { today, now }: { readonly today: Date; readonly now: Date },
  ) {
    this.#services = services
    this.#tenant = tenant
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
      const reports = [...this.#clusters.values()].flatMap(
        (cluster) => cluster.nextBefore(end) ?? [],
      )
      if (reports.length === 0) return
      await this.#send(reports)
    }
  }

  /** The clusters that aren't silent were heard of until an instant. */
  async endAt(now: Date): Promise<void> {
    const heard = [...this.#clusters.values()].map((cluster) => ({
      cluster: cluster.name,
      until: cluster.heardBy(now),
    }))
    await this.#inScope((scope) => keepHeardAgain(scope, heard))
  }

  async #send(reports: readonly PastReport[]): Promise<void> {
    const heard = reports.flatMap(({ cluster, heardUntil: until }) =>
      until === null ? [] : [{ cluster, until }],
    )
    await this.#inScope((scope) => keepHeardAgain(scope, heard))
    const left = [...reports]
    const sendOn = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await this.#report(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  }

  async #report({ cluster, at }: PastReport): Promise<void> {
    const report = this.#clusters.get(cluster)!.reportAt(at)
    const session = ownSession(this.#tenant, clusterActor(cluster))
    await receiveReportUseCase.invoke(servicesAt(this.#services, at), session, { cluster, report })
  }

  #inScope<T>(run: (scope: TenantScope) => Promise<T>): Promise<T> {
    const { id } = this.#tenant
    return inTenant(this.#services.database, id, (tx) => run({ tx, tenant: id }))
  }
}

function clusterActor(cluster: string): Actor {
  return { ...demoActor, role: null, cluster }
}
