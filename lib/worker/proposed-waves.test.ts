// Rollouts in branches that people merge: a wave waits for its pull request, and where that is closed, its rollout is paused.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { tenantsWithDueRollouts } from '#db/queries/due-rollouts.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { propose } from '#lib/http/testing/pull-requests.ts'
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
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { carryOn, conduct } from './testing/rollouts.ts'

const FILE = path.join(import.meta.dirname, 'testing', 'conductor-process.ts')
const URL_OF_17 = 'https://git.example.com/fleet/pulls/17'

let publisher: TestPublisher
let id: number
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  await publisher.publish()
  id = (await rollOut(publisher, 'qa', 'v1')).json.id
  await conduct(publisher)
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

type Event = { readonly code: string; readonly facts: Record<string, unknown> }
const events = async (): Promise<Event[]> =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items
const codes = async () => (await events()).map(({ code }) => code)
const isDue = async () =>
  (await tenantsWithDueRollouts(publisher.services.database)).has(publisher.tenant.id)

describe('a wave in a pull request', () => {
  it('waits for as long as nobody merges it, and soaks from then', async () => {
    await act(publisher, id, 'abort')
    const soaking = { name: 'canary', size: 1, after: { soak: '30m', unobserved: 'time' } }
    await save(publisher, 'PATCH', '/environments/qa', { waves: [soaking, { name: 'rest' }] })
    await announce(publisher, '2')
    await publisher.publish()
    id = (await rollOut(publisher, 'qa', 'v2')).json.id
    await conduct(publisher)
    await propose(publisher, 'main')
    await conduct(publisher)
    expect((await rollout(publisher, id)).waves[0]).toMatchObject({
      state: 'released',
      published_at: null,
      waiting_for: [
        {
          code: 'not_published',
          until: null,
          text: 'Waits for pull request 17 into main to be merged.',
          pull_request: { number: 17, url: URL_OF_17 },
        },
      ],
    })
    expect(await isDue()).toBe(false)
    const before = Date.now()
    await publisher.publish()
    await conduct(publisher)
    const { earliest, waves } = await rollout(publisher, id)
    expect(waves[0]).toMatchObject({ state: 'published', waiting_for: [{ code: 'soak' }] })
    expect(Date.parse(waves[0].published_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(earliest) - Date.parse(waves[0].published_at)).toBe(30 * 60_000)
  })

  it('that is closed pauses its rollout once, with who closed it, and resumes once it is open', async () => {
    await propose(publisher, 'main')
    await propose(publisher, 'main', { state: 'closed', closedBy: 'ann' })
    expect(await isDue()).toBe(true)
    await conduct(publisher)
    const closed = { branch: 'main', number: 17, url: URL_OF_17, closed_by: 'ann' }
    expect(await rollout(publisher, id)).toMatchObject({
      state: 'paused',
      cause: 'pull_request_closed',
      waves: [
        {
          waiting_for: [
            {
              text: 'Waits for pull request 17 into main, which was closed by ann, to be open again and merged.',
              pull_request: { number: 17 },
            },
          ],
        },
        { state: 'pending' },
      ],
    })
    expect((await events()).at(-1)).toMatchObject({
      code: 'paused',
      actor: { kind: 'system' },
      facts: { pull_requests: [closed] },
    })
    expect((await publisher.call('/audit?action=rollouts.pause')).json.items).toMatchObject([
      { details: { edits: [{ after: { state: 'paused', pull_requests: [closed] } }] } },
    ])
    expect(await isDue()).toBe(false)

    for (const query of ['', '?dryRun=true']) {
      const refused = await act(publisher, id, 'resume', { query })
      expect(refused).toMatchObject({ status: 409, json: { code: 'pull_request_closed' } })
      expect(refused.json.detail).toContain('pull request 17 into main')
    }
    expect(await codes()).toEqual(['started', 'wave_released', 'paused'])

    await propose(publisher, 'main')
    expect((await act(publisher, id, 'resume')).status).toBe(200)
    await conduct(publisher)
    expect((await rollout(publisher, id)).waves[0].waiting_for).toMatchObject([
      { text: 'Waits for pull request 17 into main to be merged.' },
    ])
    await carryOn(publisher)
    expect((await rollout(publisher, id)).state).toBe('completed')
  })

  it('that is to be opened again may be resumed at once, and pauses once more where that fails', async () => {
    await propose(publisher, 'main')
    await propose(publisher, 'main', { state: 'closed' })
    await conduct(publisher)
    await propose(publisher, 'main', { state: 'closed', reopenAskedAt: new Date() })
    expect((await act(publisher, id, 'resume')).status).toBe(200)
    await conduct(publisher)
    expect((await rollout(publisher, id)).state).toBe('running')
    await propose(publisher, 'main', { state: 'closed' })
    await conduct(publisher)
    expect(await codes()).toEqual(['started', 'wave_released', 'paused', 'resumed', 'paused'])
  })

  it('that was merged while its rollout was paused goes on when that is resumed', async () => {
    await propose(publisher, 'main')
    await propose(publisher, 'main', { state: 'closed' })
    await conduct(publisher)
    await publisher.publish()
    await propose(publisher, 'main', { state: 'merged' })
    expect((await act(publisher, id, 'resume')).status).toBe(200)
    await carryOn(publisher)
    expect((await rollout(publisher, id)).state).toBe('completed')
  })

  it('that is closed is taken back with its rollout', async () => {
    const before = await publisher.tree()
    await propose(publisher, 'main')
    await propose(publisher, 'main', { state: 'closed' })
    await conduct(publisher)
    expect((await act(publisher, id, 'rollback')).status).toBe(200)
    expect((await rollout(publisher, id)).state).toBe('rolled_back')
    await publisher.publish()
    expect(await publisher.tree()).toBe(before)
    expect(await isDue()).toBe(false)
  })

  it('that comes behind a closed one pauses its rollout, too', async () => {
    await propose(publisher, 'main', { state: 'closed', closedBy: 'ann' })
    await conduct(publisher)
    expect(await rollout(publisher, id)).toMatchObject({ cause: 'pull_request_closed' })
  })

  it('is no matter of a branch that has nothing of it', async () => {
    await propose(publisher, 'other', { state: 'closed' })
    await carryOn(publisher)
    expect((await rollout(publisher, id)).state).toBe('completed')
  })
})

describe('a closed pull request pauses its rollout exactly once', () => {
  beforeEach(async () => {
    await propose(publisher, 'main')
    await propose(publisher, 'main', { state: 'closed', closedBy: 'ann' })
  })

  it('by several processes', async () => {
    const world = { ...publisher.world, services: publisher.services }
    const conductors = [1, 2, 3].map(() => new Conductor(world))
    await Promise.all(conductors.map((conductor) => conductor.look()))
    await Promise.all(conductors.map((conductor) => conductor.ended()))
    expect(await codes()).toEqual(['started', 'wave_released', 'paused'])
  })

  it.each(['C1', 'C2', 'F4', 'C4'])('by processes that die at %s', async (point) => {
    const env = { ...process.env, BERTH_FAIL_POINT: point }
    const conductor = spawn(process.execPath, [FILE], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    const told: ConductIn = { databaseUrl: inject('databaseUrl'), tenant: publisher.tenant }
    conductor.stdin.end(JSON.stringify(told))
    expect(await text(conductor.stdout)).toBe('')
    await conduct(publisher)
    expect(await codes()).toEqual(['started', 'wave_released', 'paused'])
  })
})
