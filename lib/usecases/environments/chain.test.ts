// The chain of environments, in stages, with what is there.
import { beforeAll, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { announce, followVersions, rollOut, saveEnvironments } from '#lib/http/testing/rollouts.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { ownSession } from '../session.ts'
import { environmentChainUseCase } from './chain.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await saveEnvironments(api)
  await followVersions(api)
  await announce(api, '1')
  const approvals = { count: 2, groups: [{ id: 'managers' }] }
  const documents = [
    documentOf('environment', { name: 'left', after: ['qa'], after_soak: '2h' }),
    documentOf('environment', { name: 'right', after: ['qa'] }),
    documentOf('environment', {
      name: 'all',
      after: ['left', 'right'],
      waves: [{ name: 'canary', size: 1, before: { approvals } }],
    }),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  expect((await rollOut(api, 'qa', 'v1')).status).toBe(201)
})

const read = (who = actorOf({ role: 'reader' })) =>
  environmentChainUseCase.invoke(api.services, ownSession(api.tenant, who), null)
const stopOf = async (name: string, ...who: Parameters<typeof read>) =>
  (await read(...who)).stages.flat().find((stop) => stop.name === name)!

it('has each environment in the stage after all that come before it, also where it branches', async () => {
  const { stages, more } = await read()
  const stageOf = (name: string) =>
    stages.findIndex((stage) => stage.some((stop) => stop.name === name))
  expect(stageOf('qa')).toBe(0)
  expect([stageOf('left'), stageOf('right'), stageOf('all')]).toEqual([1, 1, 2])
  expect(more).toBe(0)
})

it('says what each asks for, and what is under way to it, of what the visitor may see', async () => {
  expect(await stopOf('left')).toMatchObject({ after: ['qa'], soak: '2h', approvals: 0 })
  expect(await stopOf('all')).toMatchObject({ soak: null, waves: 2, approvals: 2 })
  const qa = await stopOf('qa')
  expect(qa.clusters).toBeGreaterThan(0)
  expect(qa.rollouts).toEqual({ running: 1, paused: 0 })
  const others = actorOf({ teams: new Map([['other', 'reader']]) })
  expect((await stopOf('qa', others)).rollouts).toEqual({ running: 0, paused: 0 })
})
