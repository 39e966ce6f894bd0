// A session holds a tenant's row for ten seconds, as a long edit does, or for as long as it takes, as one does that is stuck: only
// that tenant waits.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { PUBLISHER_TIMEOUTS } from '#db/client.ts'
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
import { holdTenant } from './testing/hold-tenant.ts'
import { report } from './testing/wave-reports.ts'

const HELD_MS = 10_000
const EVERY_MS = 20
/** Many more than there are connections for both tenants. */
const SAVES = 12
const CROWD = 100

let publishers: readonly TestPublisher[]
afterEach(async () => {
  for (const publisher of publishers) {
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

/** More steps than a turn has are due, each of which would wait by itself. Their applications aren’t there. */
async function crowd({ inScope }: TestPublisher, id: number): Promise<void> {
  await inScope(({ tx, tenant }) =>
    tx.execute(sql`insert into rollouts select (jsonb_populate_record(r, jsonb_build_object(
        'id', r.id + n, 'application_id', 1000 + n, 'due_at', clock_timestamp()))).*
      from rollouts r, generate_series(1, ${CROWD}::int) n where r.tenant = ${tenant} and r.id = ${id}`),
  )
}

/** Of so many tenants the last one is free, and a rollout is under way in each. */
async function begin(held: number) {
  publishers = await Promise.all(Array.from({ length: held + 1 }, () => createTestPublisher()))
  const under: Under[] = []
  for (const publisher of publishers) under.push({ publisher, id: await start(publisher) })
  return { waiting: under.slice(0, -1), going: under.at(-1)! }
}

type Under = { readonly publisher: TestPublisher; readonly id: number }

/** As patient as in the publisher, and for the held tenants first. */
function conductorOfAll(): Conductor {
  const { world, services } = publishers[0]!
  const database = { ...services.database, timeouts: PUBLISHER_TIMEOUTS }
  const tenants = async () => publishers.map(({ tenant }) => tenant)
  return new Conductor({ ...world, services: { ...services, database }, tenants })
}

async function goOnUntilDone(conductor: Conductor, { publisher, id }: Under): Promise<void> {
  while ((await rollout(publisher, id)).state === 'running') {
    await conductor.look()
    await publisher.publish()
    await pause(EVERY_MS)
  }
}

async function expectWholeWayOnce({ publisher, id }: Under): Promise<void> {
  expect(await codes(publisher, id)).toEqual(WHOLE_WAY)
  const { items } = (await publisher.call('/changes?limit=1000')).json
  const released = items.filter(({ action }: { action: string }) => action === 'rollouts.wave')
  expect(released).toHaveLength(2)
}

it('while a tenant’s row is held, its steps and saves wait and are done once then, and others go on', async () => {
  const { waiting, going } = await begin(1)
  const late = waiting[0]!
  const { publisher: held, id } = late
  const releasing = new AbortController()
  const { ended } = await holdTenant(held, releasing.signal)
  const tenPass = pause(HELD_MS)
  const conductor = conductorOfAll()
  const saves = Array.from({ length: SAVES }, (_, index) =>
    held.call('/clusters', { body: cluster(`late-${index}`) }),
  )

  await goOnUntilDone(conductor, going)
  await expectWholeWayOnce(going)
  await save(going.publisher, 'POST', '/clusters', cluster('meanwhile'))
  await report(held, ['q1'], { version: '1' })
  expect(await codes(held, id)).toEqual(['started'])
  expect((await held.call('/clusters?limit=1000')).json.total).toBe(6)

  await tenPass
  releasing.abort()
  await ended
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 201))
  await goOnUntilDone(conductor, late)
  await conductor.ended()
  await expectWholeWayOnce(late)
})

it.each([2, 3])(
  'while the rows of %i tenants are held until another has gone the whole way, it goes, and they go once they may',
  async (count) => {
    const { waiting, going } = await begin(count)
    const releasing = new AbortController()
    const holding = []
    for (const { publisher, id } of waiting) {
      await crowd(publisher, id)
      holding.push(await holdTenant(publisher, releasing.signal))
    }
    const conductor = conductorOfAll()

    await goOnUntilDone(conductor, going)
    await expectWholeWayOnce(going)
    for (const { publisher, id } of waiting) expect(await codes(publisher, id)).toEqual(['started'])

    releasing.abort()
    await Promise.all(holding.map(({ ended }) => ended))
    for (const each of waiting) await goOnUntilDone(conductor, each)
    await conductor.ended()
    for (const each of waiting) await expectWholeWayOnce(each)
  },
)
