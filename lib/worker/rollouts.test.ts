// A version on its way through two environments: as people start it, as Berth carries it on, and as clusters find it in Git.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#db/schema/change.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import {
  act,
  announce,
  followVersions,
  MANAGERS,
  personIn,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { cluster, save } from './testing/fleets.ts'
import { carryOn, conduct, revisionsOn, sourcesOn } from './testing/rollouts.ts'

const QA = ['q1', 'q2', 'q3', 'q4']
const PROD = ['p1', 'p2']

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher(signInSettings)
  await saveEnvironments(publisher)
  await publisher.publish()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

async function started(...args: Parameters<typeof rollOut>): Promise<number> {
  const answer = await rollOut(...args)
  expect(answer.status, answer.text).toBe(201)
  return answer.json.id
}

type Wave = { readonly digest: string; readonly change: number }

/** Of the changes that released waves. */
const digestsOf = (waves: readonly Wave[]) =>
  publisher.inScope(async ({ tx, tenant }) => {
    const ids = waves.map(({ change }) => change)
    const rows = await tx
      .select({ digest: changes.digest })
      .from(changes)
      .where(and(eq(changes.tenant, tenant), inArray(changes.id, ids)))
      .orderBy(changes.id)
    return rows.map(({ digest }) => digest)
  })

const countOf = (revisions: Record<string, string | null>, revision: string) =>
  Object.values(revisions).filter((each) => each === revision).length

/** As a person who may override, with as many placements as that is for, which it answers. */
async function pass(name: string, id: number, more: object): Promise<number> {
  const person = await personIn(publisher, name, 'overriders')
  const body = { gates: ['frozen'], reason: `${name} says so.`, ...more }
  const path = `/rollouts/${id}/override`
  const { confirmChanges } = (await publisher.call(path, { ...person, body })).json
  const query = `?confirmChanges=${confirmChanges}`
  const answer = await publisher.call(`${path}${query}`, { ...person, body })
  expect(answer.status, answer.text).toBe(200)
  return confirmChanges
}

describe('an override of a soak', () => {
  it('lets as many placements change as it is confirmed by, and then all waits again', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const after = { soak: '1h', unobserved: 'time' }
    const waves = [
      { name: 'canary', size: 1, after },
      { name: 'more', size: 1 },
      { name: 'most', size: 1, after },
      { name: 'rest' },
    ]
    const overriders = [{ id: 'overriders' }]
    await save(publisher, 'PATCH', '/environments/qa', { waves, overriders })
    const id = await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    const changed = async () => countOf(await revisionsOn(publisher, QA), '1')
    expect(await changed()).toBe(1)
    expect(await pass('eve', id, { wave: 1, gates: ['soak'] })).toBe(2)
    await carryOn(publisher)
    expect(await changed()).toBe(3)
    expect(await pass('eve', id, { wave: 3, gates: ['soak'] })).toBe(1)
    await carryOn(publisher)
    expect((await rollout(publisher, id)).state).toBe('completed')
  })
})

describe('the list of rollouts', () => {
  it('says until when a wave soaks, and until a freeze before the next one is over that ends later', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const after = { soak: '1h', unobserved: 'time' }
    const waves = [{ name: 'canary', size: 1, after }, { name: 'rest' }]
    await save(publisher, 'PATCH', '/environments/qa', { waves })
    const id = await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    const first = async () => (await publisher.call('/rollouts')).json.items[0]
    const { waves: said } = await rollout(publisher, id)
    const until = new Date(Date.parse(said[0].published_at) + 3_600_000).toISOString()
    const soak = { code: 'soak', until, text: 'Must be in Git for 1h.' }
    expect(await first()).toMatchObject({
      waits_for: 'time',
      waits_until: until,
      waiting_for: [soak],
    })

    const to = new Date(Date.now() + 7_200_000).toISOString()
    const from = new Date().toISOString()
    await save(publisher, 'POST', '/freezes', { name: 'noon', environments: ['qa'], from, to })
    await carryOn(publisher)
    const frozen = { code: 'frozen', until: to, text: 'Frozen by noon.' }
    expect(await first()).toMatchObject({ waits_until: to, waiting_for: [soak, frozen] })
  })
})

describe('a wave in a freeze that was overridden', () => {
  it('says in Git and in the history who overrode it for that wave, and not who did for another', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const waves = [{ name: 'canary', size: 1 }, { name: 'more', size: 1 }, { name: 'rest' }]
    const overriders = [{ id: 'overriders' }]
    await save(publisher, 'PATCH', '/environments/qa', { waves, overriders })
    await save(publisher, 'POST', '/freezes', { name: 'christmas', environments: ['qa'] })
    const id = await started(publisher, 'qa', 'v1')
    await pass('ann-overrides', id, { wave: 1, later_waves: true })
    await pass('eve-overrides', id, { wave: 2 })
    await carryOn(publisher)
    const { state, waves: released } = await rollout(publisher, id)
    expect(state).toBe('completed')
    const names = ['ann-overrides', 'eve-overrides', 'ann-overrides']
    for (const [index, name] of names.entries()) {
      const reason = `${name} says so.`
      const { impact } = (await publisher.call(`/changes/${released[index].change}`)).json
      expect(impact.overrides).toEqual([
        { code: 'frozen', name: 'christmas', by: expect.objectContaining({ name }), reason },
      ])
    }
    const log = await publisher.git('log', '-3', '--reverse', '--format=%b', 'main')
    expect(log.match(/^overridden by .*$/gm)).toEqual(
      names.map((name) => `overridden by ${name}: frozen christmas, ${name} says so.`),
    )
    expect(log.match(/^Berth-Override: .*$/gm)).toEqual(
      names.map(() => 'Berth-Override: frozen/christmas'),
    )
  })
})

describe('a version', () => {
  it('comes to an application that begins to follow versions by rollouts alone', async () => {
    const before = await publisher.tree()
    await followVersions(publisher)
    await publisher.publish()
    expect(await publisher.tree()).toBe(before)
    await announce(publisher, '1')
    await publisher.publish()
    expect(await publisher.tree()).toBe(before)
  })

  it('goes to qa in two waves and then, approved by somebody else, to prod', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const preview = (await rollOut(publisher, 'qa', 'v1', { query: '?dryRun=true' })).json
    expect(preview).toMatchObject({
      clusters: 4,
      version: { number: 1, name: 'v1' },
      waves: [
        { name: 'canary', clusters: 1, changed: 1, files: { added: 0, removed: 0, modified: 1 } },
        { name: 'rest', clusters: 3, changed: 3, files: { added: 0, removed: 0, modified: 3 } },
      ],
      stops: [],
    })
    const seen = { headers: { 'berth-impact': preview.digest } }
    const qa = await started(publisher, 'qa', 'v1', seen)
    await conduct(publisher)
    expect(await rollout(publisher, qa)).toMatchObject({
      state: 'running',
      waves: [
        { state: 'released', waiting_for: [{ code: 'not_published' }] },
        { state: 'pending', waiting_for: [] },
      ],
    })
    await publisher.publish()
    expect(countOf(await revisionsOn(publisher, QA), '1')).toBe(1)
    await conduct(publisher)
    await publisher.publish()
    expect(countOf(await revisionsOn(publisher, QA), '1')).toBe(4)
    expect(await revisionsOn(publisher, PROD)).toEqual({ p1: 'master', p2: 'master' })
    await conduct(publisher)
    const done = await rollout(publisher, qa)
    expect(done).toMatchObject({
      state: 'completed',
      waves: [{ state: 'passed' }, { state: 'passed' }],
    })
    const change = (await publisher.call(`/changes/${done.waves[0].change}`)).json
    expect(change).toMatchObject({ action: 'rollouts.wave' })
    expect(change.impact.rollout).toEqual({ id: qa, wave: 1 })
    expect(await digestsOf(done.waves)).toEqual(preview.waves.map(({ digest }: Wave) => digest))

    const manager = await personIn(publisher, 'ann', MANAGERS)
    const prod = await started(publisher, 'prod', 'v1', await personIn(publisher, 'bob'))
    await carryOn(publisher)
    const waiting = await rollout(publisher, prod)
    expect(waiting.waves[0]).toMatchObject({
      state: 'pending',
      waiting_for: [{ code: 'approval' }],
    })
    const body = { wave: 1, decision: 'approve', reason: 'It ran well in qa.' }
    const headers = { ...manager.headers, 'berth-impact': waiting.waves[0].digest }
    expect((await act(publisher, prod, 'approvals', { ...manager, body, headers })).status).toBe(
      200,
    )
    await carryOn(publisher)
    expect(await rollout(publisher, prod)).toMatchObject({ state: 'completed' })
    expect(await revisionsOn(publisher, PROD)).toEqual({ p1: '1', p2: '1' })
    const { items } = (await publisher.call(`/rollouts/${prod}/events`)).json
    expect(items.map(({ code }: { code: string }) => code)).toEqual([
      'started',
      'approved',
      'wave_released',
      'wave_passed',
      'completed',
    ])
  })

  it('stands still while it is paused, and goes on when it is resumed', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const id = await started(publisher, 'qa', 'v1')
    await conduct(publisher)
    expect((await act(publisher, id, 'pause')).json).toMatchObject({ state: 'paused' })
    await carryOn(publisher)
    expect(countOf(await revisionsOn(publisher, QA), '1')).toBe(1)
    expect((await act(publisher, id, 'resume')).json).toMatchObject({ state: 'running' })
    await carryOn(publisher)
    expect(countOf(await revisionsOn(publisher, QA), '1')).toBe(4)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
  })

  it.each([1, 2])('that is rolled back after wave %i leaves the bytes of before', async (waves) => {
    await followVersions(publisher)
    await announce(publisher, '1')
    await announce(publisher, '2')
    await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    const before = await publisher.tree()
    const id = await started(publisher, 'qa', 'v2')
    await conduct(publisher)
    if (waves === 2) {
      await publisher.publish()
      await conduct(publisher)
    }
    const answer = await act(publisher, id, 'rollback')
    const from = [{ version: { number: 1, name: 'v1' }, clusters: 4 }]
    expect(answer).toMatchObject({ status: 200, json: { state: 'rolled_back', from } })
    expect(answer.headers.has('berth-change')).toBe(true)
    await carryOn(publisher)
    expect(await publisher.tree()).toBe(before)
  })

  it('that is rolled back when it is in Git says from which version to which, and what that began and ended', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    await announce(publisher, '2')
    await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    const id = await started(publisher, 'qa', 'v2')
    await conduct(publisher)
    await publisher.publish()
    const change = (await act(publisher, id, 'rollback')).headers.get('berth-change')
    await publisher.publish()
    const subject = await publisher.git('log', '-1', '--format=%s', 'main')
    expect(subject.trim()).toBe('Roll back ieb/app1 v2 to v1 in qa (1 cluster)')
    expect((await publisher.call(`/history?change=${change}`)).json.total).toBe(2)
    const begun = await publisher.call(`/history?change=${change}&begun=true`)
    expect(begun.json).toMatchObject({ total: 1, items: [{ change: Number(change) }] })
  })

  it('comes with the rest, and not sooner, to a cluster that comes during its rollout', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    await announce(publisher, '2')
    await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    const id = await started(publisher, 'qa', 'v2')
    await conduct(publisher)
    await act(publisher, id, 'pause')
    await save(publisher, 'POST', '/clusters', cluster('q5', 'east', 'qa'))
    await carryOn(publisher)
    expect(await revisionsOn(publisher, ['q5'])).toEqual({ q5: '1' })
    expect(countOf(await revisionsOn(publisher, QA), '2')).toBe(1)
    await act(publisher, id, 'resume')
    await carryOn(publisher)
    expect(countOf(await revisionsOn(publisher, [...QA, 'q5']), '2')).toBe(5)
  })

  it('that was completed is rolled back by another rollout, of what there was before', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const before = await publisher.tree()
    const id = await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    const tried = await act(publisher, id, 'rollback', { query: '?dryRun=true' })
    expect(tried.json).toMatchObject({ version: null, revision: 'master', clusters: 4 })
    expect(tried.json.waves[0].from).toMatchObject([{ version: { name: 'v1' }, clusters: 4 }])
    const headers = { 'idempotency-key': 'once' }
    const answer = await act(publisher, id, 'rollback', { headers })
    expect(answer).toMatchObject({
      status: 201,
      json: { origin: 'rollback', rolls_back: id, version: null, waves: [{ name: 'rest' }] },
    })
    const again = await act(publisher, id, 'rollback', { headers })
    expect(again).toMatchObject({ status: 201, json: answer.json })
    await carryOn(publisher)
    expect(await publisher.tree()).toBe(before)
    expect((await rollOut(publisher, 'prod', 'v1')).json.code).toBe('not_eligible')
    const forward = await act(publisher, answer.json.id, 'rollback')
    expect(forward).toMatchObject({ status: 409, json: { code: 'rollout_over' } })
    const by = answer.json.id
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed', rolled_back_by: by })
    const twice = await act(publisher, id, 'rollback')
    const reason = `Rollout ${by} takes rollout ${id} back.`
    expect(twice).toMatchObject({ status: 409, json: { code: 'rollout_over', detail: reason } })
    const subject = await publisher.git('log', '-1', '--format=%s%n%b', 'main')
    expect(subject).toMatch(
      /^Roll back ieb\/app1 v1 to what was there before versions in qa \(4 clusters\)\n/,
    )
    expect(subject).toMatch(new RegExp(`^rollout ${by}, wave rest\nreason: For this test$`, 'm'))
    const trailers = '--format=%(trailers:key=Berth-Rollout,key=Berth-Version)'
    const said = await publisher.git('log', '--reverse', trailers, 'main')
    expect(said.split('\n').filter((line) => line !== '')).toEqual([
      ...[1, 2].flatMap((wave) => [`Berth-Rollout: ${id}/${wave}`, 'Berth-Version: v1']),
      `Berth-Rollout: ${by}/1`,
    ])
  })

  it('that was completed is rolled back to its directory of before, though the application has another by now', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_path: 'moved' })
    await announce(publisher, '2')
    const id = await started(publisher, 'qa', 'v2')
    await carryOn(publisher)
    expect(await sourcesOn(publisher, ['q1'])).toEqual({ q1: '2 moved' })
    await act(publisher, id, 'rollback')
    await carryOn(publisher)
    expect(await sourcesOn(publisher, ['q1'])).toEqual({ q1: '1 manifest/app1' })
  })

  it('is taken back when there is no room for another rollout, too', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const id = await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    await publisher.inScope(({ tx }) =>
      tx.execute(sql`insert into rollouts select (jsonb_populate_record(r, jsonb_build_object(
        'id', r.id + n, 'state', 'aborted'))).*
        from rollouts r, generate_series(1, 20000) n where r.id = ${id}`),
    )
    expect((await rollOut(publisher, 'qa', 'v1')).json.code).toBe('too_many_rollouts')
    expect((await act(publisher, id, 'rollback')).status).toBe(201)
  })

  it('of which a rollout is aborted stays where it came', async () => {
    await followVersions(publisher)
    await announce(publisher, '1')
    const id = await started(publisher, 'qa', 'v1')
    await conduct(publisher)
    expect((await act(publisher, id, 'abort')).json).toMatchObject({ state: 'aborted' })
    await carryOn(publisher)
    expect(countOf(await revisionsOn(publisher, QA), '1')).toBe(1)
    await started(publisher, 'qa', 'v1')
    await carryOn(publisher)
    expect(countOf(await revisionsOn(publisher, QA), '1')).toBe(4)
  })
})
