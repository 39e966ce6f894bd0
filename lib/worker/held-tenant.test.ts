// A session holds a tenant's row for ten seconds, as a long edit does, or one that is stuck: only that tenant waits.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import {
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { Conductor } from './conductor.ts'
import { cluster, save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn } from './testing/rollouts.ts'
import { report } from './testing/wave-reports.ts'

const HELD_MS = 10_000
const EVERY_MS = 20
/** Many more than there are connections for both tenants. */
const SAVES = 12

let held: TestPublisher
let other: TestPublisher
beforeEach(async () => {
  held = await createTestPublisher()
  other = await createTestPublisher()
})
afterEach(async () => {
  for (const publisher of [held, other]) {
    await publisher.publish()
    expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
    await publisher.close()
  }
})

async function start(publisher: TestPublisher): Promise<number> {
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  await publisher.publish()
  const started = await rollOut(publisher, 'qa', 'v1')
  expect(started.status, started.text).toBe(201)
  return started.json.id
}

/** Locks the tenant's row, by a connection of nobody else, until the signal. */
async function hold(
  { tenant: { id: tenant } }: TestPublisher,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  const database = openDatabase(inject('databaseUrl'), { max: 1 })
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  const holding = inTenant(database, tenant, async (tx) => {
    await readTenantState({ tx, tenant }, { lock: true })
    holds()
    while (!signal.aborted) {
      await pause(EVERY_MS)
      await tx.execute(sql`select`)
    }
  })
  await isHeld
  return { ended: holding.then(() => closeDatabase(database)) }
}

const codes = async (publisher: TestPublisher, id: number): Promise<string[]> =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items.map(
    ({ code }: { code: string }) => code,
  )

const WHOLE_WAY = [
  'started',
  'wave_released',
  'wave_passed',
  'wave_released',
  'wave_passed',
  'completed',
]

it('while a tenant’s row is held, its steps and saves wait and are done once then, and others go on', async () => {
  const [waiting, going] = [await start(held), await start(other)]
  const releasing = new AbortController()
  const { ended } = await hold(held, releasing.signal)
  const tenPass = pause(HELD_MS)
  const tenants = async () => [held.tenant, other.tenant]
  const conductor = new Conductor({ ...held.world, services: held.services, tenants })
  const saves = Array.from({ length: SAVES }, (_, index) =>
    held.call('/clusters', { body: cluster(`late-${index}`) }),
  )

  while ((await rollout(other, going)).state === 'running') {
    await conductor.look()
    await other.publish()
    await pause(EVERY_MS)
  }
  expect(await codes(other, going)).toEqual(WHOLE_WAY)
  await save(other, 'POST', '/clusters', cluster('meanwhile'))
  await report(held, ['q1'], { version: '1' })
  expect(await codes(held, waiting)).toEqual(['started'])
  expect((await held.call('/clusters?limit=1000')).json.total).toBe(6)

  await tenPass
  releasing.abort()
  await ended
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 201))
  await conductor.ended()
  await carryOn(held)
  expect(await codes(held, waiting)).toEqual(WHOLE_WAY)
  const { items } = (await held.call('/changes?limit=1000')).json
  const released = items.filter(({ action }: { action: string }) => action === 'rollouts.wave')
  expect(released).toHaveLength(2)
})
