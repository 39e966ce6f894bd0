// A version that goes through environments by itself, where they take the newest: as far as it may, and never back.
import { sql } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readDueCandidates, tenantsWithDueCandidates } from '#db/queries/auto-candidates.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import type { Answer } from '#lib/http/testing/api.ts'
import {
  act,
  announce,
  commitOf,
  followVersions,
  rollOut,
  rollout,
} from '#lib/http/testing/rollouts.ts'
import { Conductor } from './conductor.ts'
import type { ConductIn } from './testing/conductor-process.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'

const FILE = path.join(import.meta.dirname, 'testing', 'conductor-process.ts')

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team('ieb'))
  for (const name of ['dev', 'staging', 'prod']) {
    await save(publisher, 'POST', '/clusters', cluster(`${name}-1`, 'east', name))
  }
  await environment({ name: 'dev', auto: 'newest' })
  await environment({ name: 'staging', auto: 'newest', after: ['dev'] })
  await environment({ name: 'prod', after: ['staging'] })
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy())
  await followVersions(publisher)
  await carryOn(publisher)
})
afterEach(async () => {
  await publisher.publish()
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

const environment = (body: object) => save(publisher, 'POST', '/environments', body)

/** Of all rollouts, oldest first. */
async function rollouts(): Promise<string[]> {
  const { items } = (await publisher.call('/rollouts')).json
  return items
    .toReversed()
    .map(
      ({ environment, version, origin, state }: Answer['json']) =>
        `${version?.name ?? 'before'} ${environment} ${origin} ${state}`,
    )
}

const has = () => revisionsOn(publisher, ['dev-1', 'staging-1', 'prod-1'])

/** As if everything that happened had happened so much earlier. */
async function passTime(minutes: number): Promise<void> {
  const earlier = sql.raw(`- interval '${minutes} minutes'`)
  await publisher.inScope(async ({ tx }) => {
    await tx.execute(
      sql`update rollouts set ended_at = ended_at ${earlier} where ended_at is not null`,
    )
    await tx.execute(sql`update auto_candidates set due_at = due_at ${earlier}`)
  })
}

const edit = (name: string, body: object) => save(publisher, 'PATCH', `/environments/${name}`, body)
const APPROVED = [
  { name: 'rest', before: { approvals: { count: 1, groups: [{ id: 'managers' }] } } },
]

async function shown(name: string): Promise<Answer['json']> {
  const { items } = (await publisher.call('/applications/ieb/app1/environments')).json
  return items.find(({ environment: each }: Answer['json']) => each === name)
}

async function newestId(): Promise<number> {
  return (await publisher.call('/rollouts')).json.items[0].id
}

/** What a program says of the first wave of the newest rollout. */
async function check(state: string): Promise<void> {
  const path = `/rollouts/${await newestId()}/checks/e2e`
  const { status } = await publisher.call(path, { body: { wave: 1, state } })
  expect(status).toBe(200)
}

const isDue = async () =>
  (await tenantsWithDueCandidates(publisher.database)).has(publisher.tenant.id)

describe('a version', () => {
  it('that is announced goes to dev and staging by itself, and to prod by hand', async () => {
    await announce(publisher, '1')
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed', 'v1 staging auto completed'])
    expect(await has()).toEqual({ 'dev-1': '1', 'staging-1': '1', 'prod-1': 'master' })
    expect((await rollOut(publisher, 'prod', 'v1')).status).toBe(201)
    await carryOn(publisher)
    expect(await has()).toEqual({ 'dev-1': '1', 'staging-1': '1', 'prod-1': '1' })
  })

  it('is started by Berth, with the digest of its plan, in the audit and in Git', async () => {
    await announce(publisher, '1')
    const { digest } = (await rollOut(publisher, 'dev', 'v1', { query: '?dryRun=true' })).json
    await conduct(publisher)
    const started = await rollout(publisher, 1)
    expect(started).toMatchObject({ digest, origin: 'auto', started_by: { kind: 'system' } })
    const audit = await publisher.call('/audit?action=rollouts.start')
    expect(audit.json.items).toMatchObject([
      { object: 'rollout/1', actor: { kind: 'system', id: 'berth' }, result: 'accepted' },
    ])
    const [event] = (await publisher.call('/rollouts/1/events')).json.items
    expect(event).toMatchObject({ reason: 'Environment dev takes the newest version.' })
  })

  it('goes on when it succeeded for as long as the environment says', async () => {
    await edit('staging', { after_soak: '1h' })
    await announce(publisher, '1')
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed'])
    const { next, versions } = await shown('staging')
    expect(next).toMatchObject({ version: { number: 1, name: 'v1' }, after_rollout: null })
    expect(Date.parse(next.at) - Date.parse((await rollout(publisher, 1)).ended_at)).toBe(3_600_000)
    expect(versions).toMatchObject([{ number: 1, waiting_for: { until: next.at } }])
    await passTime(30)
    await carryOn(publisher)
    expect(await rollouts()).toHaveLength(1)
    await passTime(30)
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed', 'v1 staging auto completed'])
  })

  it('ends no other that is under way, and is the next when that is over', async () => {
    await edit('staging', { waves: APPROVED })
    await announce(publisher, '1')
    await carryOn(publisher)
    await announce(publisher, '2')
    await announce(publisher, '3')
    await carryOn(publisher)
    expect((await shown('staging')).next).toMatchObject({
      version: { name: 'v3' },
      after_rollout: 2,
    })
    const gates = { wave: 1, gates: ['approval'], reason: 'The store is down.' }
    await edit('staging', { waves: [] })
    await publisher.call('/rollouts/2/override?confirmChanges=1', { body: gates })
    await carryOn(publisher)
    expect(await rollouts()).toEqual([
      'v1 dev auto completed',
      'v1 staging auto completed',
      'v3 dev auto completed',
      'v3 staging auto completed',
    ])
  })

  it('waits at the gates of a protected environment, whose deployers aren’t asked to start it', async () => {
    const deployers = [{ id: 'deployers' }]
    await edit('dev', { protected: true, deployers, waves: APPROVED })
    await announce(publisher, '1')
    await carryOn(publisher)
    const { state, waves } = await rollout(publisher, 1)
    expect(state).toBe('running')
    expect(waves[0].waiting_for).toMatchObject([{ code: 'approval' }])
  })

  it('starts where an environment begins to take it, and nowhere else', async () => {
    await edit('dev', { auto: 'off' })
    await announce(publisher, '1')
    await carryOn(publisher)
    expect(await rollouts()).toEqual([])
    await edit('dev', { auto: 'newest' })
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed', 'v1 staging auto completed'])
  })

  it('starts where its application is placed, once it is', async () => {
    await save(publisher, 'DELETE', '/clusters/dev-1')
    await publisher.publish()
    await announce(publisher, '1')
    await carryOn(publisher)
    expect(await rollouts()).toEqual([])
    await save(publisher, 'POST', '/clusters', cluster('dev-2', 'east', 'dev'))
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed', 'v1 staging auto completed'])
  })

  it('starts only as long as its team may use its repository', async () => {
    const sourceRepos = async (...source_repos: string[]) =>
      save(publisher, 'PATCH', '/teams/ieb', { source_repos })
    await edit('dev', { auto: 'off' })
    await announce(publisher, '1')
    const moved = 'https://git.example.com/ieb/moved.git'
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_url: moved })
    await sourceRepos(moved)
    await edit('dev', { auto: 'newest' })
    await carryOn(publisher)
    expect(await rollouts()).toEqual([])
    expect((await shown('dev')).versions).toMatchObject([{ waiting_for: { until: null } }])
    await sourceRepos()
    await carryOn(publisher)
    expect(await rollouts()).toHaveLength(2)
  })

  it('is looked at when something happened, and else not', async () => {
    expect(await isDue()).toBe(false)
    await announce(publisher, '1')
    expect(await isDue()).toBe(true)
    await carryOn(publisher)
    expect(await isDue()).toBe(false)
    await save(publisher, 'PATCH', '/applications/ieb/app1', { description: 'Said' })
    await conduct(publisher)
    const left = await publisher.inScope(({ tx }) => tx.execute(sql`select from auto_candidates`))
    expect(left).toHaveLength(0)
  })
})

describe('going back', () => {
  beforeEach(async () => {
    await announce(publisher, '1')
    await carryOn(publisher)
  })
  const both = ['v1 dev auto completed', 'v1 staging auto completed']

  it('from a completed rollout holds until a later version is announced', async () => {
    await edit('staging', { after_soak: '1h' })
    await announce(publisher, '2')
    await carryOn(publisher)
    expect((await act(publisher, await newestId(), 'rollback')).status).toBe(201)
    await carryOn(publisher)
    await passTime(120)
    await carryOn(publisher)
    const before = [...both, 'v2 dev auto completed', 'v1 dev rollback completed']
    expect(await rollouts()).toEqual(before)
    expect(await shown('dev')).toMatchObject({ auto: 'newest', auto_after: 2, next: null })
    expect((await shown('staging')).versions[0]).toMatchObject({
      number: 2,
      waiting_for: { text: 'The version hasn’t succeeded in dev.' },
    })
    await announce(publisher, '3')
    await carryOn(publisher)
    await passTime(60)
    await carryOn(publisher)
    expect((await rollouts()).slice(4)).toEqual([
      'v3 dev auto completed',
      'v3 staging auto completed',
    ])
  })

  it.each([
    { verb: 'rollback', after: 3 },
    { verb: 'abort', after: 2 },
  ])('from one that is under way holds: $verb', async ({ verb, after }) => {
    await edit('dev', { waves: APPROVED })
    await announce(publisher, '2')
    await carryOn(publisher)
    const id = await newestId()
    if (verb === 'rollback') await announce(publisher, '3')
    expect((await act(publisher, id, verb)).status).toBe(200)
    await carryOn(publisher)
    expect(await newestId()).toBe(id)
    expect(await shown('dev')).toMatchObject({ auto_after: after, next: null })
    await announce(publisher, '4')
    await carryOn(publisher)
    expect((await rollouts()).at(-1)).toBe('v4 dev auto running')
  })

  it('by Berth, when a check fails, holds, and one that passes goes on', async () => {
    const after = { checks: ['e2e'], unobserved: 'time', on_failure: 'rollback' }
    await edit('dev', { waves: [{ name: 'rest', after }] })
    await announce(publisher, '2')
    await carryOn(publisher)
    await check('failed')
    await carryOn(publisher)
    expect((await rollouts()).slice(2)).toEqual(['v2 dev auto rolled_back'])
    expect(await has()).toMatchObject({ 'dev-1': '1' })
    expect(await shown('dev')).toMatchObject({ auto_after: 2, next: null })
    await announce(publisher, '3')
    await carryOn(publisher)
    await check('passed')
    await carryOn(publisher)
    expect((await rollouts()).slice(3)).toEqual([
      'v3 dev auto completed',
      'v3 staging auto completed',
    ])
  })

  it('by hand to an older version holds', async () => {
    await announce(publisher, '2')
    await carryOn(publisher)
    expect((await rollOut(publisher, 'dev', 'v1')).status).toBe(201)
    await carryOn(publisher)
    expect((await rollouts()).at(-1)).toBe('v1 dev person completed')
    expect(await shown('dev')).toMatchObject({ auto_after: 2, next: null })
  })

  it('takes back that the version succeeded, however often it did', async () => {
    await edit('staging', { auto: 'off' })
    await announce(publisher, '2')
    await carryOn(publisher)
    await rollOut(publisher, 'dev', 'v1')
    await carryOn(publisher)
    await rollOut(publisher, 'dev', 'v2')
    await carryOn(publisher)
    expect(
      (await rollOut(publisher, 'staging', 'v2', { query: '?dryRun=true' })).json.stops,
    ).toEqual([])
    await act(publisher, await newestId(), 'rollback')
    await carryOn(publisher)
    expect((await rollOut(publisher, 'staging', 'v2')).json.code).toBe('not_eligible')
  })
})

/** What is answered to an announcement. */
const announced = async (digit: string, query = '') =>
  (
    await publisher.call(`/applications/ieb/app1/versions${query}`, {
      body: { commit: commitOf(digit), name: `v${digit}` },
    })
  ).json

describe('announcing', () => {
  it('says where the version starts by itself, when it is tried, too', async () => {
    const tried = await announced('1', '?dryRun=true')
    expect(tried.starts).toMatchObject([{ environment: 'dev', after_rollout: null }])
    expect(await isDue()).toBe(false)
    expect((await announced('1')).starts).toMatchObject([{ environment: 'dev' }])
    await conduct(publisher)
    expect((await announced('2', '?dryRun=true')).starts).toMatchObject([
      { environment: 'dev', after_rollout: 1 },
    ])
    await carryOn(publisher)
    expect((await announced('1', '?dryRun=true')).starts).toEqual([])
    await edit('dev', { auto: 'off' })
    expect((await announced('2', '?dryRun=true')).starts).toEqual([])
  })
})

/** Which rollouts begin by an edit, as its preview says. */
const starts = async (name: string, body: object) => {
  const headers = { 'if-match': '*', 'content-type': 'application/merge-patch+json' }
  const path = `/environments/${name}?dryRun=true`
  return (await publisher.call(path, { method: 'PATCH', body, headers })).json.starts
}

const started = (environment: string, version: string) => ({
  environment,
  namespace: 'ieb',
  application: 'app1',
  version: { name: version },
  after_rollout: null,
})

describe('the preview of an environment', () => {
  it('says which rollouts begin once it takes the newest version, and they do', async () => {
    await edit('dev', { auto: 'off' })
    expect(await starts('dev', { auto: 'newest' })).toBeUndefined()
    await announce(publisher, '1')
    await announce(publisher, '2')
    expect(await starts('dev', { auto: 'newest' })).toMatchObject({
      now: 1,
      later: 0,
      unknown: 0,
      items: [started('dev', 'v2')],
    })
    expect(await starts('dev', { description: 'Said' })).toBeUndefined()
    expect(await isDue()).toBe(false)
    await edit('dev', { auto: 'newest' })
    await conduct(publisher)
    expect(await rollouts()).toEqual(['v2 dev auto running'])
  })

  it('says only what begins by the edit, and when', async () => {
    await edit('staging', { after_soak: '2h' })
    await announce(publisher, '1')
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed'])
    const sooner = await starts('staging', { after_soak: '1h' })
    expect(sooner).toMatchObject({ now: 0, later: 1, items: [started('staging', 'v1')] })
    const { ended_at } = await rollout(publisher, 1)
    expect(Date.parse(sooner.items[0].at) - Date.parse(ended_at)).toBe(3_600_000)
    expect(await starts('staging', { after_soak: '0m' })).toMatchObject({ now: 1, later: 0 })
    expect(await starts('staging', { after: [], after_soak: '2h' })).toMatchObject({ now: 1 })
    expect(await starts('staging', { after_soak: '3h' })).toBeUndefined()
    expect(await starts('prod', { auto: 'newest' })).toBeUndefined()
    expect(await starts('prod', { auto: 'newest', after: ['dev'] })).toMatchObject({ now: 1 })
  })

  it('says which have to wait for a rollout, and nothing where somebody went back', async () => {
    await edit('dev', { auto: 'off', waves: APPROVED })
    await announce(publisher, '1')
    expect((await rollOut(publisher, 'dev', 'v1')).status).toBe(201)
    await announce(publisher, '2')
    expect(await starts('dev', { auto: 'newest' })).toMatchObject({
      now: 0,
      later: 1,
      items: [{ ...started('dev', 'v2'), after_rollout: 1 }],
    })
    expect((await act(publisher, 1, 'rollback')).status).toBe(200)
    expect(await starts('dev', { auto: 'newest' })).toBeUndefined()
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

describe('a process that dies while it starts a rollout', () => {
  it.each([
    { point: 'C1', started: [0] },
    { point: 'C2', started: [0] },
    { point: 'C3', started: [0] },
    { point: 'F4', started: [0, 1] },
    { point: 'C4', started: [1] },
  ])('at $point leaves one or none, and the next goes on', async ({ point, started }) => {
    await announce(publisher, '1')
    expect(await conductUntil(point)).toBe('')
    expect(started).toContain((await rollouts()).length)
    await carryOn(publisher)
    expect(await rollouts()).toEqual(['v1 dev auto completed', 'v1 staging auto completed'])
  })
})

describe('several processes', () => {
  it('start each rollout once', async () => {
    await announce(publisher, '1')
    const world = { ...publisher.world, services: publisher.services }
    for (let round = 0; round < 6; round++) {
      const conductors = [1, 2, 3].map(() => new Conductor(world))
      await Promise.all(conductors.map((conductor) => conductor.look()))
      await Promise.all(conductors.map((conductor) => conductor.ended()))
      await publisher.publish()
    }
    expect(await rollouts()).toEqual(['v1 dev auto completed', 'v1 staging auto completed'])
  })
})

describe('a rollout that can’t be started', () => {
  it('is tried again later, and keeps no other from starting', async () => {
    await announce(publisher, '1')
    await conduct(publisher)
    await act(publisher, 1, 'abort')
    await publisher.inScope(({ tx }) =>
      tx.execute(sql`insert into rollouts select (jsonb_populate_record(r, jsonb_build_object(
        'id', r.id + n))).* from rollouts r, generate_series(1, 20000) n where r.id = 1`),
    )
    await announce(publisher, '2')
    await conduct(publisher)
    expect(await isDue()).toBe(true)
    const [due] = await publisher.inScope((scope) => readDueCandidates(scope, 1, []))
    expect(due).toMatchObject({ environment: 'dev' })
    expect(await publisher.inScope((scope) => readDueCandidates(scope, 1, [due!]))).toEqual([])
  })
})
