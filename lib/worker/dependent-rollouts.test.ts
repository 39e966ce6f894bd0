// Rollouts of an application that needs another one: as people start them, as clusters report, and as Git has it then.
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { putOffRollouts } from '#db/queries/due-rollouts.ts'
import { findRollout } from '#db/queries/rollouts.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import type { Answer } from '#lib/http/testing/api.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { act, announce, MANAGERS, personIn, rollOut, rollout } from '#lib/http/testing/rollouts.ts'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import { unmetReleases } from './testing/dependencies.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'
import { anHourPasses, look } from './testing/wave-reports.ts'

const CLUSTERS = ['a', 'b', 'c', 'd']
const WAVES = [{ name: 'canary', clusters: 'ring=canary' }, { name: 'rest' }]
const NEEDS_DB = { depends_on: ['ieb/db'] }

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher(signInSettings)
  const people = team('ieb', { groups: [{ id: 'ieb-people', role: 'contributor' }] })
  await save(publisher, 'POST', '/teams', people)
  for (const name of CLUSTERS) {
    const metadata = { region: 'east', db: 'no', ring: name < 'c' ? 'canary' : 'main' }
    await save(publisher, 'POST', '/clusters', { ...cluster(name), metadata })
  }
  await save(publisher, 'POST', '/environments', { name: 'prod', waves: WAVES })
  await save(publisher, 'POST', '/target-policies', policy())
  const db = { ...policy('db', { db: 'yes' }), app_selector: { name: 'db' } }
  await save(publisher, 'POST', '/target-policies', db)
  await save(publisher, 'POST', '/applications', application('db', { metadata: {} }))
  const versions = { follow: 'versions', ...NEEDS_DB }
  await save(publisher, 'POST', '/applications', application('app1', versions))
  for (const digit of ['1', '2']) await announce(publisher, digit)
  await publisher.publish()
})
afterEach(async () => {
  expect(await unmetReleases(publisher)).toEqual([])
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

async function placeDb(...clusters: readonly string[]): Promise<void> {
  for (const name of clusters) {
    await save(publisher, 'PATCH', `/clusters/${name}`, { metadata: { db: 'yes' } })
  }
  await publisher.publish()
}

/** Clusters say how the database is there. */
async function reportDb(clusters: readonly string[], health = 'Healthy'): Promise<void> {
  const root = reportedItem({ name: 'berth', revision: await publisher.git('rev-parse', 'main') })
  for (const name of clusters) {
    const token = await publisher.token('contributor', { cluster: name })
    const body = reportOf([root, reportedItem({ name: 'ieb--db', health })])
    const answer = await publisher.call(`/clusters/${name}/report`, { method: 'PUT', token, body })
    expect(answer.status, answer.text).toBe(200)
  }
}

async function started(version: string): Promise<number> {
  const answer = await rollOut(publisher, 'prod', version)
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  return answer.json.id
}

/** As if 30 seconds were over. */
async function lookAgain(): Promise<void> {
  await look(publisher)
  await carryOn(publisher)
}

/** Whether it is looked at at the next of the instants that are 30 seconds apart since its start, and not at once. */
async function isPutOff(id: number): Promise<boolean> {
  const { dueAt, startedAt } = (await publisher.inScope((scope) => findRollout(scope, id)))!
  return (dueAt!.getTime() - startedAt.getTime()) % 30_000 === 0
}

const inGit = () => revisionsOn(publisher, CLUSTERS)

const eventsOf = async (id: number, code: string) =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items.filter(
    (event: { code: string }) => event.code === code,
  )

/** What the change of its first wave says was overridden. */
const toldOf = async (id: number) => {
  const { change } = (await rollout(publisher, id)).waves[0]
  return (await publisher.call(`/changes/${change}`)).json.impact.overrides
}
const recorded = async () =>
  (await publisher.call('/audit?action=override')).json.items.map(
    ({ details }: Answer['json']) => details.edits[0].after.message,
  )

const override = (id: number, body: object, query = '') =>
  publisher.call(`/rollouts/${id}/override${query}`, {
    body: { wave: 1, gates: ['depends'], reason: 'The store is down.', ...body },
  })

const preview = async () => (await rollOut(publisher, 'prod', 'v1', { query: '?dryRun=true' })).json

describe('a wave', () => {
  it('waits while something is missing on all of its clusters, and is for those where nothing is', async () => {
    const id = await started('v1')
    expect(await rollout(publisher, id)).toMatchObject({
      state: 'running',
      waves: [
        {
          state: 'pending',
          clusters: 2,
          waiting_for: [
            {
              code: 'depends',
              until: null,
              text: '2 clusters wait for what the application needs.',
            },
          ],
        },
        { state: 'pending', waiting_for: [] },
      ],
    })
    expect(await inGit()).toEqual({ a: null, b: null, c: null, d: null })
    await placeDb('a', 'c')
    await reportDb(['a'], 'Progressing')
    await lookAgain()
    expect(await inGit()).toEqual({ a: null, b: null, c: null, d: null })
    await reportDb(['a'])
    await lookAgain()
    expect(await inGit()).toEqual({ a: '1', b: null, c: '1', d: null })
    expect(await rollout(publisher, id)).toMatchObject({
      state: 'completed',
      waves: [{ clusters: 1 }, { clusters: 1 }],
    })
    const [canary, rest] = await eventsOf(id, 'wave_released')
    expect(canary.facts.needs).toMatchObject([{ namespace: 'ieb', application: 'db', least: null }])
    expect(rest.facts.needs[0]).toMatchObject({ healthy_on: '' })
    expect(rest.facts.needs[0].published).not.toBe('')
  })

  it('is looked at again every 30 seconds, for which no edit waits', async () => {
    const id = await started('v1')
    expect(await isPutOff(id)).toBe(true)
    await look(publisher)
    expect(await isPutOff(id)).toBe(false)
    const saving = await connect(inject('ownerUrl'))
    await saving.client.begin(async (edit) => {
      await edit`select from tenants where tenant = ${publisher.tenant.id} for update`
      await conduct(publisher)
    })
    await saving.close()
    expect(await isPutOff(id)).toBe(true)
    await placeDb('a')
    await lookAgain()
    expect(await inGit()).toMatchObject({ a: '1' })
  })

  it('is looked at at once if somebody wants it while it is being put off', async () => {
    const id = await started('v1')
    const before = await publisher.inScope((scope) => findRollout(scope, id))
    await look(publisher)
    const off = await publisher.inScope((scope) =>
      putOffRollouts(scope, [{ ...before!, to: before!.dueAt, waiting: [] }]),
    )
    expect(off).toEqual(new Set())
    expect(await isPutOff(id)).toBe(false)
  })

  it('waits for nothing that time alone ends, although Berth looks again soon', async () => {
    const id = await started('v1')
    expect(await isPutOff(id)).toBe(true)
    const [row] = (await publisher.call('/rollouts')).json.items
    const text = '2 clusters wait for what the application needs.'
    expect(row).toMatchObject({
      id,
      waits_for: 'gate',
      waits_until: null,
      waiting_for: [{ code: 'depends', until: null, text }],
    })
  })

  it('leaves clusters for a later one, on which something was missing when it was released', async () => {
    await placeDb('a', 'b', 'c')
    await reportDb(['a', 'c'])
    await reportDb(['b'], 'Degraded')
    const soaking = { soak: '30m', unobserved: 'time' }
    const waves = [{ ...WAVES[0]!, after: soaking }, { name: 'rest' }]
    await save(publisher, 'PATCH', '/environments/prod', { waves })
    const id = await started('v1')
    expect(await inGit()).toEqual({ a: '1', b: null, c: null, d: null })
    await reportDb(['b'])
    const gates = { wave: 1, gates: ['soak', 'health'], reason: 'The store is down.' }
    const passed = await publisher.call(`/rollouts/${id}/override?confirmChanges=2`, {
      body: gates,
    })
    expect(passed.status, passed.text).toBe(200)
    await lookAgain()
    expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: null })
    expect(await rollout(publisher, id)).toMatchObject({
      state: 'completed',
      waves: [{ clusters: 1 }, { clusters: 2 }],
    })
  })

  it('takes nothing away where something falls ill later, and holds the next version there', async () => {
    await placeDb(...CLUSTERS)
    await reportDb(CLUSTERS)
    await started('v1')
    await reportDb(['b', 'd'], 'Degraded')
    const id = await started('v2')
    expect(await inGit()).toEqual({ a: '2', b: '1', c: '2', d: '1' })
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    await reportDb(['a'], 'Degraded')
    await lookAgain()
    expect(await inGit()).toEqual({ a: '2', b: '1', c: '2', d: '1' })
  })

  it('waits for the version that is needed, which another rollout brings', async () => {
    await placeDb(...CLUSTERS)
    const DB = '/applications/ieb/db'
    await save(publisher, 'PATCH', DB, { follow: 'versions' })
    for (const digit of ['1', '2']) {
      const body = { commit: digit.repeat(40), name: `v${digit}` }
      expect((await publisher.call(`${DB}/versions`, { body })).status).toBe(201)
    }
    const needed = { namespace: 'ieb', application: 'db', min_version: 'v2' }
    await save(publisher, 'PATCH', '/applications/ieb/app1', { depends_on: [needed] })
    const bringDb = async (version: string) => {
      const body = { namespace: 'ieb', application: 'db', environment: 'prod', version }
      expect((await publisher.call('/rollouts', { body })).status).toBe(201)
      await carryOn(publisher)
    }
    const id = await started('v1')
    await bringDb('v1')
    await lookAgain()
    expect(await inGit()).toEqual({ a: null, b: null, c: null, d: null })
    await bringDb('v2')
    await lookAgain()
    expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: '1' })
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    const [{ facts }] = await eventsOf(id, 'wave_released')
    expect(facts.needs).toMatchObject([{ min_version: 'v2', least: 2 }])
  })

  it('needs no approval before one of its clusters has all, and then one of what it does there', async () => {
    const before = { approvals: { count: 1, groups: [{ id: MANAGERS }] } }
    await save(publisher, 'PATCH', '/environments/prod', { waves: [{ name: 'rest', before }] })
    const id = await started('v1')
    expect((await rollout(publisher, id)).waves[0]).toMatchObject({
      digest: null,
      waiting_for: [{ code: 'approval' }, { code: 'depends' }],
    })
    await placeDb('a')
    await lookAgain()
    const { digest, waiting_for: waiting } = (await rollout(publisher, id)).waves[0]
    expect(waiting).toMatchObject([{ code: 'approval' }])
    const ann = await personIn(publisher, 'ann', MANAGERS)
    const approve = (seen: string) =>
      act(publisher, id, 'approvals', {
        ...ann,
        body: { wave: 1, decision: 'approve', reason: 'Looked at it.' },
        headers: { ...ann.headers, 'berth-impact': seen },
      })
    await placeDb('b')
    expect((await approve(digest)).json.code).toBe('plan_changed')
    const now = (await rollout(publisher, id)).waves[0].digest
    expect((await approve(now)).status).toBe(200)
    await carryOn(publisher)
    expect(await inGit()).toEqual({ a: '1', b: '1', c: null, d: null })
  })
})

it('a rollout waits for an environment where another one is under way, and for its version there', async () => {
  const DB = '/applications/ieb/db'
  const metadata = { region: 'west', db: 'yes' }
  await save(publisher, 'POST', '/clusters', { ...cluster('q', 'west', 'qa'), metadata })
  await save(publisher, 'PATCH', DB, { follow: 'versions' })
  const body = { commit: '1'.repeat(40), name: 'v1' }
  expect((await publisher.call(`${DB}/versions`, { body })).status).toBe(201)
  const waves = [{ name: 'all', after: { soak: '1h', unobserved: 'time' } }]
  await save(publisher, 'POST', '/environments', { name: 'qa', waves })
  const needed = { namespace: 'ieb', application: 'db', on: 'environment:qa', min_version: 'v1' }
  await save(publisher, 'PATCH', '/applications/ieb/app1', { depends_on: [needed] })
  const id = await started('v1')
  const db = { namespace: 'ieb', application: 'db', environment: 'qa', version: 'v1' }
  const rolling = (await publisher.call('/rollouts', { body: db })).json.id
  await carryOn(publisher)
  await lookAgain()
  expect(await revisionsOn(publisher, ['q'], 'main', 'db')).toEqual({ q: '1' })
  expect(await inGit()).toEqual({ a: null, b: null, c: null, d: null })
  await anHourPasses(publisher, rolling)
  await carryOn(publisher)
  await lookAgain()
  expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: '1' })
  const [{ facts }] = await eventsOf(id, 'wave_released')
  expect(facts.needs).toMatchObject([{ on: 'environment:qa', least: 1, is_rolling_out: false }])
})

it('a rollout goes on once its application needs less', async () => {
  await placeDb('c')
  const id = await started('v1')
  expect(await inGit()).toEqual({ a: null, b: null, c: null, d: null })
  const needed = { namespace: 'ieb', application: 'db', on: 'environment:prod' }
  await save(publisher, 'PATCH', '/applications/ieb/app1', { depends_on: [needed] })
  await lookAgain()
  expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
  expect(await inGit()).toEqual({ a: '1', b: '1', c: '1', d: '1' })
})

it('a rollout that takes another back waits, too, until somebody lets it go on', async () => {
  await placeDb(...CLUSTERS)
  await reportDb(CLUSTERS)
  await started('v1')
  const before = await publisher.tree()
  const id = await started('v2')
  await reportDb(CLUSTERS, 'Degraded')
  const back = await act(publisher, id, 'rollback')
  expect(back.status, back.text).toBe(201)
  await carryOn(publisher)
  expect(await inGit()).toEqual({ a: '2', b: '2', c: '2', d: '2' })
  expect((await override(back.json.id, {}, '?confirmChanges=4')).status).toBe(200)
  await carryOn(publisher)
  expect(await publisher.tree()).toBe(before)
})

it('a rollout that starts by itself waits as others do', async () => {
  await save(publisher, 'PATCH', '/environments/prod', { auto: 'newest' })
  await announce(publisher, '3')
  await carryOn(publisher)
  const [{ id }] = (await publisher.call('/rollouts')).json.items
  expect(await rollout(publisher, id)).toMatchObject({
    origin: 'auto',
    waves: [{ waiting_for: [{ code: 'depends' }] }, {}],
  })
  await placeDb(...CLUSTERS)
  await lookAgain()
  expect(await inGit()).toEqual({ a: '3', b: '3', c: '3', d: '3' })
})

describe('what somebody decides', () => {
  it('lets a wave be released to clusters that are named, and to no others', async () => {
    const id = await started('v1')
    const asked = await override(id, { clusters: ['b'] })
    expect(asked).toMatchObject({ status: 409, json: { confirmChanges: 1 } })
    const passed = await override(id, { clusters: ['b'] }, '?confirmChanges=1')
    expect(passed).toMatchObject({
      status: 200,
      json: { waves: [{ freed: 1, overridden: [], waiting_for: [] }, { freed: 0 }] },
    })
    await carryOn(publisher)
    expect(await inGit()).toEqual({ a: null, b: '1', c: null, d: null })
    expect((await rollout(publisher, id)).waves[1].waiting_for).toMatchObject([{ code: 'depends' }])
    const [{ facts }] = await eventsOf(id, 'overridden')
    expect(facts).toEqual({ wave: 1, gates: ['depends'], clusters: ['b'] })
    expect(await toldOf(id)).toMatchObject([
      { code: 'depends', name: 'prod', reason: 'The store is down.' },
    ])
    expect(await recorded()).toEqual(['1 cluster lacks what the application needs.'])
  })

  it('lets a wave be released to all of its clusters', async () => {
    const id = await started('v1')
    const passed = await override(id, {}, '?confirmChanges=2')
    expect(passed.json.waves[0]).toMatchObject({ overridden: ['depends'], waiting_for: [] })
    await carryOn(publisher)
    expect(await inGit()).toEqual({ a: '1', b: '1', c: null, d: null })
    expect(await toldOf(id)).toMatchObject([{ code: 'depends', name: 'prod' }])
    expect(await recorded()).toEqual(['2 clusters lack what the application needs.'])
  })

  it('isn’t told of where all is there by then', async () => {
    const id = await started('v1')
    await override(id, {}, '?confirmChanges=2')
    await placeDb(...CLUSTERS)
    await lookAgain()
    expect((await rollout(publisher, id)).waves[0].overridden).toEqual(['depends'])
    expect(await toldOf(id)).toBeUndefined()
  })

  it.each([
    ['a cluster of another wave', { clusters: ['a', 'c'] }],
    ['a cluster that there isn’t', { clusters: ['z'] }],
    ['a gate that isn’t passed for clusters', { clusters: ['a'], gates: ['soak'] }],
  ])('is refused for %s', async (_, body) => {
    const id = await started('v1')
    const refused = await override(id, body, '?confirmChanges=2')
    expect(refused).toMatchObject({ status: 422, json: { code: 'override_clusters' } })
  })
})

describe('the preview of a rollout', () => {
  it('says of each wave what it leaves for later, and what it waits for', async () => {
    await placeDb('c')
    const shown = await preview()
    expect(shown).toMatchObject({
      clusters: 4,
      waves: [
        {
          name: 'canary',
          clusters: 0,
          blocked: 2,
          changed: 0,
          waiting_for: [{ code: 'depends' }],
          earliest: null,
        },
        { name: 'rest', clusters: 1, blocked: 3, changed: 1, earliest: null },
      ],
    })
    await placeDb('a')
    const then = await preview()
    expect(then.digest).not.toBe(shown.digest)
    expect(then.waves).toMatchObject([
      { clusters: 1, blocked: 1, changed: 1, files: { added: 1 }, waiting_for: [] },
      { clusters: 1, blocked: 2, changed: 1, files: { added: 1 }, waiting_for: [] },
    ])
    const headers = { 'berth-impact': shown.digest }
    expect((await rollOut(publisher, 'prod', 'v1', { headers })).json.code).toBe('plan_changed')
    const id = await started('v1')
    const { digest, waves } = await rollout(publisher, id)
    expect(digest).toBe(then.digest)
    expect(waves).toMatchObject([{ clusters: 1 }, { clusters: 1 }])
    const released = await publisher.inScope(({ tx, tenant }) =>
      tx.execute<{ digest: string }>(sql`select c.digest from changes c
        join rollout_waves w on w.tenant = c.tenant and w.change = c.id
        where c.tenant = ${tenant} and w.rollout = ${id} order by c.id`),
    )
    expect(released.map((change) => change.digest)).toEqual(
      then.waves.map((wave: { digest: string }) => wave.digest),
    )
  })

  it('asks for a confirmation of all clusters, those that come later, too', async () => {
    const rule = { name: 'all', cluster_selector: '*', changes: 1 }
    await save(publisher, 'POST', '/guard-rules', rule)
    await placeDb('c')
    expect(await preview()).toMatchObject({ clusters: 4, confirmChanges: 4 })
    const confirmed = await rollOut(publisher, 'prod', 'v1', { query: '?confirmChanges=4' })
    expect(confirmed.status, confirmed.text).toBe(201)
  })
})
