// Lets the demo's clusters report, as if each ran an Argo CD that pulls what Berth publishes, and a Prometheus beside it. It is
// light: a cluster says something each minute, and for a while each few seconds when something was published for it.
import { inTenant } from '#db/client.ts'
import { readPublishedOn, readTips } from '#db/queries/published-on.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { SimulatedCluster } from './cluster.ts'
import { publishedByCluster } from './published.ts'
import { RemoteWriter } from './remote-write.ts'
import { Reporter } from './reporter.ts'
import { MetricSender, ReportSender, type Sender } from './senders.ts'
import { temperOf } from './temper.ts'
import { clusterTokens } from './tokens.ts'

const TICK_MS = 1_000
const LOOK_EVERY_TICKS = 2
const AT_ONCE = 4
/** The first reports come within so many seconds of the start, not all at once, and the first metrics within twice as many. */
const FIRST_WITHIN_S = 10

type Reporting = {
  readonly name: string
  readonly cluster: SimulatedCluster
  readonly senders: readonly Sender[]
}

/**
 * Starts reporting for those of the named clusters that have a token of the demo, in the order of the demo's fleet; clusters
 * that people add are theirs. It goes on for as long as the process.
 */
export async function simulateClusters(
  services: Services,
  tenant: TenantIdentity,
  names: readonly string[],
): Promise<void> {
  const tokens = await clusterTokens(services, tenant, names)
  const { host, port, argocdNamespace: namespace } = services.environment
  const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : urlHost(host)}:${port}`
  const reporting = names.flatMap((name, place): Reporting[] => {
    const temper = temperOf(place)
    const token = tokens.get(name)
    if (token === undefined || temper.isSilent) return []
    const home = { cluster: name, namespace, temper }
    const cluster = new SimulatedCluster(home)
    const firstAt = Date.now() + (place % FIRST_WITHIN_S) * 1000
    const later = firstAt + FIRST_WITHIN_S * 1000
    const reports = new ReportSender(cluster, new Reporter(url, name, token), firstAt)
    const metrics = new MetricSender(home, cluster, new RemoteWriter(url, token), later)
    return [{ name, cluster, senders: temper.hasPrometheus ? [reports, metrics] : [reports] }]
  })
  if (reporting.length > 0) new Simulation(services, tenant, reporting).start()
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

class Simulation {
  readonly #services: Services
  readonly #tenant: TenantIdentity
  readonly #waiting: Set<Sender>
  readonly #all: readonly Reporting[]
  #sending = 0
  #ticks = 0
  #isLooking = false
  /** The tips that were seen last. */
  #tips = ''

  constructor(services: Services, tenant: TenantIdentity, reporting: readonly Reporting[]) {
    this.#services = services
    this.#tenant = tenant
    this.#all = reporting
    this.#waiting = new Set(reporting.flatMap(({ senders }) => senders))
  }

  start(): void {
    setInterval(() => this.#tick(), TICK_MS).unref()
  }

  #tick(): void {
    if (this.#ticks++ % LOOK_EVERY_TICKS === 0 && !this.#isLooking) {
      this.#isLooking = true
      // A database that is away for a moment is asked again.
      this.#look()
        .catch(() => undefined)
        .finally(() => (this.#isLooking = false))
    }
    if (this.#tips === '') return
    const now = Date.now()
    for (const each of this.#waiting) {
      if (this.#sending >= AT_ONCE) return
      if (each.isDueAt(now)) void this.#send(each)
    }
  }

  async #look(): Promise<void> {
    const tips = JSON.stringify(await this.#read(readTips))
    if (tips === this.#tips) return
    const names = this.#all.map(({ name }) => name)
    const published = publishedByCluster(await this.#read((scope) => readPublishedOn(scope, names)))
    for (const { name, cluster } of this.#all) {
      const of = published.get(name)
      if (of !== undefined) cluster.see(of)
    }
    this.#tips = tips
  }

  #read<T>(read: (scope: TenantScope) => Promise<T>): Promise<T> {
    const { id } = this.#tenant
    return inTenant(this.#services.database, id, (tx) => read({ tx, tenant: id }), {
      readOnly: true,
    })
  }

  async #send(each: Sender): Promise<void> {
    this.#waiting.delete(each)
    this.#sending++
    const goesOn = await each.send()
    this.#sending--
    // Behind all others that are due.
    if (goesOn) this.#waiting.add(each)
  }
}
