// Git is away for an hour while a rollout's wave is on its way there: what counts from when the wave is in Git waits for that.
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { openObjectStore, type ObjectStore } from '#lib/adapters/git/object-store.ts'
import { httpRoute } from '#lib/adapters/git/route.ts'
import {
  type Fault,
  type GitHttpServer,
  startGitHttpServer,
} from '#lib/adapters/git/testing/git-http-server.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import {
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { timePasses } from './testing/database-clock.ts'
import { cluster, save } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'
import { look } from './testing/wave-reports.ts'

const TIMEOUTS = { readTimeoutMs: 500, fetchTimeoutMs: 3_000, pushTimeoutMs: 1_500 }
const MINUTE_MS = 60_000
const SOAK_MINUTES = 30
const QA = ['q1', 'q2', 'q3', 'q4']

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let served: ObjectStore
let server: GitHttpServer
let publisher: TestPublisher
let id: number
beforeEach(async () => {
  scratch = await scratchDirectory()
  served = await openObjectStore(path.join(scratch.directory, 'served.git'), 'main')
  server = await startGitHttpServer(served.directory)
  publisher = await createTestPublisher(
    {},
    ({ store }) => new NetworkRemote(store, server.url, httpRoute(server.url, null), TIMEOUTS),
    served.directory,
  )
  await saveEnvironments(publisher)
  await followVersions(publisher)
  const after = { soak: `${SOAK_MINUTES}m`, unobserved: 'time' }
  const waves = [{ name: 'canary', size: 1, after }, { name: 'rest' }]
  await save(publisher, 'PATCH', '/environments/qa', { waves })
  await announce(publisher, '1')
  await publisher.publish()
  const started = await rollOut(publisher, 'qa', 'v1')
  expect(started.status, started.text).toBe(201)
  id = started.json.id
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
  served.close()
  await server.close()
  await scratch.remove()
})

const waves = async () => (await rollout(publisher, id)).waves
const codes = async (): Promise<string[]> =>
  (await publisher.call(`/rollouts/${id}/events`)).json.items.map(
    ({ code }: { code: string }) => code,
  )

/** By cluster, how many commits changed the file of its application. */
const writtenIn = async (clusters: readonly string[]) => {
  const counts: number[] = []
  for (const name of clusters) {
    const file = applicationPath(name, 'ieb', 'app1')
    counts.push((await publisher.git('log', '--format=%H', 'main', '--', file)).split('\n').length)
  }
  return counts
}

/** The publisher, and the conductor, who is told to look. */
async function everybodyTries() {
  const outcome = await publisher.publish()
  await look(publisher)
  await conduct(publisher)
  return outcome
}

const LOST: Fault = { kind: 'lost-answer', at: 'pushing', status: 'hang' }

describe('while Git is away for an hour', () => {
  it.each<{ when: string; first: Fault | null; fault: Fault }>([
    { when: 'refuses', first: null, fault: { kind: 'status', at: 'discovery', status: 503 } },
    { when: 'says nothing', first: null, fault: { kind: 'hang', at: 'discovery' } },
    {
      when: 'has taken the wave without an answer, and refuses',
      first: LOST,
      fault: { kind: 'status', at: 'discovery', status: 503 },
    },
  ])(
    'and $when, a wave neither soaks nor passes, and saves go on; then it is published once and soaks from then',
    async ({ first, fault }) => {
      await conduct(publisher)
      const before = await publisher.git('rev-parse', 'main')
      server.state.fault = first ?? fault
      expect(await publisher.publish()).toMatchObject({ outcome: 'failed' })
      const hasTaken = (await publisher.git('rev-parse', 'main')) !== before
      expect(hasTaken).toBe(first !== null)
      server.state.fault = fault
      for (const minutes of [20, 20, 20]) {
        await timePasses(publisher, minutes * MINUTE_MS)
        await save(publisher, 'POST', '/clusters', cluster(`away-${server.requests.length}`))
        expect(await everybodyTries()).toMatchObject({ outcome: 'failed' })
        expect((await rollout(publisher, id)).earliest).toBeNull()
        expect(await waves()).toMatchObject([
          { state: 'released', published_at: null, waiting_for: [{ code: 'not_published' }] },
          { state: 'pending' },
        ])
      }
      expect(await codes()).toEqual(['started', 'wave_released'])

      server.state.fault = null
      const backAt = Date.now()
      expect(await everybodyTries()).toMatchObject({ outcome: 'published' })
      await conduct(publisher)
      const [canary, rest] = await waves()
      expect(canary).toMatchObject({ state: 'published', waiting_for: [{ code: 'soak' }] })
      expect(rest).toMatchObject({ state: 'pending' })
      expect(Date.parse(canary.published_at)).toBeGreaterThanOrEqual(backAt)
      const { earliest } = await rollout(publisher, id)
      expect(Date.parse(earliest) - Date.parse(canary.published_at)).toBe(SOAK_MINUTES * MINUTE_MS)

      await timePasses(publisher, (SOAK_MINUTES - 1) * MINUTE_MS)
      await everybodyTries()
      expect(await codes()).toEqual(['started', 'wave_released', 'wave_published'])
      await timePasses(publisher, MINUTE_MS)
      await carryOn(publisher)
      expect(await rollout(publisher, id)).toMatchObject({ state: 'completed' })
      expect(await codes()).toEqual([
        'started',
        'wave_released',
        'wave_published',
        'wave_passed',
        'wave_released',
        'wave_passed',
        'completed',
      ])
      // As it was added, and with the version.
      expect(await writtenIn(QA)).toEqual([2, 2, 2, 2])
      expect((await publisher.history()).problems).toEqual([])
      expect(Object.values(await revisionsOn(publisher, QA))).toEqual(['1', '1', '1', '1'])
      expect(await filesOn(served.directory, 'main')).toEqual(
        await expectedFiles(publisher, 'main'),
      )
    },
  )
})
