// What a step of a rollout reads of what clusters report, it reads while nobody waits for it: edits go on meanwhile.
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tenantsWithDueRollouts } from '#db/queries/due-rollouts.ts'
import { overheard } from '#db/testing/statements-sent.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import {
  act,
  announce,
  commitOf,
  followVersions,
  personIn,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { signInSettings } from '#lib/http/testing/signed-in.ts'
import { advanceRollout } from '#lib/usecases/rollouts/advance.ts'
import { lookAhead } from '#lib/usecases/rollouts/look-ahead.ts'
import { application, save } from './testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { carryOn, conduct } from './testing/rollouts.ts'
import { anHourPasses, look } from './testing/wave-reports.ts'

/** More than a step reads of by itself. */
const WIDE = 120
const CLUSTERS = WIDE + 20
/** Few enough to be looked at together with other waves. */
const SMALL = 20

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher(signInSettings)
  await saveEnvironments(publisher)
  await save(publisher, 'POST', '/applications', application('db'))
  const body = Array.from({ length: CLUSTERS }, (_, nth) =>
    documentOf('cluster', {
      name: `more-${nth}`,
      environment: 'qa',
      metadata: { region: 'east' },
    }),
  )
  const applied = await publisher.call('/apply', { body })
  expect(applied.status, applied.text).toBe(200)
  await saveWaves(WIDE)
  await followVersions(publisher)
  await announce(publisher, '1')
  await publisher.publish()
})
afterEach(() => publisher.close())

async function saveWaves(size: number): Promise<void> {
  const first = { name: 'first', size, after: { soak: '30m' } }
  await save(publisher, 'PATCH', '/environments/qa', { waves: [first, { name: 'rest' }] })
}

/** Its first wave is in Git, and its clusters said nothing yet. */
async function begin(size = WIDE): Promise<number> {
  const query = `?confirmChanges=${CLUSTERS + 4}`
  const started = await rollOut(publisher, 'qa', 'v1', { query })
  expect(started.status, started.text).toBe(201)
  const { id } = started.json
  await carryOn(publisher)
  expect((await rollout(publisher, id)).waves[0]).toMatchObject({
    state: 'published',
    clusters: size,
  })
  return id
}

/** All clusters report, and so many of each hundred say that all is well. */
async function reportAll(healthy: number): Promise<void> {
  await publisher.inScope(async ({ tx, tenant }) => {
    await tx.execute(sql`
      insert into cluster_reports (tenant, cluster, complete_at, seen_at, received_at,
        pulled_branch, pulled_commit, pulled_at, pulled_change, pulled_word_at, interval_s)
      select tenant, object, now(), now(), now(), 'main', repeat('a', 40), now(), 1000000, now(), 600
      from revisions where tenant = ${tenant} and kind = 'cluster' and ended is null
      on conflict do nothing`)
    await tx.execute(sql`
      insert into observations (tenant, application_id, cluster_id, state, state_since, revision,
        word_at, written_state, written_at)
      select p.tenant, application_id, cluster_id, s.state, now(), ${commitOf('1')}, now(), s.state,
        now()
      from placements p cross join lateral (select case when cluster_id % 100 < ${healthy}::int
        then 'healthy' else 'progressing' end as state) s
      where p.tenant = ${tenant}
      on conflict (tenant, cluster_id, application_id) do update set state = excluded.state`)
  })
  await look(publisher)
}

const OF_REPORTS = /\b(cluster_reports|observations|observed_turns)\b/

/** Which statements `run` sends that read what clusters report, before edits wait for it and while they do. */
async function heard(run: (services: TestPublisher['services']) => Promise<unknown>) {
  const loans: string[][] = []
  const { services } = publisher
  await run({ ...services, database: overheard(services.database, loans) })
  const steps = loans.map(whileLocked).filter((loan) => loan.length > 0)
  const free = loans.filter((loan) => whileLocked(loan).length === 0)
  return { steps: steps.length, free: countOfReports(free), locked: countOfReports(steps) }
}

/** What is sent from when the tenant is locked; nothing, if it isn’t. */
function whileLocked(loan: readonly string[]): readonly string[] {
  const locking = loan.findIndex((text) => text.includes('for no key update'))
  return locking === -1 ? [] : loan.slice(locking)
}

function countOfReports(loans: readonly (readonly string[])[]): number {
  return loans.flat().filter((text) => OF_REPORTS.test(text)).length
}

const carriedOn = () => heard((services) => conduct({ ...publisher, services }))

describe('a step of a rollout', () => {
  it.each([WIDE, SMALL])(
    'reads what the %i clusters of a wave report before edits wait for it',
    async (size) => {
      await saveWaves(size)
      const id = await begin(size)
      await reportAll(100)
      const counting = await carriedOn()
      expect(counting).toMatchObject({ steps: 1, locked: 0 })
      expect(counting.free).toBeGreaterThan(0)
      const [wave] = (await rollout(publisher, id)).waves
      expect(wave).toMatchObject({ health: { ok: size }, waiting_for: [{ code: 'soak' }] })
      await anHourPasses(publisher, id)
      const releasing = await carriedOn()
      expect(releasing).toMatchObject({ steps: 1, locked: 0 })
      expect((await rollout(publisher, id)).waves[1]).toMatchObject({ state: 'released' })
    },
  )

  it('reads what they report of what its application needs before edits wait for it', async () => {
    await save(publisher, 'PATCH', '/applications/ieb/app1', { depends_on: ['ieb/db'] })
    const query = `?confirmChanges=${CLUSTERS + 4}`
    await reportAll(50)
    const started = await rollOut(publisher, 'qa', 'v1', { query })
    expect(started.status, started.text).toBe(201)
    const releasing = await carriedOn()
    expect(releasing).toMatchObject({ steps: 1, locked: 0 })
    expect(releasing.free).toBeGreaterThan(0)
    const [wave] = (await rollout(publisher, started.json.id)).waves
    expect(wave.state).toBe('released')
    expect(wave.clusters).toBeGreaterThan(0)
    expect(wave.clusters).toBeLessThan(WIDE)
  })

  it.each([WIDE, SMALL])(
    'isn’t taken as long as a wave of %i only waits, so that no edit waits for it',
    async (size) => {
      await saveWaves(size)
      const id = await begin(size)
      await reportAll(50)
      await carriedOn()
      const before = await rollout(publisher, id)
      expect(before.waves[0]).toMatchObject({ waiting_for: [{ code: 'health' }] })
      await look(publisher)
      const waiting = await carriedOn()
      expect(waiting).toMatchObject({ steps: 0, locked: 0 })
      expect(waiting.free).toBeGreaterThan(0)
      expect(await rollout(publisher, id)).toEqual(before)
    },
  )

  it('isn’t taken as long as a wave isn’t in Git', async () => {
    const query = `?confirmChanges=${CLUSTERS + 4}`
    const started = await rollOut(publisher, 'qa', 'v1', { query })
    expect(started.status, started.text).toBe(201)
    await conduct(publisher)
    const before = await rollout(publisher, started.json.id)
    expect(before.waves[0]).toMatchObject({ waiting_for: [{ code: 'not_published' }] })
    await look(publisher)
    expect(await carriedOn()).toMatchObject({ steps: 0 })
    const { services } = publisher
    expect(await tenantsWithDueRollouts(services.database)).not.toContain(publisher.tenant.id)
    expect(await rollout(publisher, started.json.id)).toEqual(before)
  })

  it('is taken once somebody lets a large wave go on of which no cluster reports, long before its deadline', async () => {
    const wide = { name: 'wide', size: WIDE, after: { deadline: '2h' } }
    await save(publisher, 'PATCH', '/environments/qa', { waves: [wide, { name: 'rest' }] })
    const id = await begin()
    const { digest } = (await rollout(publisher, id)).waves[0]
    const starter = await personIn(publisher, 'bob')
    const approved = await act(publisher, id, 'approvals', {
      ...starter,
      body: { wave: 1, decision: 'approve', reason: 'Looked at them by hand.' },
      headers: { ...starter.headers, 'berth-impact': digest },
    })
    expect(approved.status, approved.text).toBe(200)
    await carriedOn()
    expect((await rollout(publisher, id)).waves[0]).toMatchObject({ state: 'passed' })
  })

  it.each([
    { when: 'a cluster left meanwhile', leaves: true, secondsAgo: 0 },
    { when: 'that was long ago', leaves: false, secondsAgo: 10 },
  ])('reads it anew if $when', async ({ leaves, secondsAgo }) => {
    const id = await begin()
    await reportAll(100)
    const { seq } = await rollout(publisher, id)
    const { services, tenant } = publisher
    const { isPutOff, seen } = (await lookAhead(services, tenant, [{ id, seq }])).get(id)!
    expect(isPutOff).toBe(false)
    const stepped = (of: typeof seen) =>
      heard((services) => advanceRollout(services, tenant, { id, seq, seen: of }))
    if (leaves) {
      const placed = (await publisher.call(`/rollouts/${id}/clusters`)).json.items[0].cluster
      await save(publisher, 'DELETE', `/clusters/${placed}`, undefined)
    }
    const at = new Date(seen!.at.getTime() - secondsAgo * 1_000)
    const step = await stepped({ ...seen!, at })
    expect(step.steps).toBe(1)
    expect(step.locked).toBeGreaterThan(0)
    const [wave] = (await rollout(publisher, id)).waves
    expect(wave.health).toMatchObject({ ok: leaves ? WIDE - 1 : WIDE, silent: 0 })
  })
})
