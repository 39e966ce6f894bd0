// Writes the demo's history before anybody is answered and before the publisher begins, which would date its commits today.
import { inTenant, PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { branchesWithWork } from '#db/queries/publishing.ts'
import { findTenant } from '#db/queries/tenants.ts'
import { writeHistory } from '#lib/demo/history/write-history.ts'
import type { Booted } from '#lib/start/boot.ts'
import type { PublishingServices } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { defaultRepository } from '#lib/usecases/repository/tenant-repository.ts'
import { publishBranch } from '#lib/worker/publish-branch.ts'
import { openRepositories } from '#lib/worker/repositories.ts'
import { createWorld, type PublisherWorld } from '#lib/worker/world.ts'

/** Of several branches one may wait for another, and a pass may have to be repeated. */
const ROUNDS_MAX = 10

/** Only into a repository of the demo's own: somebody else's gets no commits that are made up. */
export async function writeDemoHistory({ services, databaseUrl }: Booted): Promise<void> {
  const { environment, database } = services
  const tenant = await findTenant(database, environment.tenantName)
  if (tenant === null || defaultRepository(environment, tenant).source !== 'embedded') return
  const publisher = new HistoryPublisher(services, databaseUrl, tenant)
  await writeHistory(services, tenant, (at) => publisher.publishAt(at))
  await publisher.close()
}

class HistoryPublisher {
  readonly #open: () => PublisherWorld
  readonly #tenant: TenantIdentity
  #world: PublisherWorld | null = null
  #at = new Date()

  constructor(services: PublishingServices, databaseUrl: string, tenant: TenantIdentity) {
    const now = () => this.#at
    const database = { ...services.database, timeouts: PUBLISHER_TIMEOUTS, now }
    const dated = { ...services, database }
    this.#open = () => createWorld(dated, () => connect(databaseUrl), openRepositories(dated))
    this.#tenant = tenant
  }

  async publishAt(at: Date): Promise<void> {
    this.#at = at
    this.#world ??= this.#open()
    await publishAll(this.#world, this.#tenant)
  }

  async close(): Promise<void> {
    if (this.#world === null) return
    await this.#world.locks.close()
    const { store } = await this.#world.repository(this.#tenant)
    store.close()
  }
}

async function publishAll(world: PublisherWorld, tenant: TenantIdentity): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const branches = await inTenant(
      world.services.database,
      tenant.id,
      (tx) => branchesWithWork({ tx, tenant: tenant.id }),
      { readOnly: true },
    )
    if (branches.length === 0) return
    for (const branch of branches) await publishBranch(world, tenant, branch)
  }
}
