// Waves that go on by what their clusters report: as clusters say it through the API, as Berth carries the rollout on, and as
// Git has it then.
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertCheck } from '#db/queries/rollout-checks.ts'
import { readDueRollouts } from '#db/queries/due-rollouts.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import {
  act,
  announce,
  followVersions,
  personIn,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import type { Call } from '#lib/http/testing/api.ts'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import { readInboxUseCase } from '#lib/usecases/overview/inbox.ts'
import { BERTH, ownSession } from '#lib/usecases/session.ts'
import { save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, revisionsOn } from './testing/rollouts.ts'
import { anHourPasses, fallSilent, look, report, twoMinutesPass } from './testing/wave-reports.ts'
import { watchAlerts } from './watch-alerts.ts'
import { noteFailingRollouts } from './watch-completed.ts'
import { wakeReported } from './watch-rollouts.ts'

const QA = ['q1', 'q2', 'q3', 'q4']

let publisher: TestPublisher
let treeBefore: string
beforeEach(async () => {
  publisher = await createTestPublisher(signInSettings)
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  await announce(publisher, '2')
  await publisher.publish()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
})

/** Version 1 everywhere, and then version 2 on the first half of the clusters, in Git. */
async function begin(after: object): Promise<number> {
  const waves = [{ name: 'half', size: '50%', after }, { name: 'rest' }]
  const plain = { waves: [{ name: 'rest' }] }
  await save(publisher, 'PATCH', '/environments/qa', plain)
  const first = await rollOut(publisher, 'qa', 'v1')
  expect(first.status, first.text).toBe(201)
  await carryOn(publisher)
  treeBefore = await publisher.tree()
  await save(publisher, 'PATCH', '/environments/qa', { waves })
  const answer = await rollOut(publisher, 'qa', 'v2')
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  const { id } = answer.json
  expect((await rollout(publisher, id)).waves[0]).toMatchObject({ state: 'published', clusters: 2 })
  return id
}

/** The clusters that have version 2 in Git, and the others. */
async function halves() {
  const revisions = await revisionsOn(publisher, QA)
  return {
    released: QA.filter((name) => revisions[name] === '2'),
    others: QA.filter((name) => revisions[name] !== '2'),
  }
}

async function conductOn() {
  await look(publisher)
  await carryOn(publisher)
}

const first = async (id: number) => (await rollout(publisher, id)).waves[0]
const codes = async (id: number): Promise<string[]> =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items.map(
    ({ code }: { code: string }) => code,
  )
const eventOf = async (id: number, code: string) =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items.find(
    (event: { code: string }) => event.code === code,
  )

describe('a wave', () => {
  it('goes on once its clusters said that its version is healthy, and soaked since', async () => {
    const id = await begin({ soak: '30m' })
    const { released, others } = await halves()
    await report(publisher, others, { version: '1' })
    await report(publisher, released, { version: '1' })
    await conductOn()
    expect(await first(id)).toMatchObject({
      health: { ok: 0, progressing: 2, failing: 0, silent: 0 },
      quorum_at: null,
      waiting_for: [{ code: 'health', text: '0 of 2 clusters are healthy; 2 must be.' }],
    })
    await report(publisher, released.slice(0, 1), { version: '2' })
    await conductOn()
    expect(await first(id)).toMatchObject({ health: { ok: 1, progressing: 1 } })
    await report(publisher, released, { version: '2' })
    await conductOn()
    const soaking = await first(id)
    expect(soaking).toMatchObject({ health: { ok: 2 }, waiting_for: [{ code: 'soak' }] })
    expect(Date.parse(soaking.quorum_at)).toBeGreaterThan(Date.parse(soaking.published_at))
    const until = Date.parse(soaking.waiting_for[0].until)
    expect(until - Date.parse(soaking.quorum_at)).toBe(30 * 60_000)
    await anHourPasses(publisher, id)
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    expect(Object.values(await revisionsOn(publisher, QA))).toEqual(['2', '2', '2', '2'])
    expect(await codes(id)).toEqual([
      'started',
      'wave_released',
      'wave_published',
      'quorum_reached',
      'wave_passed',
      'wave_released',
      'wave_passed',
      'completed',
    ])
    expect(await eventOf(id, 'quorum_reached')).toMatchObject({
      wave: 1,
      facts: { health: { ok: 2, progressing: 0, failing: 0, silent: 0 } },
    })
  })

  it('keeps that a cluster was healthy between two looks', async () => {
    const id = await begin({})
    await anHourPasses(publisher, id)
    const { released } = await halves()
    await report(publisher, released, { version: '2', ago: 10 })
    await report(publisher, released, { version: '2', health: 'Progressing' })
    await conductOn()
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
  })

  it('is neither stopped nor let on by what is said of the version before', async () => {
    const id = await begin({})
    await anHourPasses(publisher, id)
    const { released } = await halves()
    const failed = { version: '1', health: 'Degraded', phase: 'Failed' }
    for (const ago of [30, 0]) await report(publisher, released, { ...failed, ago })
    await conductOn()
    expect(await rollout(publisher, id)).toMatchObject({ state: 'running' })
    expect(await first(id)).toMatchObject({ health: { ok: 0, progressing: 2, failing: 0 } })
  })

  it('is not stopped by a sync that failed before it came', async () => {
    const id = await begin({})
    const { released } = await halves()
    const startedAt = new Date(Date.now() - 3_600_000).toISOString()
    const failed = { version: '2', health: 'Progressing', phase: 'Failed' }
    await report(publisher, released.slice(1), { ...failed, startedAt })
    await report(publisher, released.slice(0, 1), { ...failed, startedAt: '0001-01-01T00:00:00Z' })
    await conductOn()
    expect(await first(id)).toMatchObject({ health: { progressing: 2, failing: 0 } })
    await report(publisher, released, { ...failed, startedAt: new Date().toISOString() })
    await conductOn()
    expect(await rollout(publisher, id)).toMatchObject({ state: 'paused', cause: 'failing' })
  })

  it('goes on with as many silent clusters as it allows, and not with more', async () => {
    const id = await begin({ silent: '50%' })
    const { released } = await halves()
    await report(publisher, released, { version: '2' })
    await fallSilent(publisher)
    await conductOn()
    expect(await first(id)).toMatchObject({
      health: { ok: 0, silent: 2 },
      waiting_for: [{ code: 'silent' }, { code: 'health' }],
    })
    await report(publisher, released.slice(1), { version: '2' })
    await conductOn()
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    expect(await first(id)).toMatchObject({ health: { ok: 1, silent: 1 } })
  })
})

describe('a wave that fails', () => {
  it('pauses its rollout, which goes on once it is well and resumed', async () => {
    const id = await begin({})
    await anHourPasses(publisher, id)
    const { released } = await halves()
    const unwell = { version: '2', health: 'Degraded' }
    await report(publisher, released, { ...unwell, ago: 4 })
    await conductOn()
    expect(await rollout(publisher, id)).toMatchObject({ state: 'running' })
    await twoMinutesPass(publisher)
    await report(publisher, released, unwell)
    await conductOn()
    expect(await rollout(publisher, id)).toMatchObject({ state: 'paused', cause: 'failing' })
    expect(await eventOf(id, 'paused')).toMatchObject({
      actor: { kind: 'system' },
      facts: { health: { failing: 2 } },
    })
    expect(await halves()).toEqual({ released, others: QA.filter((q) => !released.includes(q)) })
    await act(publisher, id, 'resume')
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'paused', cause: 'failing' })
    await report(publisher, released, { version: '2' })
    await act(publisher, id, 'resume')
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    const audited = (await publisher.call('/audit?action=rollouts.pause')).json.items
    expect(audited).toHaveLength(2)
  })

  it('is taken back by Berth where its environment says so, to the bytes of before', async () => {
    const id = await begin({ on_failure: 'rollback' })
    await report(publisher, (await halves()).released, { version: '2', phase: 'Error' })
    await conductOn()
    const done = await rollout(publisher, id)
    expect(done).toMatchObject({ state: 'rolled_back', waves: [{ state: 'failed' }, {}] })
    expect(await publisher.tree()).toBe(treeBefore)
    expect(await codes(id)).toEqual([
      'started',
      'wave_released',
      'wave_published',
      'wave_failed',
      'rolled_back',
    ])
    const { facts } = await eventOf(id, 'wave_failed')
    expect(facts).toMatchObject({ cause: 'failing', health: { failing: 2 }, keeps: 0 })
    const change = (await publisher.call(`/changes/${facts.change}`)).json
    expect(change).toMatchObject({
      action: 'rollouts.rollback',
      actor: { kind: 'system' },
      reason: `Rollout ${id} is taken back: wave half failed (too many clusters are failing)`,
    })
    const audited = (await publisher.call('/audit?action=rollouts.rollback')).json.items
    expect(audited).toMatchObject([{ actor: { kind: 'system' }, change: facts.change }])
  })

  it('pauses when its deadline is over', async () => {
    const id = await begin({ deadline: '30m' })
    await report(publisher, (await halves()).released, { version: '1' })
    await anHourPasses(publisher, id)
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'paused', cause: 'deadline' })
  })

  it('pauses when a check fails, and goes on when it passes', async () => {
    const id = await begin({ checks: ['e2e'], unobserved: 'time' })
    const post = async (seq: number, state: 'failed' | 'passed') => {
      const check = { seq, wave: 1, name: 'e2e', at: new Date(), state, url: null, detail: '' }
      await publisher.inScope((scope) => insertCheck(scope, id, { ...check, actor: BERTH }))
      await conductOn()
    }
    await conductOn()
    expect((await first(id)).waiting_for).toMatchObject([{ code: 'check' }])
    await post(1, 'failed')
    expect(await rollout(publisher, id)).toMatchObject({ state: 'paused', cause: 'check' })
    await post(2, 'passed')
    await act(publisher, id, 'resume')
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
  })
})

describe('a wave of which no cluster ever reported', () => {
  it('goes on when somebody who may start a rollout there says so', async () => {
    const starter = await personIn(publisher, 'bob')
    const id = await begin({})
    await conductOn()
    const { digest, waiting_for: waiting, health } = await first(id)
    expect(health).toEqual({ ok: 0, progressing: 0, failing: 0, silent: 2 })
    expect(waiting).toMatchObject([
      { code: 'health', text: 'None of 2 clusters reports: approve to go on.' },
    ])
    const body = { wave: 1, decision: 'approve', reason: 'Looked at them by hand.' }
    const approve = (as: Call, seen: string) =>
      act(publisher, id, 'approvals', {
        ...as,
        body,
        headers: { ...as.headers, 'berth-impact': seen },
      })
    expect((await approve(starter, 'other')).json.code).toBe('plan_changed')
    const reader = { token: await publisher.token('reader') }
    expect((await approve(reader, digest)).status).toBe(403)
    expect((await approve(starter, digest)).status).toBe(200)
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    expect(await first(id)).toMatchObject({ state: 'passed', health: { ok: 0, silent: 2 } })
  })

  it('goes on by time alone where its environment says so', async () => {
    const id = await begin({ soak: '30m', unobserved: 'time' })
    await anHourPasses(publisher, id)
    await carryOn(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
    expect(await first(id)).toMatchObject({ quorum_at: null, health: { ok: 0, silent: 2 } })
  })
})

it('a completed rollout is watched for a day, and nothing moves when its clusters fail then', async () => {
  const id = await begin({})
  const { released } = await halves()
  await report(publisher, released, { version: '2' })
  await conductOn()
  const done = await rollout(publisher, id)
  expect(done).toMatchObject({ state: 'completed', watched: { failing: [] } })
  expect(Date.parse(done.watched.until) - Date.parse(done.ended_at)).toBe(24 * 3_600_000)
  const tree = await publisher.tree()
  await report(publisher, released.slice(1), { version: '2', phase: 'Failed', health: 'Degraded' })
  await conductOn()
  expect(await rollout(publisher, id)).toMatchObject({
    state: 'completed',
    watched: { failing: [{ wave: 1, text: '1 cluster of 2 is failing; 0 may be.' }] },
    waves: [{ state: 'passed', health: { ok: 1, failing: 1 } }, { health: null }],
  })
  expect(await publisher.tree()).toBe(tree)
})

/** All alerts, after a look. */
const alerts = async () => {
  await watchAlerts(publisher.world, publisher.tenant, new Date())
  return (await publisher.call('/alerts')).json.items
}

/** What clusters say whose version 2 fails. */
const fail = (clusters: readonly string[]) =>
  report(publisher, clusters, { version: '2', phase: 'Failed', health: 'Degraded' })

/** Half of qa has version 2 and is well. */
async function complete() {
  const id = await begin({})
  const { released } = await halves()
  await report(publisher, released, { version: '2' })
  await conductOn()
  const rule = { name: 'after-rollouts', state: ['rollout_failing'], for: '0m' }
  await save(publisher, 'POST', '/alert-rules', rule)
  expect(await alerts()).toEqual([])
  return { id, released }
}

describe('an alert of completed rollouts', () => {
  it('fires when more clusters are failing than a wave allows, and is over when they aren’t', async () => {
    const { id, released } = await complete()
    await fail(released.slice(1))
    expect(await alerts()).toMatchObject([
      {
        rule: 'after-rollouts',
        state: 'firing',
        counts: { rollout_failing: 1 },
        sample: [`rollout ${id} of ieb/app1 to qa: 1 cluster of 2 is failing; 0 may be.`],
      },
    ])
    expect((await rollout(publisher, id)).state).toBe('completed')
    await fallSilent(publisher)
    expect(await alerts()).toMatchObject([{ state: 'firing' }])
    await report(publisher, released, { version: '2' })
    expect(await alerts()).toMatchObject([{ state: 'resolved', resolution: 'condition' }])
  })

  it('is over a day after the rollout was completed, and fires for none of before', async () => {
    const { released } = await complete()
    await fail(released)
    expect(await alerts()).toMatchObject([{ state: 'firing' }])
    await publisher.inScope(({ tx, tenant }) =>
      tx.execute(sql`update rollouts set ended_at = ended_at - interval '1 day'
        where tenant = ${tenant}`),
    )
    expect(await alerts()).toMatchObject([{ state: 'resolved' }])
    expect(await alerts()).toHaveLength(1)
  })
})

describe('the line of a completed rollout in inboxes', () => {
  const admin = actorOf({ id: 'ada', role: 'admin' })
  /** Of the rollouts that wait for an admin, after a look. */
  const waiting = async () => {
    await noteFailingRollouts(publisher.world, publisher.tenant, new Date())
    const session = ownSession(publisher.tenant, admin)
    const inbox = await readInboxUseCase.invoke(publisher.services, session, null)
    expect(inbox.troubledRolloutsTotal).toBe(inbox.troubledRollouts.length)
    return inbox.troubledRollouts
  }

  it('is there while more clusters are failing than a wave allows, also when they fall silent', async () => {
    const { id, released } = await complete()
    expect(await waiting()).toEqual([])
    await fail(released.slice(1))
    const [line, ...others] = await waiting()
    expect(others).toEqual([])
    expect(line).toMatchObject({ rollout: id, cause: null, environment: 'qa', versionName: 'v2' })
    await fallSilent(publisher)
    expect(await waiting()).toEqual([line])
    await report(publisher, released, { version: '2' })
    expect(await waiting()).toEqual([])
  })

  it('ends with the day after which nobody watches it, and once it is taken back', async () => {
    const { id, released } = await complete()
    await fail(released)
    expect(await waiting()).toMatchObject([{ rollout: id }])
    expect((await act(publisher, id, 'rollback')).status).toBe(201)
    expect(await waiting()).toEqual([])
    await carryOn(publisher)
    const back = (await publisher.call('/rollouts?state=running')).json.items
    for (const { id: running } of back) await act(publisher, running, 'abort')
    await publisher.inScope(({ tx, tenant }) =>
      tx.execute(sql`update rollouts set ended_at = ended_at - interval '1 day'
        where tenant = ${tenant}`),
    )
    expect(await waiting()).toEqual([])
  })
})

it('a report has the rollouts looked at whose waves it changes, and no others', async () => {
  const id = await begin({})
  const { released, others } = await halves()
  await report(publisher, others, { version: '1' })
  await conductOn()
  const isDue = async () => {
    await wakeReported(publisher.world, publisher.tenant, new Date())
    return (await publisher.inScope((scope) => readDueRollouts(scope, 10, []))).length > 0
  }
  expect(await isDue()).toBe(false)
  await report(publisher, others, { version: '1', health: 'Degraded' })
  expect(await isDue()).toBe(false)
  await report(publisher, released, { version: '2' })
  expect(await isDue()).toBe(true)
  await carryOn(publisher)
  expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
})
