// Notes which completed rollouts are failing within a day, so that those who may act on them find it without a look at every cluster.
import { inTenant } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { isAnyWatched, noteFailing } from '#db/queries/troubled-rollouts.ts'
import { readUnwellRollouts } from '#lib/usecases/rollouts/unwell.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { Watch } from './watch.ts'
import type { PublisherWorld } from './world.ts'

export function watchCompleted(world: PublisherWorld): Watch {
  return new Watch(world, {
    lock: ' watching completed rollouts',
    words: 'completed rollouts',
    tenants: null,
    partOfTime: 1 / 10,
    run: noteFailingRollouts,
  })
}

export async function noteFailingRollouts(
  { services, fleets }: Pick<PublisherWorld, 'services' | 'fleets'>,
  { id: tenant }: TenantIdentity,
  now: Date,
): Promise<void> {
  const { database, announcer } = services
  const unwell = await inTenant(
    database,
    tenant,
    async (tx) => {
      const scope = { tx, tenant }
      if (!(await isAnyWatched(scope))) return null
      const { lastChange } = await readTenantState(scope, { lock: false })
      const { after: fleet } = await fleets.step(scope, lastChange, lastChange)
      return readUnwellRollouts(scope, fleet, now)
    },
    { readOnly: true },
  )
  if (unwell === null) return
  const [failing, unknown] = [true, false].map((isFailing) =>
    unwell.filter(({ failing }) => (failing !== null) === isFailing).map(({ id }) => id),
  )
  const noted = await inTenant(database, tenant, (tx) =>
    noteFailing({ tx, tenant }, { failing: failing!, unknown: unknown! }),
  )
  for (const id of noted) announcer.say(tenant, 'rollouts', String(id))
}
