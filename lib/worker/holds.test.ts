// Clusters that hold their version of an application: whatever is rolled out, it comes to them when the hold is over, once.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { tenantsWithDueHolds } from '#db/queries/holds.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import type { Answer } from '#lib/http/testing/api.ts'
import {
  act,
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { Conductor } from './conductor.ts'
import type { ConductIn } from './testing/conductor-process.ts'
import { save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, revisionsOn } from './testing/rollouts.ts'

const FILE = path.join(import.meta.dirname, 'testing', 'conductor-process.ts')
const QA = ['q1', 'q2', 'q3', 'q4']
const ANY = { 'if-match': '*' }
const DAY_MS = 86_400_000

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await save(publisher, 'PATCH', '/environments/qa', { hold: '30d' })
  await followVersions(publisher)
  for (const digit of ['1', '2', '3']) await announce(publisher, digit)
  await rollOutWhole('1')
})
afterEach(async () => {
  await publisher.publish()
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

async function rollOutWhole(digit: string): Promise<number> {
  const { id } = (await rollOut(publisher, 'qa', `v${digit}`)).json
  await carryOn(publisher)
  expect((await rollout(publisher, id)).state).toBe('completed')
  return id
}

const pathOf = (name: string) => `/clusters/${name}/holds/ieb/app1`
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

async function hold(name: string, body: object = {}, query = ''): Promise<Answer> {
  const sent = { until: inDays(7), reason: 'not everybody wants it at once', ...body }
  return publisher.call(`${pathOf(name)}${query}`, { method: 'PUT', body: sent, headers: ANY })
}

/** As if so much time had passed that every hold is over. */
const passTime = () =>
  publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`update releases set hold_due_at = now() - interval '1 second'
      where tenant = ${tenant} and hold is not null and ended is null`),
  )

const endings = async () =>
  (await publisher.call('/changes?limit=1000')).json.items.filter(
    ({ action }: Answer['json']) => action === 'holds.end',
  )

const qa = () => revisionsOn(publisher, QA)

describe('a cluster that holds its version', () => {
  it('keeps it through a whole rollout, and gets what the others have when the hold is over', async () => {
    const held = await hold('q2')
    expect(held.status, held.text).toBe(201)
    await publisher.publish()
    expect(await qa()).toEqual({ q1: '1', q2: '1', q3: '1', q4: '1' })
    await rollOutWhole('2')
    expect(await qa()).toEqual({ q1: '2', q2: '1', q3: '2', q4: '2' })
    await carryOn(publisher)
    expect(await endings()).toEqual([])
    await passTime()
    await carryOn(publisher)
    expect(await qa()).toEqual({ q1: '2', q2: '2', q3: '2', q4: '2' })
    expect(await endings()).toHaveLength(1)
    expect((await publisher.call(pathOf('q2'))).status).toBe(404)
  })

  it('lets go in a protected environment only for deployers and those who override it', async () => {
    await hold('q2')
    await rollOutWhole('2')
    await save(publisher, 'PATCH', '/environments/qa', {
      deployers: [{ id: 'd' }],
      protected: true,
    })
    const end = (query = '', reason = {}) =>
      publisher.call(pathOf('q2') + query, { method: 'DELETE', headers: { ...ANY, ...reason } })
    const refused = { status: 403, json: { code: 'environment_protected' } }
    expect(await end()).toMatchObject(refused)
    expect((await publisher.call(pathOf('q2'))).status).toBe(200)
    expect((await hold('q3')).status).toBe(201)
    const reason = { 'berth-reason': 'The%20store%20is%20down' }
    expect((await end('?override=true', reason)).status).toBe(204)
    await publisher.publish()
    expect(await qa()).toEqual({ q1: '2', q2: '2', q3: '2', q4: '2' })
  })

  it('keeps it through one rollout after another, and a rollback', async () => {
    await hold('q2')
    await rollOutWhole('2')
    const id = await rollOutWhole('3')
    const { json } = await act(publisher, id, 'rollback', { query: '?confirmChanges=3' })
    await carryOn(publisher)
    expect((await rollout(publisher, json.id)).state).toBe('completed')
    expect(await qa()).toEqual({ q1: '2', q2: '1', q3: '2', q4: '2' })
  })

  it('keeps what a rollout gave it that is taken back', async () => {
    const { id } = (await rollOut(publisher, 'qa', 'v2')).json
    await carryOnce()
    const [canary] = Object.entries(await qa()).find(([, revision]) => revision === '2')!
    await hold(canary)
    await act(publisher, id, 'rollback')
    await publisher.publish()
    expect((await rollout(publisher, id)).state).toBe('rolled_back')
    expect(await qa()).toMatchObject({ [canary]: '2' })
    await passTime()
    await carryOn(publisher)
    expect(await qa()).toEqual({ q1: '1', q2: '1', q3: '1', q4: '1' })
  })

  it('gets what is next by the rest, if its hold ends while a rollout is under way', async () => {
    for (const name of QA) await hold(name)
    const { id } = (await rollOut(publisher, 'qa', 'v2')).json
    await publisher.call(pathOf('q3'), { method: 'DELETE', headers: ANY })
    await carryOn(publisher)
    expect((await rollout(publisher, id)).state).toBe('completed')
    expect(await qa()).toEqual({ q1: '1', q2: '1', q3: '2', q4: '1' })
  })

  it('goes on as one of those that hold nothing, once somebody ends its hold', async () => {
    await hold('q2')
    await rollOutWhole('2')
    const shown = await publisher.call(`${pathOf('q2')}?dryRun=true`, { method: 'DELETE' })
    expect(shown.json.placements).toMatchObject({ changed: 1, added: 0, removed: 0 })
    const ended = await publisher.call(pathOf('q2'), { method: 'DELETE', headers: ANY })
    expect(ended.status).toBe(204)
    await publisher.publish()
    expect(await qa()).toMatchObject({ q2: '2' })
  })

  it('doesn’t get it in a freeze, and gets it when that is lifted', async () => {
    await hold('q2')
    await rollOutWhole('2')
    await save(publisher, 'POST', '/freezes', { name: 'stop', environments: ['qa'] })
    await passTime()
    await carryOn(publisher)
    expect(await qa()).toMatchObject({ q2: '1' })
    await publisher.call('/freezes/stop', { method: 'DELETE', headers: ANY })
    // It was put off to a time that lifting the freeze takes back; that of the hold itself is still to come.
    await passTime()
    await carryOn(publisher)
    expect(await qa()).toMatchObject({ q2: '2' })
  })

  it('ends its hold when it comes to another environment, and doesn’t begin it again when it returns', async () => {
    await hold('q2')
    await rollOutWhole('2')
    const body = { environment: 'prod' }
    const query = '?dryRun=true'
    const shown = await publisher.call(`/clusters/q2${query}`, {
      method: 'PATCH',
      body,
      headers: ANY,
    })
    expect(shown.json.warnings).toContainEqual({
      code: 'hold_ends',
      message: expect.stringContaining('q2 holds its version of ieb/app1 until'),
    })
    await save(publisher, 'PATCH', '/clusters/q2', body)
    await save(publisher, 'PATCH', '/clusters/q2', { environment: 'qa' })
    await publisher.publish()
    expect((await publisher.call(pathOf('q2'))).status).toBe(404)
  })
})

describe('a rollout while clusters hold', () => {
  let id: number
  beforeEach(async () => {
    await hold('q2')
    await hold('q3')
    id = (await rollOut(publisher, 'qa', 'v2')).json.id
  })

  const override = (body: object, query = '') =>
    publisher.call(`/rollouts/${id}/override${query}`, {
      body: { wave: 2, gates: [], holds: ['q2'], reason: 'They need the fix as well.', ...body },
    })

  it('says how many do, and that they keep what they have if it is taken back', async () => {
    expect(await rollout(publisher, id)).toMatchObject({ state: 'running', holding: 2 })
    const { json } = await act(publisher, id, 'rollback', { query: '?dryRun=true' })
    expect(json.warnings).toContainEqual({
      code: 'clusters_hold',
      message: '2 clusters hold their version and keep it until the hold is over.',
    })
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed', holding: null })
    const back = await act(publisher, id, 'rollback', { query: '?dryRun=true' })
    expect(back.json).toMatchObject({ clusters: 2, holding: 2 })
    expect(back.json.warnings).toMatchObject([{ code: 'clusters_hold' }])
  })

  it('comes to those whose hold an override ends, once its number is confirmed', async () => {
    const asked = await override({})
    expect(asked).toMatchObject({
      status: 409,
      json: { code: 'changes_need_confirmation', confirmChanges: 3 },
    })
    expect((await publisher.call(pathOf('q2'))).status).toBe(200)
    const passed = await override({}, '?confirmChanges=3')
    expect(passed.status, passed.text).toBe(200)
    expect(passed.json.holding).toBe(1)
    expect((await publisher.call(pathOf('q2'))).status).toBe(404)
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed', confirmed: 4 })
    expect(await qa()).toEqual({ q1: '2', q2: '2', q3: '1', q4: '2' })
    const { items } = (await publisher.call('/changes?limit=1000')).json
    expect(items.filter(({ action }: Answer['json']) => action === 'holds.delete')).toMatchObject([
      { reason: 'q2 holds its version of ieb/app1 no longer: They need the fix as well.' },
    ])
    const events = (await publisher.call(`/rollouts/${id}/events`)).json.items
    expect(events).toContainEqual(
      expect.objectContaining({
        code: 'overridden',
        facts: { wave: 2, gates: [], holds: ['q2'], change: expect.any(Number) },
      }),
    )
  })

  it('counts what the end of a hold changes at once', async () => {
    await carryOn(publisher)
    expect(await qa()).toMatchObject({ q2: '1', q3: '1' })
    await save(publisher, 'PATCH', '/environments/qa', {
      waves: [{ name: 'rest', after: { checks: ['e2e'] } }],
    })
    id = (await rollOut(publisher, 'qa', 'v3')).json.id
    await carryOnce()
    expect(await qa()).toEqual({ q1: '3', q2: '1', q3: '1', q4: '3' })
    const ends = { wave: 1, holds: ['q2', 'q3'] }
    expect((await override(ends, '?confirmChanges=1')).json).toMatchObject({ confirmChanges: 2 })
    expect((await override(ends, '?confirmChanges=2')).json).toMatchObject({ holding: 0 })
    await publisher.publish()
    expect(await qa()).toEqual({ q1: '3', q2: '3', q3: '3', q4: '3' })
    expect(await rollout(publisher, id)).toMatchObject({ state: 'running' })
  })

  it('ends none in a freeze, unless the override passes that, too', async () => {
    await carryOn(publisher)
    await save(publisher, 'POST', '/freezes', { name: 'stop', environments: ['qa'] })
    id = (await rollOut(publisher, 'qa', 'v3')).json.id
    const refused = await override({}, '?confirmChanges=4')
    expect(refused).toMatchObject({ status: 409, json: { code: 'frozen', stop: { name: 'stop' } } })
    const { json } = await override({ gates: ['frozen'] })
    const passed = await override({ gates: ['frozen'] }, `?confirmChanges=${json.confirmChanges}`)
    expect(passed.status, passed.text).toBe(200)
    expect((await publisher.call(pathOf('q2'))).status).toBe(404)
    expect((await publisher.call(pathOf('q3'))).status).toBe(200)
    const { impact, action } = (await publisher.call('/changes?limit=1')).json.items[0]
    expect([action, impact.overrides]).toEqual([
      'holds.delete',
      [{ code: 'frozen', name: 'stop', reason: 'They need the fix as well.' }],
    ])
    const recorded = (await publisher.call('/audit?action=override')).json.items
    expect(recorded).toMatchObject([{ object: 'freeze/stop' }])
  })

  it.each([
    { body: { holds: ['q1'] }, code: 'override_holds', pointer: '/holds' },
    { body: { holds: ['p1'] }, code: 'override_holds', pointer: '/holds' },
    { body: { holds: ['q2', 'nowhere'] }, code: 'override_holds', pointer: '/holds' },
    { body: { holds: [] }, code: 'type', pointer: '/holds' },
    { body: { holds: undefined }, code: 'required', pointer: '/gates' },
  ])('refuses $body', async ({ body, code, pointer }) => {
    const refused = await override(body, '?confirmChanges=3')
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer, code }] } })
    expect((await publisher.call(pathOf('q2'))).status).toBe(200)
  })
})

it('placements in lists say until when their cluster holds them, now and of any past time', async () => {
  const heldIn = async (query = '') => {
    const { json } = await publisher.call(`/placements?environment=qa&limit=10${query}`)
    return Object.fromEntries(
      json.items.map((item: Answer['json']) => [item.cluster, item.held_until]),
    )
  }
  const none = { q1: null, q2: null, q3: null, q4: null }
  expect(await heldIn()).toEqual(none)
  const until = inDays(7)
  await hold('q2', { until })
  const { at } = (await publisher.call('/changes?limit=1')).json.items[0]
  expect(await heldIn()).toEqual({ ...none, q2: until })
  await publisher.call(pathOf('q2'), { method: 'DELETE', headers: ANY })
  expect(await heldIn()).toEqual(none)
  expect(await heldIn(`&at=${at}`)).toEqual({ ...none, q2: until })
  const table = await publisher.call(
    `/placements?format=csv&columns=cluster,held_until&cluster=q2&at=${at}`,
  )
  expect(table.text).toContain(`q2,${until}`)
})

it('clusters that hold are counted where versions are', async () => {
  await hold('q2')
  await hold('q3', { until: inDays(9) })
  const sides = async () => {
    const { json } = await publisher.call('/environments/qa/compare/prod')
    return json.items.map(({ a }: Answer['json']) => a)
  }
  // What the others have isn't something else.
  expect(await sides()).toMatchObject([{ clusters: 4, others: 0, holding: 2 }])
  await rollOutWhole('2')
  await rollOutWhole('3')
  await hold('q4')
  expect(await sides()).toMatchObject([{ clusters: 4, others: 2, holding: 3 }])
  const road = (await publisher.call('/applications/ieb/app1/environments')).json.items
  expect(road.find(({ environment }: Answer['json']) => environment === 'qa')).toMatchObject({
    base: { version: { number: 3 }, clusters: 1 },
    ahead: [
      {
        version: { number: 1 },
        clusters: 2,
        hold: expect.stringMatching(/^Hold until .+ UTC, the last until .+ UTC$/),
      },
      {
        version: { number: 3 },
        clusters: 1,
        hold: expect.stringMatching(/^Hold until .+ UTC: not everybody wants it at once \(.+\)$/),
      },
    ],
  })
})

/** One look of a conductor, and what it did in Git. */
async function carryOnce(): Promise<void> {
  const conductor = new Conductor({ ...publisher.world, services: publisher.services })
  await conductor.look()
  await conductor.ended()
  await publisher.publish()
}

describe('the end of a hold', () => {
  beforeEach(async () => {
    await hold('q2')
    await rollOutWhole('2')
    await passTime()
  })

  it.each([
    { point: 'C1', ended: [0] },
    { point: 'C2', ended: [0] },
    { point: 'F2', ended: [0] },
    { point: 'C3', ended: [0] },
    { point: 'F4', ended: [0, 1] },
    { point: 'C4', ended: [1] },
  ])('comes once if a process dies at $point meanwhile', async ({ point, ended }) => {
    const env = { ...process.env, BERTH_FAIL_POINT: point }
    const conductor = spawn(process.execPath, [FILE], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const told: ConductIn = { databaseUrl: inject('databaseUrl'), tenant: publisher.tenant }
    conductor.stdin.end(JSON.stringify(told))
    expect(await text(conductor.stdout)).toBe('')
    expect(ended).toContain((await endings()).length)
    await carryOn(publisher)
    expect(await endings()).toHaveLength(1)
    expect(await qa()).toMatchObject({ q2: '2' })
  })

  it('comes once, however many conductors look at the same time', async () => {
    const conductors = [1, 2, 3].map(
      () => new Conductor({ ...publisher.world, services: publisher.services }),
    )
    await Promise.all(conductors.map((each) => each.look()))
    await Promise.all(conductors.map((each) => each.ended()))
    expect(await endings()).toHaveLength(1)
    expect(await tenantsWithDueHolds(publisher.database)).not.toContain(publisher.tenant.id)
  })
})
