// Counts each hour, soon after it is over, how everything was and what happened: what charts over time are drawn from. After a
// pause, and of what was told late, the hours are caught up.
import { type Database, inTenant } from '#db/client.ts'
import {
  type CountedSpan,
  countLateAgain,
  readCountedSpan,
  readDueGauges,
  readDueSums,
} from '#db/queries/count-due.ts'
import { countGauges } from '#db/queries/count-gauges.ts'
import { SUM_FAMILIES } from '#db/queries/count-families.ts'
import { readObservedSettings } from '#db/queries/observed-settings.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { silencesHeldAt } from '#lib/usecases/observed/planned.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublisherWorld } from './world.ts'

/** No branch has this name, because it begins with a space. */
const COUNTING = ' counting'

/** Counts what is due of every tenant: some hours of each in turn, so that none waits for another's months. */
export async function countHours(world: PublisherWorld, now = new Date()): Promise<void> {
  const { log } = world.services
  try {
    let due = await world.tenants()
    for (const tenant of due) await ofTenant(world, tenant, () => countAgain(world, tenant, now))
    while (due.length > 0) {
      const left: TenantIdentity[] = []
      for (const tenant of due) {
        if (await ofTenant(world, tenant, () => countSome(world, tenant, now))) left.push(tenant)
      }
      due = left
    }
  } catch (error) {
    log.error({ err: error }, 'hours were not counted')
  }
}

/** Whether there is more to do. Of several processes one counts a tenant's hours; a problem with one delays no other tenant. */
async function ofTenant(
  { locks, services }: PublisherWorld,
  { id, name }: TenantIdentity,
  count: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const lock = await locks.acquire(id, COUNTING)
    if (lock === null) return false
    try {
      return await count()
    } finally {
      await lock.release()
    }
  } catch (error) {
    services.log.error({ err: error, tenant: name }, 'hours were not counted')
    return false
  }
}

async function countAgain({ services }: PublisherWorld, { id: tenant }: TenantIdentity, now: Date) {
  await inTenant(services.database, tenant, (tx) => countLateAgain({ tx, tenant }, now))
  return true
}

type Hours = {
  readonly times: readonly Date[]
  readonly labelKeys: readonly string[]
  readonly now: Date
}

const countStates = async (scope: TenantScope, { times, labelKeys, now }: Hours) =>
  countGauges(scope, times, labelKeys, await silencesHeldAt(scope, times), now)

/** A few hours, or all of a week where little happened; answers whether anything was due. */
async function countSome(
  { services }: PublisherWorld,
  { id: tenant }: TenantIdentity,
  now: Date,
): Promise<boolean> {
  const { database, environment } = services
  const { span, labelKeys } = await inTenant(
    database,
    tenant,
    async (tx) => {
      const settings = await readObservedSettings({ tx, tenant })
      return {
        span: await readCountedSpan({ tx, tenant }, environment.observedDays, now),
        labelKeys: [...new Set(['environment', ...settings.labelKeys])],
      }
    },
    { readOnly: true },
  )
  if (span === null) return false
  const kinds = [
    { dueIn: readDueGauges, count: countStates },
    ...SUM_FAMILIES.map(({ metrics: [first], count }) => ({
      dueIn: (scope: TenantScope, within: CountedSpan) => readDueSums(scope, first, within),
      count,
    })),
  ]
  let isMore = false
  for (const { dueIn, count } of kinds) {
    const times = await readDue(database, tenant, (scope) => dueIn(scope, span))
    if (times.length === 0) continue
    isMore = true
    await inTenant(database, tenant, (tx) => count({ tx, tenant }, { times, labelKeys, now }))
  }
  return isMore
}

function readDue(
  database: Database,
  tenant: number,
  read: (scope: TenantScope) => Promise<Date[]>,
): Promise<Date[]> {
  return inTenant(database, tenant, (tx) => read({ tx, tenant }), { readOnly: true })
}
