// What a Git host's API does wrong, and processes that die between the steps of a proposal.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HostRests } from './host-rests.ts'
import { publishBranch } from './publish-branch.ts'
import { cluster, save } from './testing/fleets.ts'
import { createProposingPublisher, type ProposingPublisher } from './testing/proposing.ts'
import { expectedFiles, filesOn } from './testing/publisher.ts'

/** As long as the stand-ins ask to be left alone. */
const ASKED_PAUSE_MS = 90_000

let publisher: ProposingPublisher
beforeEach(async () => {
  publisher = await createProposingPublisher()
})
afterEach(() => publisher.close())

const publish = (world = publisher.world) => publisher.publish('prod', world)

/** A publisher in a process that begins now: it knows of no pause. */
const restarted = () => publisher.newWorld()

const diesAt = (wanted: string) =>
  publisher.newWorld({
    failPoint: (point) => {
      if (point === wanted) throw new Error(`died at ${point}`)
    },
  })

async function expectMergedOnce() {
  const pulls = await publisher.standIn.pulls()
  expect(pulls.map(({ state }) => state)).toEqual(['open'])
  await publisher.merge('squash')
  expect(await publish(restarted())).toMatchObject({ outcome: 'published', changes: [3, 4, 6] })
  expect(await filesOn(publisher.directory, 'prod')).toEqual(await expectedFiles(publisher, 'prod'))
  expect(await publisher.states()).toEqual(['3 published', '4 published', '6 published'])
}

describe('a host', () => {
  it.each(['bad-gateway', 'reply-lost', 'not-done', 'exists', 'limited', 'garbage'] as const)(
    'that answers the request for one with %s has one in the end',
    async (kind) => {
      publisher.standIn.faults.push({ at: 'open', kind, times: 1 })
      const outcome = await publish()
      expect(['resting', 'proposed']).toContain(outcome.outcome)
      for (const state of await publisher.states()) expect(state).not.toContain('published')
      expect(await publish(restarted())).toMatchObject({
        outcome: outcome.outcome === 'proposed' ? 'idle' : 'proposed',
      })
      await expectMergedOnce()
    },
  )

  // They say so in different ways: with 403, and with 429.
  it.each([
    { kind: 'github', words: 'asked too often (403)' },
    { kind: 'gitlab', words: 'asked too often (429)' },
  ] as const)(
    'such as $kind that isn’t well is told of, rests as long as it asks, and holds up no merge',
    async ({ kind, words }) => {
      await publisher.close()
      publisher = await createProposingPublisher(kind)
      await publish()
      await save(publisher, 'POST', '/clusters', cluster('three'))
      publisher.standIn.faults.push({ at: 'any', kind: 'limited' })
      const before = Date.now()
      const outcome = await publish()
      expect(outcome).toMatchObject({ outcome: 'resting', forMs: 60_000 })
      const { hostRests } = publisher.world
      expect(hostRests.endOf(publisher.host)).toBeGreaterThanOrEqual(before + ASKED_PAUSE_MS)
      const error = expect.stringContaining(words)
      expect(await publisher.pullOf()).toMatchObject({ state: 'open', error })
      expect(await publisher.states()).toEqual([
        '3 proposed',
        '4 proposed',
        '6 proposed',
        '7 pending',
      ])
      const calls = publisher.standIn.calls.length
      expect(await publish()).toMatchObject({ outcome: 'resting' })
      expect(publisher.standIn.calls).toHaveLength(calls)
      await publisher.merge('rebase')
      expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6, 7] })

      publisher.standIn.faults.length = 0
      await publish(restarted())
      expect(await publisher.pullOf()).toBeNull()
    },
  )

  it('is asked no more often than a receiver that answers nothing', () => {
    const rests = new HostRests()
    const host = publisher.host
    const failure = { outcome: 'unreachable', reason: 'x', askedPauseMs: null } as const
    const pauses = Array.from({ length: 8 }, () => {
      rests.begin(host, failure, 0)
      return rests.endOf(host)
    })
    expect(pauses).toEqual([5, 15, 45, 135, 405, 600, 600, 600].map((seconds) => seconds * 1_000))
    rests.begin(host, { ...failure, askedPauseMs: 3_600_000 }, 0)
    expect(rests.endOf(host)).toBe(3_600_000)
    rests.end(host)
    expect(rests.failureOf(host, 0)).toBeNull()
  })

  it('that refuses the token is told of, and nothing is published past it', async () => {
    publisher.standIn.faults.push({ at: 'any', kind: 'echo' })
    expect(await publish()).toMatchObject({ outcome: 'resting' })
    const { branches } = (await publisher.call('/repository-settings')).json.status
    expect(branches).toMatchObject([{ branch: 'prod', error: expect.stringContaining('403') }])
    expect([...(await filesOn(publisher.directory, 'prod')).keys()]).toHaveLength(2)
  })

  it('that deletes the ref after the merge surprises nobody', async () => {
    await publish()
    await publisher.merge()
    await publisher.standIn.deleteBranch('berth/prod')
    expect(await publish()).toMatchObject({ outcome: 'published' })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publish()
    await publisher.merge()
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [7] })
  })

  it('that merges while Berth pushes the next commit has it proposed anew', async () => {
    await publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    const { remote } = publisher.repository
    const racing: typeof remote = {
      kind: remote.kind,
      readTips: () => remote.readTips(),
      readTip: (branch) => remote.readTip(branch),
      fetch: (branch, tip) => remote.fetch(branch, tip),
      push: async (branch, expected, tip) => {
        await publisher.merge('squash')
        return remote.push(branch, expected, tip)
      },
    }
    const settings = (await publisher.world.repository(publisher.tenant)).settings
    const world = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, settings, remote: racing }),
    })
    await publishBranch(world, publisher.tenant, 'prod')
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6] })
    expect(await publish()).toEqual({ outcome: 'proposed' })
    await publisher.merge('squash')
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [7] })
    expect(await filesOn(publisher.directory, 'prod')).toEqual(
      await expectedFiles(publisher, 'prod'),
    )
  })
})

describe('a process that dies', () => {
  it.each(['F8', 'P1', 'P2'])('at %s loses and doubles nothing', async (point) => {
    expect(await publish(diesAt(point))).toMatchObject({ outcome: 'failed' })
    for (const state of await publisher.states()) expect(state).toContain('pending')
    expect(await publish()).toEqual({ outcome: 'proposed' })
    await expectMergedOnce()
  })

  it.each(['P1', 'P2'])(
    'at %s leaves no pull request open of a branch that is published directly by then',
    async (point) => {
      await publish(diesAt(point))
      await save(publisher, 'PATCH', '/environments/prod', { publish: 'direct' })
      await save(publisher, 'POST', '/clusters', cluster('three'))
      const outcomes = []
      do outcomes.push((await publish()).outcome)
      while (outcomes.at(-1) !== 'idle')
      expect(outcomes).toContain('published')
      expect((await publisher.standIn.pulls()).map(({ state }) => state)).not.toContain('open')
      expect(await publisher.pullOf()).toBeNull()
      expect(await filesOn(publisher.directory, 'prod')).toEqual(
        await expectedFiles(publisher, 'prod'),
      )
    },
  )

  it('before it knows of a merge leaves that to the next one', async () => {
    await publish()
    const commit = await publisher.merge('rebase')
    expect(await publish(diesAt('P3'))).toMatchObject({ outcome: 'failed' })
    expect(await publish()).toEqual({ outcome: 'published', commit, changes: [3, 4, 6] })
  })

  it('after its push, while somebody merges what it pushed, has that counted as published', async () => {
    await publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publish(diesAt('P1'))
    expect((await publisher.states()).at(-1)).toBe('7 pending')
    await publisher.merge('squash')
    // What is in Git isn't what waits by then.
    await save(publisher, 'POST', '/clusters', cluster('four'))
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6, 7] })
  })
})
