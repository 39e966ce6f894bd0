// A failover to a database whose clock is minutes behind, again and again, while a rollout is on its way: no wave comes twice or is
// lost, none soaks for less than it has to, and none waits for longer than by how far the clock went back.
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import {
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { Conductor } from './conductor.ts'
import { clockGoesBack, timePasses } from './testing/database-clock.ts'
import { save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { conduct } from './testing/rollouts.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 5)
const MINUTE_MS = 60_000
const BACK_MINUTES = 5
/** One that is over sooner than the clock is where it was, and one that isn't. */
const SOAK_MINUTES = [3, 12] as const
/** The test itself takes time. */
const SLACK_MINUTES = 1

let publisher: TestPublisher
/** In minutes: how long all of it took for people, and by how much of that the clock is behind. */
let elapsed: number
let behind: number
let id: number

async function begin() {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await followVersions(publisher)
  const soaking = SOAK_MINUTES.map((minutes, index) => ({
    name: `wave-${index + 1}`,
    size: 1,
    after: { soak: `${minutes}m`, unobserved: 'time' },
  }))
  const waves = [...soaking, { name: 'rest' }]
  await save(publisher, 'PATCH', '/environments/qa', { waves })
  await announce(publisher, '1')
  await publisher.publish()
  const started = await rollOut(publisher, 'qa', 'v1')
  expect(started.status, started.text).toBe(201)
  id = started.json.id
  elapsed = 0
  behind = 0
}

async function end() {
  await publisher.publish()
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  await publisher.close()
}

const events = async (): Promise<{ code: string; at: string; wave: number | null }[]> =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items

const wavesReleased = async () =>
  (await publisher.call('/changes?limit=1000')).json.items.filter(
    ({ action }: { action: string }) => action === 'rollouts.wave',
  ).length

async function pass(minutes: number) {
  await timePasses(publisher, minutes * MINUTE_MS)
  elapsed += minutes
}

async function failOver() {
  await clockGoesBack(publisher, BACK_MINUTES * MINUTE_MS)
  behind += BACK_MINUTES
}

/** Two processes look at what is due by itself: nobody has them look. */
async function conductByTwo() {
  const world = { ...publisher.world, services: publisher.services }
  for (let round = 0; round < 3; round++) {
    const conductors = [new Conductor(world), new Conductor(world)]
    await Promise.all(conductors.map((conductor) => conductor.look()))
    await Promise.all(conductors.map((conductor) => conductor.ended()))
  }
}

const WHOLE_WAY = [
  'started',
  ...SOAK_MINUTES.flatMap(() => ['wave_released', 'wave_passed']),
  'wave_released',
  'wave_passed',
  'completed',
]

describe('when the clock of the database goes back by five minutes', () => {
  beforeEach(begin)
  afterEach(end)

  it('a wave that was released before and published after soaks for all of its time', async () => {
    await conduct(publisher)
    await failOver()
    await publisher.publish()
    await conduct(publisher)
    const { waves, earliest } = await rollout(publisher, id)
    expect(waves[0]).toMatchObject({ state: 'published', waiting_for: [{ code: 'soak' }] })
    expect(Date.parse(earliest) - Date.now()).toBeGreaterThan(SOAK_MINUTES[0] * MINUTE_MS)
    await pass(SOAK_MINUTES[0] - 1)
    await conduct(publisher)
    expect((await rollout(publisher, id)).waves[0]).toMatchObject({ state: 'published' })
    await pass(BACK_MINUTES + 1)
    await conduct(publisher)
    expect((await rollout(publisher, id)).waves[0]).toMatchObject({ state: 'passed' })
  })

  it('what was due at once is due in five minutes, without anybody who asks for it, or as soon as somebody does something', async () => {
    await failOver()
    await conduct(publisher)
    expect(await wavesReleased()).toBe(0)
    await pass(BACK_MINUTES)
    await conduct(publisher)
    expect(await wavesReleased()).toBe(1)
    await publisher.publish()
    await failOver()
    const gates = { wave: 1, gates: ['soak'], reason: 'The store is down.' }
    await save(publisher, 'POST', `/rollouts/${id}/override`, gates)
    await conduct(publisher)
    expect(await wavesReleased()).toBe(2)
  })
})

type Step = 'a minute' | 'four minutes' | 'back' | 'publish' | 'conduct'

async function take(step: Step): Promise<void> {
  if (step === 'a minute') return pass(1)
  if (step === 'four minutes') return pass(4)
  if (step === 'back') return failOver()
  if (step === 'conduct') return conductByTwo()
  await publisher.publish()
}

/** When waves came to Git and passed, in the minutes of people. */
type Times = { readonly published: Map<number, number>; readonly passed: Map<number, number> }

async function note({ published, passed }: Times) {
  for (const [index, wave] of (await rollout(publisher, id)).waves.entries()) {
    const change = wave.change && (await publisher.call(`/changes/${wave.change}`)).json
    if (change?.state === 'published' && !published.has(index)) published.set(index, elapsed)
    if (wave.state === 'passed' && !passed.has(index)) passed.set(index, elapsed)
  }
}

const steps = array(
  constantFrom<Step>('a minute', 'four minutes', 'back', 'publish', 'conduct', 'conduct'),
  { minLength: 8, maxLength: 20 },
)

it('however often the clock goes back, each wave comes once, soaks for its time, and goes on', async () => {
  await assert(
    asyncProperty(steps, async (drawn) => {
      await begin()
      const times: Times = { published: new Map(), passed: new Map() }
      for (const step of drawn) {
        await take(step)
        await note(times)
      }
      const latest = elapsed + behind + SOAK_MINUTES.reduce((sum, each) => sum + each + behind, 0)
      for (let minutes = latest + 60 - elapsed; minutes > 0; minutes--) {
        if ((await rollout(publisher, id)).state !== 'running') break
        for (const step of ['publish', 'conduct', 'a minute'] as const) await take(step)
        await note(times)
      }
      // Where nobody looks while it soaks, it is passed when it is first seen in Git.
      const codes = (await events()).map(({ code }) => code)
      expect(codes.filter((code) => code !== 'wave_published')).toEqual(WHOLE_WAY)
      expect(await wavesReleased()).toBe(SOAK_MINUTES.length + 1)
      const at = (await events()).map((event) => Date.parse(event.at))
      expect(at).toEqual(at.toSorted((a, b) => a - b))
      for (const [index, soak] of SOAK_MINUTES.entries()) {
        const soaked = times.passed.get(index)! - times.published.get(index)!
        expect(soaked).toBeGreaterThanOrEqual(soak - SLACK_MINUTES / 2)
      }
      expect(elapsed).toBeLessThanOrEqual(latest + 4 * SLACK_MINUTES * SOAK_MINUTES.length)
      await end()
    }),
    { numRuns },
  )
})
