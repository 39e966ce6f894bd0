// A version on its way into an environment whose branch people merge: at a Git host, as it is published there.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { MERGE_METHODS } from '#lib/adapters/host/testing/merge.ts'
import { act, announce, followVersions, rollOut, rollout } from '#lib/http/testing/rollouts.ts'
import { save } from './testing/fleets.ts'
import { createProposingPublisher, type ProposingPublisher } from './testing/proposing.ts'
import { expectedFiles, filesOn } from './testing/publisher.ts'
import { carryOn, conduct, revisionsOn } from './testing/rollouts.ts'

const SITES = ['one', 'two']
const SOAK = { soak: '30m', unobserved: 'time' }

let publisher: ProposingPublisher
beforeEach(async () => {
  publisher = await createProposingPublisher()
  const waves = [{ name: 'canary', size: 1, after: SOAK }, { name: 'rest' }]
  await save(publisher, 'PATCH', '/environments/prod', { waves })
  await followVersions(publisher)
  await announce(publisher, '1')
  await publish()
  await publisher.merge()
  await publish()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

const publish = () => publisher.publish('prod')

async function start(): Promise<number> {
  const answer = await rollOut(publisher, 'prod', 'v1')
  expect(answer.status, answer.text).toBe(201)
  await conduct(publisher)
  await publish()
  await conduct(publisher)
  return answer.json.id
}

const openPull = async () =>
  (await publisher.standIn.pulls()).find(({ state }) => state === 'open')!

const versionsOn = async () =>
  Object.values(await revisionsOn(publisher, SITES, 'prod')).filter((each) => each === '1').length

/** As people merge what is open, and Berth sees it. */
async function mergeNext(method: (typeof MERGE_METHODS)[number]): Promise<void> {
  await publisher.merge(method)
  await publish()
  await conduct(publisher)
  await publish()
}

const passSoak = (id: number) =>
  save(publisher, 'POST', `/rollouts/${id}/override`, {
    wave: 1,
    gates: ['soak'],
    reason: 'The store is down.',
  })

describe('a rollout into a branch that people merge', () => {
  it.each(MERGE_METHODS)(
    'goes on, and soaks, from when a wave was merged by %s',
    async (method) => {
      const id = await start()
      const pull = await openPull()
      expect((await rollout(publisher, id)).waves).toMatchObject([
        {
          state: 'released',
          published_at: null,
          waiting_for: [
            {
              code: 'not_published',
              text: `Waits for pull request ${pull.number} into prod to be merged.`,
              pull_request: { number: pull.number },
            },
          ],
        },
        { state: 'pending' },
      ])
      expect(await versionsOn()).toBe(0)
      const before = Date.now()
      await mergeNext(method)
      const { earliest, waves } = await rollout(publisher, id)
      expect(await versionsOn()).toBe(1)
      expect(waves[0]).toMatchObject({ state: 'published', waiting_for: [{ code: 'soak' }] })
      expect(Date.parse(waves[0].published_at)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(earliest) - Date.parse(waves[0].published_at)).toBe(30 * 60_000)

      await passSoak(id)
      await conduct(publisher)
      await publish()
      await mergeNext(method)
      expect((await rollout(publisher, id)).state).toBe('completed')
      expect(await versionsOn()).toBe(2)
      expect(await filesOn(publisher.directory, 'prod')).toEqual(
        await expectedFiles(publisher, 'prod'),
      )
    },
  )

  it('pauses where somebody closes its pull request, and goes on once that is open and it is resumed', async () => {
    const id = await start()
    const { number } = await openPull()
    await publisher.standIn.closeBy(number, 'ann')
    await publisher.askAgain()
    await publish()
    await conduct(publisher)
    expect(await rollout(publisher, id)).toMatchObject({
      state: 'paused',
      cause: 'pull_request_closed',
    })
    expect(await act(publisher, id, 'resume')).toMatchObject({ status: 409 })
    for (let round = 0; round < 3; round++) {
      await publish()
      await conduct(publisher)
    }
    await publisher.host.reopen(number)
    await publisher.askAgain()
    await publish()
    expect((await act(publisher, id, 'resume')).status).toBe(200)
    await mergeNext('squash')
    await passSoak(id)
    await conduct(publisher)
    await publish()
    await mergeNext('merge')
    expect((await rollout(publisher, id)).state).toBe('completed')
    const events = (await publisher.call(`/rollouts/${id}/events`)).json.items
    const pauses = events.filter(({ code }: { code: string }) => code === 'paused')
    expect(pauses).toMatchObject([
      { facts: { pull_requests: [{ branch: 'prod', number, closed_by: 'ann' }] } },
    ])
  })

  it('takes no merge for the approval of its next wave, whoever merged', async () => {
    const approvals = { count: 1, groups: [{ id: 'release-managers' }] }
    const waves = [
      { name: 'canary', size: 1 },
      { name: 'rest', before: { approvals } },
    ]
    await save(publisher, 'PATCH', '/environments/prod', { waves })
    const id = await start()
    await mergeNext('merge')
    expect((await rollout(publisher, id)).waves).toMatchObject([
      { state: 'passed' },
      { state: 'pending', waiting_for: [{ code: 'approval', text: '0 of 1 approval.' }] },
    ])
    expect(await versionsOn()).toBe(1)
  })

  it('is rolled back where its pull request was closed, which then holds nothing', async () => {
    const before = await publisher.tree('prod')
    const id = await start()
    await publisher.standIn.closeBy((await openPull()).number, 'ann')
    await publisher.askAgain()
    await publish()
    await conduct(publisher)
    expect((await act(publisher, id, 'rollback')).status).toBe(200)
    await carryOn(publisher, ['prod'])
    expect(await publisher.pullOf()).toBeNull()
    expect((await publisher.states()).every((each) => each.endsWith('published'))).toBe(true)
    expect(await publisher.tree('prod')).toBe(before)
  })
})

describe('a rollout into a branch that people merge, while their host', () => {
  it.each(['bad-gateway', 'limited', 'not-done', 'reply-lost', 'garbage'] as const)(
    'answers with %s, has each wave proposed once, merged once, and soaking from then',
    async (kind) => {
      const published = publisher.world
      const restarted = () => publisher.publish('prod', publisher.newWorld())
      const started = await rollOut(publisher, 'prod', 'v1')
      const { id } = started.json
      const pullsBefore = (await publisher.standIn.pulls()).length
      for (const state of ['released', 'pending']) {
        expect((await rollout(publisher, id)).waves[1].state).toBe('pending')
        await conduct(publisher)
        publisher.standIn.faults.push({ at: 'any', kind, times: 3 })
        // Each knows nothing of what the one before was told.
        for (let pass = 0; pass < 5; pass++) await restarted()
        expect(publisher.standIn.faults).toEqual([])
        expect((await rollout(publisher, id)).waves).toContainEqual(
          expect.objectContaining({ state: 'released', published_at: null }),
        )
        publisher.standIn.faults.push({ at: 'any', kind, times: 3 })
        const before = Date.now()
        await publisher.merge('squash')
        for (let pass = 0; pass < 5; pass++) await restarted()
        await conduct(publisher)
        if (state === 'released') {
          const { waves } = await rollout(publisher, id)
          expect(waves[0]).toMatchObject({ state: 'published', waiting_for: [{ code: 'soak' }] })
          expect(Date.parse(waves[0].published_at)).toBeGreaterThanOrEqual(before)
          await passSoak(id)
        }
        publisher.standIn.faults.length = 0
      }
      await publisher.publish('prod', published)
      expect((await rollout(publisher, id)).state).toBe('completed')
      const pulls = (await publisher.standIn.pulls()).slice(pullsBefore)
      expect(pulls.map(({ state }) => state)).toEqual(['merged', 'merged'])
      expect(await filesOn(publisher.directory, 'prod')).toEqual(
        await expectedFiles(publisher, 'prod'),
      )
    },
  )
})
