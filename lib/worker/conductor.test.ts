// Rollouts are carried on by any process, however many there are and whenever one dies: no wave is lost, and none comes twice.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { insertCheck } from '#db/queries/rollout-checks.ts'
import { readDueRollouts, tenantsWithDueRollouts } from '#db/queries/due-rollouts.ts'
import { tenants } from '#db/schema/tenant.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import {
  act,
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { advanceRollout } from '#lib/usecases/rollouts/advance.ts'
import { BERTH } from '#lib/usecases/session.ts'
import { Conductor } from './conductor.ts'
import type { ConductIn } from './testing/conductor-process.ts'
import { save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, conduct } from './testing/rollouts.ts'
import { look } from './testing/wave-reports.ts'

const FILE = path.join(import.meta.dirname, 'testing', 'conductor-process.ts')

let publisher: TestPublisher
let id: number
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  await publisher.publish()
  id = (await rollOut(publisher, 'qa', 'v1')).json.id
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

/** Takes a step in a process that dies at a point; answers what it said before. */
async function conductUntil(point: string): Promise<string> {
  const env = { ...process.env, BERTH_FAIL_POINT: point }
  const conductor = spawn(process.execPath, [FILE], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const told: ConductIn = { databaseUrl: inject('databaseUrl'), tenant: publisher.tenant }
  conductor.stdin.end(JSON.stringify(told))
  return text(conductor.stdout)
}

const codes = async () =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items.map(
    ({ code }: { code: string }) => code,
  )
const waves = async () =>
  (await publisher.call('/changes?limit=1000')).json.items.filter(
    ({ action }: { action: string }) => action === 'rollouts.wave',
  ).length

const WHOLE_WAY = [
  'started',
  'wave_released',
  'wave_passed',
  'wave_released',
  'wave_passed',
  'completed',
]

it('has no rollout to another environment looked at because of a wave, which makes no difference there', async () => {
  await save(publisher, 'PATCH', '/environments/prod', { after: [], waves: [{ name: 'rest' }] })
  const started = await rollOut(publisher, 'prod', 'v1')
  expect(started.status, started.text).toBe(201)
  await publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`update rollouts set due_at = null where tenant = ${tenant}`),
  )
  const { services, tenant } = publisher
  const { seq } = await rollout(publisher, id)
  const { change } = await advanceRollout(services, tenant, { id, seq })
  expect(change).not.toBeNull()
  const due = () =>
    publisher.inScope(({ tx, tenant }) =>
      tx.execute(
        sql`select id from rollouts where tenant = ${tenant} and due_at is not null order by id`,
      ),
    )
  expect(await due()).toEqual([])
  await save(publisher, 'DELETE', '/clusters/p2', undefined)
  expect(await due()).toEqual([{ id }, { id: started.json.id }])
  await publisher.publish()
})

describe('a process that dies while it carries a rollout on', () => {
  it.each([
    { point: 'C1', when: 'before it reads anything', released: [0] },
    { point: 'C2', when: 'once it decided', released: [0] },
    { point: 'F2', when: 'while it keeps the change', released: [0] },
    { point: 'C3', when: 'once it kept the change', released: [0] },
    { point: 'F4', when: 'while Postgres commits', released: [0, 1] },
    { point: 'C4', when: 'once all of it is committed', released: [1] },
  ])('$when, leaves a whole step or none, and the next goes on', async ({ point, released }) => {
    expect(await conductUntil(point)).toBe('')
    expect(released).toContain(await waves())
    expect((await rollout(publisher, id)).waves[0].state).toBe(
      (await waves()) === 0 ? 'pending' : 'released',
    )
    await carryOn(publisher)
    expect(await codes()).toEqual(WHOLE_WAY)
    expect(await waves()).toBe(2)
  })
})

describe('a process that dies while it takes back what failed', () => {
  it.each([
    { point: 'C2', when: 'once it decided', over: [false] },
    { point: 'C3', when: 'once it kept the change', over: [false] },
    { point: 'F4', when: 'while Postgres commits', over: [false, true] },
    { point: 'C4', when: 'once all of it is committed', over: [true] },
  ])('$when, leaves all of it or nothing, and the next goes on', async ({ point, over }) => {
    await act(publisher, id, 'abort')
    const before = await publisher.tree()
    const after = { checks: ['e2e'], unobserved: 'time', on_failure: 'rollback' }
    const waves = [{ name: 'canary', size: 1, after }, { name: 'rest' }]
    await save(publisher, 'PATCH', '/environments/qa', { waves })
    id = (await rollOut(publisher, 'qa', 'v1')).json.id
    await carryOn(publisher)
    expect(await publisher.tree()).not.toBe(before)
    const check = { seq: 1, wave: 1, name: 'e2e', at: new Date(), state: 'failed' as const }
    await publisher.inScope((scope) =>
      insertCheck(scope, id, { ...check, url: null, detail: '', actor: BERTH }),
    )
    await look(publisher)
    expect(await conductUntil(point)).toBe('')
    expect(over).toContain((await rollout(publisher, id)).state === 'rolled_back')
    await carryOn(publisher)
    expect(await codes()).toEqual([
      'started',
      'wave_released',
      'wave_published',
      'wave_failed',
      'rolled_back',
    ])
    expect(await publisher.tree()).toBe(before)
  })
})

describe('several processes', () => {
  it('release each wave once', async () => {
    const world = { ...publisher.world, services: publisher.services }
    for (let round = 0; round < 4; round++) {
      const conductors = [1, 2, 3].map(() => new Conductor(world))
      await Promise.all(conductors.map((conductor) => conductor.look()))
      await Promise.all(conductors.map((conductor) => conductor.ended()))
      await publisher.publish()
    }
    expect(await codes()).toEqual(WHOLE_WAY)
    expect(await waves()).toBe(2)
  })
})

it('a look at more rollouts than a turn has steps takes a step of each', async () => {
  await act(publisher, id, 'abort')
  const others = 120
  await publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`insert into rollouts select (jsonb_populate_record(r, jsonb_build_object(
        'id', r.id + n, 'application_id', 1000 + n, 'state', 'running', 'ended_at', null,
        'due_at', clock_timestamp()))).*
      from rollouts r, generate_series(1, ${others}::int) n where r.tenant = ${tenant} and r.id = ${id}`),
  )
  const conductor = new Conductor({ ...publisher.world, services: publisher.services })
  await conductor.look()
  await conductor.ended()
  // Their applications aren’t there.
  const aborted = await publisher.call('/rollouts?state=aborted')
  expect(aborted.json.total).toBe(1 + others)
})

describe('a rollout that waits', () => {
  it('goes on when the freeze is lifted that it waits for', async () => {
    await act(publisher, id, 'abort')
    const freeze = { name: 'inventory', environments: ['qa'] }
    await save(publisher, 'POST', '/freezes', freeze)
    id = (await rollOut(publisher, 'qa', 'v1')).json.id
    await carryOn(publisher)
    const { earliest, waves: planned } = await rollout(publisher, id)
    expect(earliest).toBeNull()
    expect(planned[0].waiting_for).toMatchObject([{ code: 'frozen', until: null }])
    await save(publisher, 'DELETE', '/freezes/inventory')
    await carryOn(publisher)
    expect(await codes()).toEqual(WHOLE_WAY)
  })

  it('has its next wave released once the one before was in Git for as long as its environment says', async () => {
    await act(publisher, id, 'abort')
    const soaking = [
      { name: 'canary', size: 1, after: { soak: '30m', unobserved: 'time' } },
      { name: 'rest' },
    ]
    await save(publisher, 'PATCH', '/environments/qa', { waves: soaking })
    id = (await rollOut(publisher, 'qa', 'v1')).json.id
    await carryOn(publisher)
    const { earliest, waves: planned } = await rollout(publisher, id)
    expect(planned[0]).toMatchObject({ state: 'published', waiting_for: [{ code: 'soak' }] })
    expect(Date.parse(earliest) - Date.parse(planned[0].published_at)).toBe(30 * 60_000)
    expect(await codes()).toEqual(['started', 'wave_released', 'wave_published'])
    const gates = { wave: 1, gates: ['soak'], reason: 'The store is down.' }
    await save(publisher, 'POST', `/rollouts/${id}/override`, gates)
    await carryOn(publisher)
    expect((await rollout(publisher, id)).state).toBe('completed')
  })

  it('is left alone while nothing is saved until an admin decides about Git, and goes on then', async () => {
    const isDue = async () =>
      (await tenantsWithDueRollouts(publisher.database)).has(publisher.tenant.id)
    const stopGit = (gitStop: 'database_behind_git' | null) =>
      publisher.inScope(({ tx, tenant }) =>
        tx.update(tenants).set({ gitStop }).where(eq(tenants.tenant, tenant)),
      )
    expect(await isDue()).toBe(true)
    await stopGit('database_behind_git')
    expect(await isDue()).toBe(false)
    await conduct(publisher)
    expect(await codes()).toEqual(['started'])
    await stopGit(null)
    expect(await isDue()).toBe(true)
    await carryOn(publisher)
    expect(await codes()).toEqual(WHOLE_WAY)
  })

  it('takes the place of no other while it rests after a failure', async () => {
    const headers = { 'berth-reason': 'The%20store%20is%20down' }
    const query = '?override=true'
    const other = (await rollOut(publisher, 'prod', 'v1', { query, headers })).json.id
    const dueWithout = (...except: number[]) =>
      publisher.inScope((scope) => readDueRollouts(scope, 1, except))
    expect(await dueWithout()).toMatchObject([{ id }])
    expect(await dueWithout(id)).toMatchObject([{ id: other }])
    expect(await dueWithout(id, other)).toEqual([])
  })

  it('is not looked at before what its wave changed is in Git', async () => {
    const isDue = async () =>
      (await tenantsWithDueRollouts(publisher.database)).has(publisher.tenant.id)
    expect(await isDue()).toBe(true)
    await conduct(publisher)
    expect(await isDue()).toBe(false)
    await publisher.publish()
    expect(await isDue()).toBe(true)
  })
})
