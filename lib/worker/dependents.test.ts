// Applications that wait for others: where all is there, Berth releases them by itself, once, whichever process comes first.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readDueDependents, tenantsWithDueDependents } from '#db/queries/dependents.ts'
import { dependents } from '#db/schema/rollout.ts'
import { tenants } from '#db/schema/tenant.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import type { Answer } from '#lib/http/testing/api.ts'
import { act, announce, commitOf, rollOut, rollout } from '#lib/http/testing/rollouts.ts'
import { Conductor } from './conductor.ts'
import type { ConductIn } from './testing/conductor-process.ts'
import {
  CERT_MANAGER,
  clustersWith,
  passSeconds,
  reportHealth,
  savePlatform,
} from './testing/platform.ts'
import { application, cluster, save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { replayedReleases } from './testing/replayed-releases.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'

const FILE = path.join(import.meta.dirname, 'testing', 'conductor-process.ts')
const HEALTHY = { [CERT_MANAGER]: 'Healthy' }
const PROD = ['p1', 'p2', 'p3']

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await savePlatform(publisher)
  await publisher.publish()
})
afterEach(async () => {
  await publisher.publish()
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  const replayed = await replayedReleases(publisher)
  expect(replayed).toHaveLength((await releases()).length)
  expect(replayed.filter(({ unmet }) => unmet > 0)).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

const saveApp = (name: string, more: object = {}) =>
  save(
    publisher,
    'POST',
    '/applications',
    application(name, { depends_on: [CERT_MANAGER], ...more }),
  )
const saveApp1 = (more: object = {}) => saveApp('app1', more)

/** The look that comes after half a minute; answers the clusters that have the application in Git then. */
async function look(): Promise<readonly string[]> {
  await passSeconds(publisher, 30)
  await conduct(publisher)
  await publisher.publish()
  return clustersWith(publisher)
}

/** What Berth released, newest first. */
async function releases(): Promise<Answer['json'][]> {
  const { items } = (await publisher.call('/changes?limit=1000')).json
  return items.filter(({ action }: Answer['json']) => action === 'applications.release')
}

const isDue = async () =>
  (await tenantsWithDueDependents(publisher.database)).has(publisher.tenant.id)
const waiting = () =>
  publisher.inScope(({ tx, tenant }) =>
    tx.select().from(dependents).where(eq(dependents.tenant, tenant)),
  )

describe('an application that follows its branch', () => {
  beforeEach(async () => {
    await saveApp1()
    await publisher.publish()
  })

  it('comes to a cluster once what it needs is healthy there, and to no other', async () => {
    await reportHealth(publisher, ['p1', 'p2', 'p3', 'q1'], { [CERT_MANAGER]: 'Progressing' })
    expect(await look()).toEqual([])
    await reportHealth(publisher, ['p1', 'q1'], HEALTHY)
    await conduct(publisher)
    expect(await releases()).toEqual([])
    expect(await look()).toEqual(['p1', 'q1'])
    expect(await releases()).toHaveLength(1)
    await reportHealth(publisher, ['p2', 'p3'], HEALTHY)
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    expect(await releases()).toHaveLength(2)
    expect(await waiting()).toEqual([])
  })

  it('comes to clusters that never reported as soon as what it needs is in Git there', async () => {
    await save(publisher, 'POST', '/clusters', cluster('p4'))
    await passSeconds(publisher, 30)
    await conduct(publisher)
    const [first] = await releases()
    expect(first.impact.released).toMatchObject({ clusters: 4, dependencies: [{ unheard: 4 }] })
    await publisher.publish()
    await passSeconds(publisher, 30)
    await conduct(publisher)
    const [second] = await releases()
    expect(second.reason).toBe('app1 is released to 1 cluster: platform/cert-manager is there')
    expect(await waiting()).toEqual([])
  })

  it('is released by Berth, with what was so then, in the history and in the audit', async () => {
    await reportHealth(publisher, ['p1', 'p2'], HEALTHY)
    await look()
    const [change] = await releases()
    const released = {
      clusters: 4,
      dependencies: [
        {
          needed: {
            namespace: 'platform',
            application: 'cert-manager',
            on: 'cluster',
            healthy: true,
          },
          number: null,
          healthy: 2,
          unheard: 2,
        },
      ],
    }
    expect(change).toMatchObject({
      actor: { kind: 'system', id: 'berth' },
      reason: 'app1 is released to 4 clusters: platform/cert-manager is there',
      impact: { placements: { added: 0, removed: 0, changed: 4 }, released },
    })
    const { items } = (await publisher.call('/audit?action=applications.release')).json
    expect(items).toMatchObject([
      { object: 'application/ieb/app1', result: 'accepted', change: change.id },
    ])
    const { clusters, needs } = items[0].details.edits[0].after
    expect(clusters).toBe(4)
    expect(needs).toMatchObject([{ ...released.dependencies[0]!.needed, least: null }])
  })
})

describe('an application that waits', () => {
  it('is looked at each half minute, and once it waits nowhere no more', async () => {
    expect(await isDue()).toBe(false)
    await reportHealth(publisher, PROD, { [CERT_MANAGER]: 'Degraded' })
    await saveApp1()
    await publisher.publish()
    expect(await isDue()).toBe(false)
    await passSeconds(publisher, 30)
    expect(await isDue()).toBe(true)
    await conduct(publisher)
    expect(await isDue()).toBe(false)
    expect(await waiting()).toHaveLength(1)
    await reportHealth(publisher, PROD, HEALTHY)
    await look()
    expect(await waiting()).toEqual([])
  })

  it('is not looked at any more once its dependencies or itself are gone', async () => {
    await reportHealth(publisher, PROD, { [CERT_MANAGER]: 'Degraded' })
    await saveApp1()
    await saveApp('app2')
    expect(await waiting()).toHaveLength(2)
    await save(publisher, 'PATCH', '/applications/ieb/app1', { depends_on: [] })
    await save(publisher, 'DELETE', '/applications/ieb/app2')
    await passSeconds(publisher, 30)
    await conduct(publisher)
    expect(await waiting()).toEqual([])
    expect(await releases()).toEqual([])
  })

  it('waits for another one that waits itself', async () => {
    await saveApp1()
    await saveApp('app2', { depends_on: ['ieb/app1'] })
    await reportHealth(publisher, ['p1', 'p2'], { [CERT_MANAGER]: 'Degraded' })
    expect(await look()).toEqual(['p3', 'q1'])
    expect(await clustersWith(publisher, 'app2')).toEqual([])
    await reportHealth(publisher, PROD, { ...HEALTHY, 'ieb/app1': 'Progressing' })
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    expect(await clustersWith(publisher, 'app2')).toEqual(['q1'])
    await reportHealth(publisher, PROD, { 'ieb/app1': 'Healthy' })
    await look()
    expect(await clustersWith(publisher, 'app2')).toEqual(['p1', 'p2', 'p3', 'q1'])
  })

  it('keeps what it has when what it needs falls ill, or is gone', async () => {
    await saveApp1()
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    await reportHealth(publisher, PROD, { [CERT_MANAGER]: 'Degraded' })
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    await save(publisher, 'DELETE', '/applications/platform/cert-manager')
    await save(publisher, 'POST', '/clusters', cluster('p4'))
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    await passSeconds(publisher, 30)
    expect(await isDue()).toBe(true)
  })

  it('is not marked by edits of what it needs while it waits nowhere', async () => {
    await saveApp1()
    await look()
    await save(publisher, 'PATCH', '/applications/platform/cert-manager', { repo_branch: 'v2' })
    expect(await waiting()).toEqual([])
  })

  it('is left alone while nothing is saved until an admin decides about Git, and goes on then', async () => {
    const stopGit = (gitStop: 'database_behind_git' | null) =>
      publisher.inScope(({ tx, tenant }) =>
        tx.update(tenants).set({ gitStop }).where(eq(tenants.tenant, tenant)),
      )
    await saveApp1()
    await stopGit('database_behind_git')
    await passSeconds(publisher, 30)
    expect(await isDue()).toBe(false)
    await conduct(publisher)
    await stopGit(null)
    expect(await isDue()).toBe(true)
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
  })

  it('takes the place of no other while it rests after a failure', async () => {
    await saveApp1()
    await saveApp('app2')
    await passSeconds(publisher, 30)
    const due = (...except: number[]) =>
      publisher.inScope((scope) => readDueDependents(scope, 1, except))
    const [first] = await due()
    const [second] = await due(first!)
    expect(second).not.toBe(first)
    expect(await due(first!, second!)).toEqual([])
  })
})

const has = () => revisionsOn(publisher, PROD)

/** Rolls a version out to prod, as far as that goes by itself. */
async function roll(digit: string): Promise<number> {
  await announce(publisher, digit)
  const { json, status, text } = await rollOut(publisher, 'prod', `v${digit}`)
  expect(status, text).toBe(201)
  await carryOn(publisher)
  return json.id
}

describe('an application that follows versions', () => {
  const versions = { follow: 'versions' }
  it('comes later to those clusters of a rollout on which something was missing', async () => {
    await reportHealth(publisher, ['p1'], { [CERT_MANAGER]: 'Degraded' })
    await saveApp1(versions)
    expect(await waiting()).toEqual([])
    const id = await roll('1')
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    expect(await has()).toEqual({ p1: null, p2: '1', p3: '1' })
    await look()
    expect(await has()).toMatchObject({ p1: null })
    await reportHealth(publisher, ['p1'], HEALTHY)
    await look()
    expect(await has()).toEqual({ p1: '1', p2: '1', p3: '1' })
    const [change] = await releases()
    expect(change.impact.released).toMatchObject({ clusters: 1, dependencies: [{ healthy: 1 }] })
    expect(await waiting()).toEqual([])
    await roll('2')
    expect(await has()).toEqual({ p1: '2', p2: '2', p3: '2' })
  })

  it('comes while the next version is on its way as it was before to clusters that have nothing, and to no others', async () => {
    await saveApp1(versions)
    await roll('1')
    await reportHealth(publisher, ['p1'], { [CERT_MANAGER]: 'Degraded' })
    await roll('2')
    expect(await has()).toEqual({ p1: '1', p2: '2', p3: '2' })
    const canary = {
      name: 'canary',
      clusters: 'name=p2',
      after: { soak: '1h', unobserved: 'time' },
    }
    await save(publisher, 'POST', '/environments', { name: 'prod', waves: [canary] })
    const id = await roll('3')
    expect(await has()).toEqual({ p1: '1', p2: '3', p3: '2' })
    await save(publisher, 'POST', '/clusters', cluster('p4'))
    await reportHealth(publisher, ['p1'], HEALTHY)
    await publisher.publish()
    await look()
    const clusters = [...PROD, 'p4']
    expect(await revisionsOn(publisher, clusters)).toEqual({ p1: '1', p2: '3', p3: '2', p4: '2' })
    expect((await act(publisher, id, 'rollback')).status).toBe(200)
    await publisher.publish()
    expect(await revisionsOn(publisher, clusters)).toEqual({ p1: '1', p2: '2', p3: '2', p4: '2' })
    await look()
    expect(await revisionsOn(publisher, clusters)).toEqual({ p1: '2', p2: '2', p3: '2', p4: '2' })
    expect(await waiting()).toEqual([])
  })

  it('waits for a version of what it needs', async () => {
    await save(publisher, 'PATCH', '/applications/platform/cert-manager', versions)
    const needed = '/applications/platform/cert-manager/versions'
    for (const digit of ['1', '2']) {
      const body = { commit: commitOf(digit), name: `v${digit}` }
      expect((await publisher.call(needed, { body })).status).toBe(201)
    }
    const depends_on = [{ namespace: 'platform', application: 'cert-manager', min_version: 'v2' }]
    await saveApp1({ depends_on })
    await publisher.publish()
    expect(await look()).toEqual([])
    const roll = async (environment: string, version: string) => {
      const of = { namespace: 'platform', application: 'cert-manager' }
      const body = { ...of, environment, version }
      expect((await publisher.call('/rollouts', { body })).status).toBe(201)
      await carryOn(publisher)
    }
    await roll('prod', 'v1')
    await roll('qa', 'v2')
    expect(await look()).toEqual(['q1'])
    await roll('prod', 'v2')
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    const [change] = await releases()
    expect(change.impact.released).toMatchObject({ clusters: 3, dependencies: [{ number: 2 }] })
  })
})

describe('in an environment', () => {
  it('that is frozen, nothing is released until the freeze is lifted', async () => {
    await save(publisher, 'POST', '/freezes', { name: 'inventory', environments: ['prod'] })
    await publisher.call('/applications?override=true', {
      body: application('app1', { depends_on: [CERT_MANAGER] }),
      headers: { 'berth-reason': 'The%20store%20is%20down' },
    })
    expect(await look()).toEqual(['q1'])
    expect(await look()).toEqual(['q1'])
    await save(publisher, 'DELETE', '/freezes/inventory')
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
  })

  it('that is frozen, something is released when that is over, if that is before the next look', async () => {
    const to = new Date(Date.now() + 25_000).toISOString()
    await saveApp1()
    await save(publisher, 'POST', '/freezes', { name: 'inventory', environments: '*', to })
    expect(await look()).toEqual([])
    const [row] = await waiting()
    expect(row!.dueAt.toISOString()).toBe(to)
  })

  it('that is closed, nothing is released until it opens', async () => {
    const today = new Date().getUTCDay()
    const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
    const later = days[(today + 3) % 7]
    const weekly = [{ days: [later], from: '08:00', to: '16:00' }]
    const hours = { time_zone: 'UTC', weekly }
    await save(publisher, 'POST', '/environments', { name: 'prod', hours })
    await saveApp1()
    expect(await look()).toEqual(['q1'])
    await save(publisher, 'PATCH', '/environments/prod', { hours: null })
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
  })

  it('that is protected, Berth releases what its deployers let wait there', async () => {
    const deployers = [{ id: 'deployers' }]
    await saveApp1()
    await save(publisher, 'POST', '/environments', { name: 'prod', protected: true, deployers })
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
  })
})

/** Conducts in a process that dies at a point; answers what it said before. */
async function conductUntil(point: string): Promise<string> {
  const env = { ...process.env, BERTH_FAIL_POINT: point }
  const conductor = spawn(process.execPath, [FILE], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const told: ConductIn = { databaseUrl: inject('databaseUrl'), tenant: publisher.tenant }
  conductor.stdin.end(JSON.stringify(told))
  return text(conductor.stdout)
}

describe('a process that dies while it releases an application', () => {
  it.each([
    { point: 'C1', when: 'before it reads anything again', released: [0] },
    { point: 'C2', when: 'once it decided', released: [0] },
    { point: 'F2', when: 'while it keeps the change', released: [0] },
    { point: 'C3', when: 'once it kept the change', released: [0] },
    { point: 'F4', when: 'while Postgres commits', released: [0, 1] },
    { point: 'C4', when: 'once all of it is committed', released: [1] },
  ])('$when, leaves all of it or nothing, and the next goes on', async ({ point, released }) => {
    await saveApp1()
    await passSeconds(publisher, 30)
    expect(await conductUntil(point)).toBe('')
    const kept = (await releases()).length
    expect(released).toContain(kept)
    expect(await waiting()).toHaveLength(kept === 0 ? 1 : 0)
    expect(await look()).toEqual(['p1', 'p2', 'p3', 'q1'])
    expect(await releases()).toHaveLength(1)
  })
})

describe('several processes', () => {
  it('release an application once', async () => {
    const names = ['app1', 'app2', 'app3']
    for (const name of names) await saveApp(name)
    await passSeconds(publisher, 30)
    const world = { ...publisher.world, services: publisher.services }
    for (let round = 0; round < 3; round++) {
      const conductors = [1, 2, 3].map(() => new Conductor(world))
      await Promise.all(conductors.map((conductor) => conductor.look()))
      await Promise.all(conductors.map((conductor) => conductor.ended()))
    }
    const released = (await releases()).map(({ reason }) => reason.split(' ')[0])
    expect(new Set(released)).toEqual(new Set(names))
    expect(released).toHaveLength(names.length)
    expect(await waiting()).toEqual([])
  })

  it('release it to the clusters that there are, while these come and go', async () => {
    await reportHealth(publisher, ['p1', 'p2'], { [CERT_MANAGER]: 'Degraded' })
    await saveApp1()
    const world = { ...publisher.world, services: publisher.services }
    const edits = [
      () => save(publisher, 'DELETE', '/clusters/p3'),
      () => reportHealth(publisher, ['p1'], HEALTHY),
      () => save(publisher, 'POST', '/clusters', cluster('p4')),
      () => publisher.publish(),
      () => save(publisher, 'PATCH', '/clusters/q1', { environment: 'prod' }),
      () => reportHealth(publisher, ['p2'], HEALTHY),
      () => publisher.publish(),
    ]
    for (const edit of edits) {
      await passSeconds(publisher, 30)
      const conductors = [1, 2].map(() => new Conductor(world))
      await Promise.all([edit(), ...conductors.map((conductor) => conductor.look())])
      await Promise.all(conductors.map((conductor) => conductor.ended()))
    }
    await look()
    await look()
    const files = await filesOn(publisher.directory, 'main')
    const clusters = ['p1', 'p2', 'p4', 'q1']
    expect(clusters.filter((name) => !files.has(applicationPath(name, 'ieb', 'app1')))).toEqual([])
    expect(await waiting()).toEqual([])
  })
})
