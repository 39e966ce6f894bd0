// What has to be done now and then: Git's loose objects go into packs, and answers that nobody may ask for again go.
import { inTenant } from '#db/client.ts'
import { deleteExpiredOutcomes } from '#db/queries/idempotency-keys.ts'
import { packLooseObjects } from '#lib/adapters/git/object-store.ts'
import type { TenantIdentity } from '#lib/usecases/define.ts'
import type { PublisherWorld } from './world.ts'

/** No branch has this name: it begins with a space. */
const MAINTENANCE = ' maintenance'

export async function maintain(world: PublisherWorld): Promise<void> {
  const { log } = world.process
  try {
    for (const tenant of await world.tenants()) {
      // What ails one tenant's repository keeps no other's from its turn.
      await maintainTenant(world, tenant).catch((error: unknown) =>
        log.error({ err: error, tenant: tenant.name }, 'maintenance failed'),
      )
    }
  } catch (error) {
    log.error({ err: error }, 'maintenance failed')
  }
}

async function maintainTenant(world: PublisherWorld, tenant: TenantIdentity): Promise<void> {
  const { database } = world.process
  await inTenant(database, tenant.id, (tx) => deleteExpiredOutcomes({ tx, tenant: tenant.id }))
  await packAlone(world, tenant)
}

/** Two processes that pack one repository would be in each other's way. */
async function packAlone(world: PublisherWorld, tenant: TenantIdentity): Promise<void> {
  const lock = await world.locks.acquire(tenant.id, MAINTENANCE)
  if (lock === null) return
  try {
    const { store } = await world.repository(tenant)
    await packLooseObjects(store)
  } finally {
    await lock.release()
  }
}
