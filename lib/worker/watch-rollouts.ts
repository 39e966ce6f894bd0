// Has the rollouts looked at whose waves clusters said something of. A report costs nothing for that: it is announced anyway, and
// what is announced is heard here.
import { inTenant } from '#db/client.ts'
import { wakeRollouts } from '#db/queries/due-rollouts.ts'
import { readWatchingRollouts } from '#db/queries/rollout-progress.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { readReported } from '#lib/usecases/rollouts/reported.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { Watch } from './watch.ts'
import type { PublisherWorld } from './world.ts'

/** Of a tenant so many are looked at. */
const WATCHED_MAX = 1_000

export function watchRollouts(world: PublisherWorld): Watch {
  return new Watch(world, {
    lock: ' watching rollouts',
    words: 'rollouts',
    tenants: null,
    // Reports come all the time, and a wave soaks for longer than this makes it wait.
    partOfTime: 1 / 20,
    run: wakeReported,
  })
}

/** What is only late by time alone is due by itself. */
export async function wakeReported(
  { services, fleets }: Pick<PublisherWorld, 'services' | 'fleets'>,
  { id: tenant }: TenantIdentity,
  now: Date,
): Promise<void> {
  const { database } = services
  const reported = await inTenant(
    database,
    tenant,
    async (tx) => {
      const scope = { tx, tenant }
      const watching = await readWatchingRollouts(scope, WATCHED_MAX)
      if (watching.length === 0) return []
      const { lastChange } = await readTenantState(scope, { lock: false })
      const { after: fleet } = await fleets.step(scope, lastChange, lastChange)
      return readReported(scope, fleet, watching, now)
    },
    { readOnly: true },
  )
  if (reported.length === 0) return
  await inTenant(database, tenant, (tx) => wakeRollouts({ tx, tenant }, reported))
}
