// What has to be done now and then: packing Git's loose objects, deleting answers that nobody can ask for again, what
// clusters said that are gone or long ago, scores that are over or of no cluster, what was delivered and rolled out long ago, making the partitions of the coming
// month, clearing folders that clusters have left, finding out what commits hold that aren't ours, and checking the
// repositories on this machine for damage each day.
import { inTenant, type Transaction } from '#db/client.ts'
import { forgetOldAlerts } from '#db/queries/alerts.ts'
import { forgetOldMetrics } from '#db/queries/cluster-metrics.ts'
import { deleteOldScores } from '#db/queries/cluster-scores.ts'
import { forgetGoneClusters } from '#db/queries/cluster-reports.ts'
import { forgetDeliveries, giveUpStale } from '#db/queries/deliveries.ts'
import { recordStoreCheck, storeCheckIsDue } from '#db/queries/store-checks.ts'
import { forgetOldRollouts } from '#db/queries/forget-rollouts.ts'
import { deleteExpiredOutcomes } from '#db/queries/idempotency-keys.ts'
import {
  dropOldPartitions,
  forgetOldObservations,
  makePartitionsAhead,
} from '#db/queries/observed-partitions.ts'
import { storeFault } from '#lib/adapters/git/check-store.ts'
import { type ObjectStore, packLooseObjects } from '#lib/adapters/git/object-store.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { careAlone } from './care-alone.ts'
import { clearLeftFolders } from './clear-left.ts'
import { resolvePulls } from './unknown-pulls.ts'
import type { PublisherWorld } from './world.ts'

const CHECK_HOURS = 24

export async function maintain(world: PublisherWorld): Promise<void> {
  const { database, environment, log } = world.services
  try {
    await makePartitionsAhead(database, environment.observedDays)
    await dropOldPartitions(database, environment.observedDays)
    for (const tenant of await world.tenants()) {
      // A problem with one tenant's repository must not delay the others.
      await maintainTenant(world, tenant).catch((error: unknown) =>
        log.error({ err: error, tenant: tenant.name }, 'maintenance failed'),
      )
    }
  } catch (error) {
    log.error({ err: error }, 'maintenance failed')
  }
}

async function maintainTenant(world: PublisherWorld, tenant: TenantIdentity): Promise<void> {
  const { database, environment } = world.services
  await inTenant(database, tenant.id, async (tx) => {
    await deleteExpiredOutcomes({ tx, tenant: tenant.id })
    await forgetGoneClusters({ tx, tenant: tenant.id })
    await forgetOldMetrics({ tx, tenant: tenant.id })
    await forgetOldObservations({ tx, tenant: tenant.id }, environment.observedDays)
    await giveUpStale({ tx, tenant: tenant.id })
    await forgetDeliveries({ tx, tenant: tenant.id })
    await deleteOldScores({ tx, tenant: tenant.id })
    await forgetOldAlerts({ tx, tenant: tenant.id }, environment.observedDays)
    await forgetOldRollouts({ tx, tenant: tenant.id }, environment.observedDays)
  })
  await careAlone(world, tenant, async (repository) => {
    const { store } = repository
    await clearLeftFolders(world, tenant, repository)
    // First, because a damaged repository can't be packed.
    await checkDaily(world, tenant, store)
    await packLooseObjects(store)
    await resolvePulls({ world, tenant, repository })
  })
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
