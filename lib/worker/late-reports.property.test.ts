// What clusters say comes late, doubled and in any order, around a wave of a version that was there once before and was taken back.
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  record,
  tuple,
  uniqueArray,
} from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import {
  act,
  announce,
  commitOf,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { timePasses } from './testing/database-clock.ts'
import { save } from './testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'
import { look } from './testing/wave-reports.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 6)
const QA = ['q1', 'q2', 'q3', 'q4']
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

const SAID = {
  'old, healthy': { version: '1', health: 'Healthy', phase: 'Succeeded' },
  'old, failed': { version: '1', health: 'Degraded', phase: 'Failed' },
  progressing: { version: '2', health: 'Progressing', phase: 'Succeeded' },
  healthy: { version: '2', health: 'Healthy', phase: 'Succeeded' },
  failed: { version: '2', health: 'Degraded', phase: 'Failed' },
} as const
type Said = keyof typeof SAID

/** One look at the application; `isWhole` with all of its cluster, so that it shows what that has pulled. */
type Look = {
  /** Of the two that have the wave. */
  readonly cluster: number
  /** Quarters of a minute after the wave was in Git; negative: before. */
  readonly quarter: number
  readonly says: Said
  readonly isWhole: boolean
}

let publisher: TestPublisher
let id: number
/** Those that have the wave. */
let members: readonly string[]
let publishedAt: number
/** What is in Git before the wave and with it. */
let tips: { readonly before: string; readonly after: string }

const first = async () => (await rollout(publisher, id)).waves[0]

/** Version 1 everywhere; version 2 on half of it, taken back, and again, since `minutes`. */
async function begin(minutes: number) {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  await announce(publisher, '2')
  await save(publisher, 'PATCH', '/environments/qa', { waves: [{ name: 'rest' }] })
  await start('v1')
  const waves = [{ name: 'half', size: '50%', after: { silent: '0%' } }, { name: 'rest' }]
  await save(publisher, 'PATCH', '/environments/qa', { waves })
  const taken = await act(publisher, await start('v2'), 'rollback')
  expect(taken.status, taken.text).toBe(200)
  await carryOn(publisher)
  const before = await publisher.git('rev-parse', 'main')
  id = await start('v2')
  tips = { before, after: await publisher.git('rev-parse', 'main') }
  const revisions = await revisionsOn(publisher, QA)
  members = QA.filter((name) => revisions[name] === '2')
  expect(members).toHaveLength(2)
  await timePasses(publisher, minutes * MINUTE_MS)
  publishedAt = Date.parse((await first()).published_at)
}

async function start(version: string): Promise<number> {
  const answer = await rollOut(publisher, 'qa', version)
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  return answer.json.id
}

async function end() {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
}

async function send(cluster: string, says: Said, at: number, isWhole: boolean): Promise<void> {
  const { version, health, phase } = SAID[says]
  const instant = new Date(at).toISOString()
  const item = {
    ...reportedItem({ health, revision: commitOf(version) }),
    targetRevision: commitOf(version),
    phase,
    startedAt: instant,
    finishedAt: instant,
    history: [],
  }
  const root = reportedItem({
    name: 'berth',
    revision: at < publishedAt ? tips.before : tips.after,
  })
  const token = await publisher.token('contributor', { cluster })
  const body = reportOf(isWhole ? [root, item] : [item], { at: instant, complete: isWhole })
  const answer = await publisher.call(`/clusters/${cluster}/report`, { method: 'PUT', token, body })
  expect(answer.status, answer.text).toBe(200)
}

const deliver = ({ cluster, quarter, says, isWhole }: Look) =>
  send(members[cluster]!, says, publishedAt + (quarter * MINUTE_MS) / 4, isWhole)

async function conductOn() {
  await look(publisher)
  await conduct(publisher)
}

describe('of a version that was there before', () => {
  beforeEach(() => begin(1))
  afterEach(end)

  it.each([true, false])(
    'a report from before the wave was in Git, which comes afterwards, doesn’t let the wave on (of all of a cluster: %s)',
    async (isWhole) => {
      for (const cluster of [0, 1])
        await deliver({ cluster, quarter: -2, says: 'healthy', isWhole })
      await conductOn()
      expect(await first()).toMatchObject({ state: 'published', health: { ok: 0 } })
      for (const cluster of [0, 1]) await deliver({ cluster, quarter: 2, says: 'healthy', isWhole })
      await conductOn()
      expect(await first()).toMatchObject({ state: 'passed', health: { ok: 2 } })
    },
  )

  it('what was said before the wave was in Git isn’t said again by words about something else', async () => {
    for (const cluster of [0, 1])
      await deliver({ cluster, quarter: -2, says: 'healthy', isWhole: false })
    for (const name of members) {
      const token = await publisher.token('contributor', { cluster: name })
      const body = reportOf([reportedItem({ name: 'another' })], { complete: false })
      const answer = await publisher.call(`/clusters/${name}/report`, {
        method: 'PUT',
        token,
        body,
      })
      expect(answer.status, answer.text).toBe(200)
    }
    await conductOn()
    expect(await first()).toMatchObject({ state: 'published', health: { ok: 0, progressing: 2 } })
  })
})

const looks = uniqueArray(
  record<Look>({
    cluster: integer({ min: 0, max: 1 }),
    quarter: integer({ min: -4, max: 3 }),
    says: constantFrom(
      'old, healthy',
      'old, failed',
      'progressing',
      'healthy',
      'healthy',
      'healthy',
      'failed',
    ),
    isWhole: boolean(),
  }),
  { minLength: 4, maxLength: 9, selector: ({ cluster, quarter }) => `${cluster} ${quarter}` },
)

/** In any order, and some of them twice. */
const deliveries = looks.chain((all) =>
  array(integer({ min: 0, max: all.length - 1 }), { maxLength: 4 }).chain((again) => {
    const sent = [...all, ...again.map((index) => all[index]!)]
    return array(integer(), { minLength: sent.length, maxLength: sent.length }).map((keys) => ({
      inOrder: all.toSorted((a, b) => a.quarter - b.quarter),
      shuffled: sent
        .map((each, index) => ({ each, key: keys[index]! }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ each }) => each),
    }))
  }),
)
const lateness = constantFrom(1, DAY_MINUTES)
const lastWords = tuple(
  constantFrom<Said>('healthy', 'healthy', 'progressing', 'failed', 'old, healthy', 'old, failed'),
  constantFrom<Said>('healthy', 'healthy', 'progressing', 'failed', 'old, healthy', 'old, failed'),
)

it('late, doubled and shuffled reports neither pass nor fail a wave that none of them, said since, passes or fails', async () => {
  await assert(
    asyncProperty(deliveries, lateness, async ({ shuffled }, minutes) => {
      await begin(minutes)
      const since: Look[] = []
      for (const each of shuffled) {
        await deliver(each)
        if (each.quarter >= 0) since.push(each)
        await conductOn()
        const saidBy = (says: Said) =>
          new Set(since.filter((word) => word.says === says).map(({ cluster }) => cluster)).size
        const { state, waves } = await rollout(publisher, id)
        if (waves[0].state === 'passed') expect(saidBy('healthy')).toBe(2)
        if (state === 'paused') expect(saidBy('failed')).toBeGreaterThan(0)
        if (state !== 'running') break
      }
      await publisher.publish()
      await end()
    }),
    { numRuns },
  )
})

/** What becomes of the rollout when all that is said came so, and then what each cluster says at last. */
async function outcomeOf(
  words: readonly Look[],
  last: readonly Said[],
  minutes: number,
): Promise<{ readonly state: string; readonly cause: string | null; readonly health: object }> {
  await begin(minutes)
  for (const each of words) await deliver(each)
  for (const [index, says] of last.entries()) await send(members[index]!, says, Date.now(), true)
  await conductOn()
  await carryOn(publisher)
  const { state, cause, waves } = await rollout(publisher, id)
  await end()
  return { state, cause, health: waves[0].health }
}

it('late, doubled and shuffled reports come to what the same come to in order', async () => {
  await assert(
    asyncProperty(deliveries, lastWords, lateness, async ({ inOrder, shuffled }, last, minutes) => {
      const expected = await outcomeOf(inOrder, last, minutes)
      const outcome = await outcomeOf(shuffled, last, minutes)
      // That it was healthy once isn't known where a later word came first: then the wave waits until it is so again.
      if (last.includes('progressing')) return
      expect(outcome).toEqual(expected)
    }),
    { numRuns },
  )
})
