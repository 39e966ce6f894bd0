// The host of a repository tells of merges and closings, and Berth sees them at once: over the real API, from hosts that tell twice,
// too early, late or nothing at all, and from somebody who isn't the host.
import { sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { branchesWithWork } from '#db/queries/publishing.ts'
import type { Manner } from '#lib/adapters/host/testing/webhooks.ts'
import { type GitHost, GIT_HOSTS } from '#lib/domain/git/push.ts'
import { answerApi } from '#lib/http/operations/routes.ts'
import { startStreamingServer, type StreamingServer } from '#lib/http/testing/streaming-server.ts'
import { runPublisher } from './run-publisher.ts'
import { createProposingPublisher, type ProposingPublisher } from './testing/proposing.ts'

let publisher: ProposingPublisher
let server: StreamingServer
/** What Berth does right after it was told, while the host waits for its answer. */
let whenTold: () => Promise<unknown>
let running: AbortController | null = null

beforeEach(async () => {
  whenTold = async () => undefined
  server = await startStreamingServer(async (request) => {
    const response = await answerApi(request)
    await whenTold()
    return response
  })
})
afterEach(async () => {
  await server.close()
  await publisher.close()
})

/** Everything is proposed and nothing is due for a minute; the host tells in this manner. */
async function begin(kind: GitHost, manner: Manner): Promise<void> {
  publisher = await createProposingPublisher(kind)
  const body = { name: 'merges', namespace: null, host: kind }
  const { id, secret } = (await publisher.call('/hooks', { body })).json
  expect(await publish()).toEqual({ outcome: 'proposed' })
  expect(await publish()).toEqual({ outcome: 'idle' })
  expect(await due()).toEqual([])
  publisher.standIn.setHook({ url: `${server.url}/api/v1/hooks/${id}`, secret, manner })
}

const publish = () => publisher.publish('prod')

/** The branches that the publisher looks at next. */
const due = () => publisher.inScope(branchesWithWork)

/** As if so much time had gone by. */
const goOn = (seconds: number) =>
  publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`
      update pull_requests set due_at = due_at - ${seconds} * interval '1 second',
        told_at = told_at - ${seconds} * interval '1 second'
      where tenant = ${tenant}`),
  )

const openNumber = async () =>
  (await publisher.standIn.pulls()).find(({ state }) => state === 'open')!.number

describe.each(GIT_HOSTS)('what happens at %s', (kind) => {
  it('is seen as soon as the host tells of a merge', async () => {
    await begin(kind, 'once')
    const commit = await publisher.merge()
    expect(await due()).toEqual(['prod'])
    expect(await publish()).toMatchObject({ outcome: 'published', commit })
  })

  it('is seen as soon as the host tells that a pull request was closed, and opened again', async () => {
    await begin(kind, 'once')
    const number = await openNumber()
    await publisher.standIn.closeBy(number, 'ann')
    expect(await due()).toEqual(['prod'])
    await publish()
    expect(await publisher.pullOf()).toMatchObject({ state: 'closed' })
    await goOn(5)
    await publisher.host.reopen(number)
    await publisher.standIn.settled()
    expect(await due()).toEqual(['prod'])
    await publish()
    expect(await publisher.pullOf()).toMatchObject({ state: 'open' })
  })
})

describe('a merge', () => {
  it('that is told twice is published once', async () => {
    await begin('github', 'doubled')
    const commit = await publisher.merge('squash')
    expect(await publish()).toMatchObject({ outcome: 'published', commit })
    await goOn(5)
    await publish()
    expect(await due()).toEqual([])
    expect(await publisher.states()).toEqual(['3 published', '4 published', '6 published'])
  })

  it('that is told before it can be seen is looked for at once, in five seconds, and in a minute', async () => {
    await begin('github', 'early')
    const outcomes: unknown[] = []
    whenTold = async () => outcomes.push(await publish())
    const commit = await publisher.merge()
    // Of the push, and of the pull request.
    expect(outcomes).toEqual([{ outcome: 'idle' }, { outcome: 'idle' }])
    expect(await due()).toEqual([])
    await goOn(5)
    expect(await due()).toEqual(['prod'])
    expect(await publish()).toMatchObject({ outcome: 'published', commit })
  })

  it('that is told too early once is seen in a minute', async () => {
    await begin('github', 'early')
    let told = 0
    whenTold = async () => {
      told += 1
      await goOn(5)
      await publish()
    }
    const commit = await publisher.merge()
    expect(told).toBe(2)
    expect(await due()).toEqual([])
    await goOn(60)
    expect(await due()).toEqual(['prod'])
    expect(await publish()).toMatchObject({ outcome: 'published', commit })
  })

  it('that is told while Berth looks is looked for once more, and so is what is told after that', async () => {
    await begin('github', 'once')
    await publisher.askAgain()
    const { host, standIn } = publisher
    let merged: string | null = null
    const slowHost = {
      ...host,
      read: async (number: number) => {
        const answer = await host.read(number)
        merged ??= await standIn.merge(number, 'merge')
        return answer
      },
    }
    const repository = { ...publisher.repository, host: slowHost }
    const world = publisher.newWorld({ repository: async () => repository })
    expect(await publisher.publish('prod', world)).toEqual({ outcome: 'idle' })
    await goOn(5)
    expect(await due()).toEqual(['prod'])
    expect(await publish()).toMatchObject({ outcome: 'published', commit: merged })
  })

  it('that is told while a look is to come is seen by that look, whatever has Berth look before', async () => {
    await begin('github', 'once')
    for (const branch of ['prod', 'prod']) await publisher.standIn.tellPush(branch)
    await publish()
    const commit = await publisher.merge()
    expect(await due()).toEqual([])
    await goOn(5)
    expect(await due()).toEqual(['prod'])
    expect(await publish()).toMatchObject({ outcome: 'published', commit })
  })

  it('that is told of long after it was seen changes nothing', async () => {
    await begin('github', 'held')
    await publisher.merge()
    await goOn(60)
    expect(await publish()).toMatchObject({ outcome: 'published' })
    await publish()
    expect(await publisher.pullOf()).toBeNull()
    await publisher.standIn.deliverHeld()
    expect(await due()).toEqual([])
    expect(await publish()).toEqual({ outcome: 'idle' })
  })

  it.each(['lost', 'forged'] as const)(
    'that is told by a %s delivery is seen in a minute',
    async (manner) => {
      await begin('github', manner)
      const commit = await publisher.merge()
      expect(await due()).toEqual([])
      await goOn(60)
      expect(await due()).toEqual(['prod'])
      expect(await publish()).toMatchObject({ outcome: 'published', commit })
    },
  )
})

describe('a publisher that runs', () => {
  afterEach(() => running?.abort())

  it('is woken by the host, and looks at nothing by itself before the time', async () => {
    await begin('github', 'once')
    // Nobody waits so long here.
    await goOn(-3600)
    const { standIn } = publisher
    const { length: before } = standIn.git.requests
    running = new AbortController()
    const world = publisher.newWorld()
    const services = { ...publisher.services, ...world.services }
    const ended = runPublisher({ ...world, services }, inject('databaseUrl'), running.signal)
    // It looks where branches are when it starts.
    while (standIn.git.requests.length === before) await pause(10)
    await publisher.merge()
    while ((await publisher.states()).some((state) => !state.endsWith('published'))) await pause(10)
    running.abort()
    await ended
  })
})
