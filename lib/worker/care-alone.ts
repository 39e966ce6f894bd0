// Work on a tenant's repository besides publishing.
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublisherWorld, Repository } from './world.ts'

/** No branch has this name, because it begins with a space. */
const MAINTENANCE = ' maintenance'

/** Works on the repository unless somebody else does: two would disturb each other. */
export async function careAlone(
  world: PublisherWorld,
  tenant: TenantIdentity,
  work: (repository: Repository) => Promise<void>,
): Promise<void> {
  const lock = await world.locks.acquire(tenant.id, MAINTENANCE)
  if (lock === null) return
  try {
    await work(await world.repository(tenant))
  } finally {
    await lock.release()
  }
}
