// A commit that hangs on no ref, as after a squash and a deleted branch: Argo CD finds it nowhere, and no wave passes with it.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import {
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
import { carryOn, conduct } from './testing/rollouts.ts'
import { look } from './testing/wave-reports.ts'

const MINUTE_MS = 60_000
const MESSAGE = 'rpc error: failed to resolve revision'

let publisher: TestPublisher
let id: number
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await followVersions(publisher)
  await announce(publisher, '1')
  const waves = [{ name: 'all', size: '100%', after: { deadline: '30m' } }, { name: 'rest' }]
  await save(publisher, 'PATCH', '/environments/qa', { waves })
  const started = await rollOut(publisher, 'qa', 'v1')
  expect(started.status, started.text).toBe(201)
  id = started.json.id
  await carryOn(publisher)
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

/** What Argo CD says of it, which was never compared with anything. */
async function reportNotFound(): Promise<void> {
  const root = reportedItem({ name: 'berth', revision: await publisher.git('rev-parse', 'main') })
  const item = {
    ...reportedItem({ sync: 'Unknown', health: 'Healthy' }),
    revision: null,
    targetRevision: commitOf('1'),
    conditions: [{ type: 'ComparisonError', message: MESSAGE }],
    history: [],
  }
  for (const cluster of ['q1', 'q2', 'q3', 'q4']) {
    const token = await publisher.token('contributor', { cluster })
    const call = { method: 'PUT', token, body: reportOf([root, item]) }
    const answer = await publisher.call(`/clusters/${cluster}/report`, call)
    expect(answer.status, answer.text).toBe(200)
  }
}

it('a wave of a commit that no cluster finds neither passes nor fails, until its deadline pauses the rollout', async () => {
  const health = { ok: 0, progressing: 4, failing: 0, silent: 0 }
  for (const minutes of [0, 20]) {
    await timePasses(publisher, minutes * MINUTE_MS)
    await reportNotFound()
    await look(publisher)
    await conduct(publisher)
    const { state, waves } = await rollout(publisher, id)
    expect(state).toBe('running')
    expect(waves[0]).toMatchObject({ state: 'published', health })
  }
  await timePasses(publisher, 11 * MINUTE_MS)
  await conduct(publisher)
  expect(await rollout(publisher, id)).toMatchObject({ state: 'paused', cause: 'deadline' })
})
