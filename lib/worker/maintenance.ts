// What has to be done now and then: Git's loose objects go into packs, and answers that nobody may ask for again go.
import { inTenant } from '#db/client.ts'
import { deleteExpiredOutcomes } from '#db/queries/idempotency-keys.ts'
import { packLooseObjects } from '#lib/adapters/git/object-store.ts'
import type { TenantIdentity } from '#lib/usecases/define.ts'
import type { PublisherWorld } from './world.ts'

/** No branch has this name: it begins with a space. */
const MAINTENANCE = ' maintenance'

export async function maintain(world: PublisherWorld): Promise<void> {
  const { database, log } = world.process
  try {
    for (const tenant of await world.tenants()) {
      await inTenant(database, tenant.id, (tx) => deleteExpiredOutcomes({ tx, tenant: tenant.id }))
      await packAlone(world, tenant)
    }
  } catch (error) {
    log.error({ err: error }, 'maintenance failed')
  }
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
