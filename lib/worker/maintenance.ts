// What has to be done now and then: Git's loose objects go into packs, answers that nobody may ask for again go, and each day
// the repositories on this machine are looked through for damage.
import { inTenant, type Transaction } from '#db/client.ts'
import { recordStoreCheck, storeCheckIsDue } from '#db/queries/store-checks.ts'
import { deleteExpiredOutcomes } from '#db/queries/idempotency-keys.ts'
import { storeFault } from '#lib/adapters/git/check-store.ts'
import { type ObjectStore, packLooseObjects } from '#lib/adapters/git/object-store.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublisherWorld } from './world.ts'

/** No branch has this name: it begins with a space. */
const MAINTENANCE = ' maintenance'
const CHECK_HOURS = 24

export async function maintain(world: PublisherWorld): Promise<void> {
  const { log } = world.services
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
  const { database } = world.services
  await inTenant(database, tenant.id, (tx) => deleteExpiredOutcomes({ tx, tenant: tenant.id }))
  await careAlone(world, tenant)
}

/** Two processes that work on one repository would be in each other's way. */
async function careAlone(world: PublisherWorld, tenant: TenantIdentity): Promise<void> {
  const lock = await world.locks.acquire(tenant.id, MAINTENANCE)
  if (lock === null) return
  try {
    const { store } = await world.repository(tenant)
    // First: what is damaged can't be packed.
    await checkDaily(world, tenant, store)
    await packLooseObjects(store)
  } finally {
    await lock.release()
  }
}

async function checkDaily(
  { services }: PublisherWorld,
  { id: tenant, name }: TenantIdentity,
  { directory }: ObjectStore,
): Promise<void> {
  const isDue = (tx: Transaction) => storeCheckIsDue({ tx, tenant }, CHECK_HOURS)
  if (!(await inTenant(services.database, tenant, isDue, { readOnly: true }))) return
  const fault = await storeFault(directory)
  if (fault !== null) services.log.error({ tenant: name }, fault)
  await inTenant(services.database, tenant, (tx) => recordStoreCheck({ tx, tenant }, fault))
}
