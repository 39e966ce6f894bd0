// A version that goes through environments by itself, where they take the newest: as far as it may, and never back.
import { sql } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { tenantsWithDueCandidates } from '#db/queries/auto-candidates.ts'
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
  await publisher.publish()
})
afterEach(async () => {
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
})
