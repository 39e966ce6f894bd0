import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { openObjectStore, type ObjectStore } from '#lib/adapters/git/object-store.ts'
import {
  startGitHttpServer,
  type Fault,
  type GitHttpServer,
} from '#lib/adapters/git/testing/git-http-server.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { httpRoute } from '#lib/adapters/git/route.ts'
import { publishBranch } from './publish-branch.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const TIMEOUTS = { readTimeoutMs: 1_500, fetchTimeoutMs: 3_000, pushTimeoutMs: 1_500 }

let publisher: TestPublisher
let served: ObjectStore
let server: GitHttpServer
let closeServed: () => Promise<void>

const begin = async () => {
  const scratch = await scratchDirectory()
  served = await openObjectStore(path.join(scratch.directory, 'served.git'), 'main')
  server = await startGitHttpServer(served.directory)
  closeServed = async () => {
    served.close()
    await server.close()
    await scratch.remove()
  }
  publisher = await createTestPublisher(
    {},
    ({ store }) => new NetworkRemote(store, server.url, httpRoute(server.url, null), TIMEOUTS),
    served.directory,
  )
  await saveSmallFleet(publisher)
  await publisher.publish()
}
const end = async () => {
  await publisher.close()
  await closeServed()
}

const faults: [string, Fault][] = [
  ['401', { kind: 'status', at: 'discovery', status: 401 }],
  ['403', { kind: 'status', at: 'discovery', status: 403 }],
  ['500', { kind: 'status', at: 'discovery', status: 500 }],
  ['503 when it is sent to', { kind: 'status', at: 'pushing', status: 503 }],
  ['silence', { kind: 'hang', at: 'discovery' }],
  ['silence when it is sent to', { kind: 'hang', at: 'pushing' }],
  ['one byte at a time', { kind: 'slow', at: 'discovery' }],
  ['nonsense', { kind: 'garbage', at: 'discovery' }],
  ['a redirect', { kind: 'redirect', at: 'discovery', to: 'http://127.0.0.1:9' }],
  [
    'an error after it has done what it was asked',
    { kind: 'lost-answer', at: 'pushing', status: 500 },
  ],
  [
    'nothing after it has done what it was asked',
    { kind: 'lost-answer', at: 'pushing', status: 'hang' },
  ],
]

/** One after the other: each has the changes that came through before, too. */
describe('a remote that answers', () => {
  beforeAll(begin)
  afterAll(end)

  it.each(faults.map(([name, fault], index) => [name, fault, index] as const))(
    'with %s blocks no save, and afterwards holds every change once and in order',
    async (_, fault, index) => {
      server.state.fault = fault
      for (const name of [`three-${index}`, `four-${index}`]) {
        await save(publisher, 'POST', '/clusters', cluster(name))
        const outcome = await publishBranch(publisher.world, publisher.tenant, 'main')
        expect(['failed', 'again']).toContain(outcome.outcome)
      }
      server.state.fault = null
      const commits = await publisher.commits()
      const region = index % 2 === 0 ? 'west' : 'east'
      await save(publisher, 'PATCH', '/clusters/two', { metadata: { region } })
      await publisher.publish()
      await expectAllInGit()
      // Earlier commits are still there: nothing was forced.
      expect(await publisher.commits()).toEqual(expect.arrayContaining(commits))
    },
  )
})

describe('a remote that answers', () => {
  beforeEach(begin)
  afterEach(end)

  it('not at all blocks no save, and the backlog drains in order when it is back', async () => {
    const { store } = publisher
    const nobody = 'http://127.0.0.1:1/served.git'
    const remote = new NetworkRemote(store, nobody, httpRoute(nobody, null), TIMEOUTS)
    const cutOff = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, store, remote }),
    })
    for (const name of ['three', 'four', 'five']) {
      await save(publisher, 'POST', '/clusters', cluster(name))
      expect(await publisher.publish('main', cutOff)).toMatchObject({ outcome: 'failed' })
    }
    expect((await publisher.call('/changes/8')).json.state).toBe('pending')
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6, 7, 8] })
    await expectAllInGit()
  })

  it('with a refusal of its hook says why, and takes the changes once the hook is gone', async () => {
    const hook = path.join(served.directory, 'hooks', 'pre-receive')

    await mkdir(path.dirname(hook), { recursive: true })
    await writeFile(hook, '#!/bin/sh\necho "No pushes on Fridays" >&2\nexit 1\n')
    await chmod(hook, 0o755)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    const outcome = await publisher.publish()
    expect(outcome).toMatchObject({ outcome: 'failed', message: expect.stringContaining('hook') })
    await rm(hook)
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6] })
    await expectAllInGit()
  })

  it('faster to somebody else keeps their commit beneath Berth’s', async () => {
    let foreign = ''
    const act = async () => {
      if (foreign !== '') return
      foreign = 'under way'
      foreign = await publisher.foreignCommit('main', (folder) =>
        writeFile(path.join(folder, 'theirs.txt'), 'theirs'),
      )
    }
    await save(publisher, 'POST', '/clusters', cluster('three'))
    server.state.fault = { kind: 'before', at: 'pushing', act }
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6] })
    expect(await publisher.commits()).toContain(foreign)
    await expectAllInGit({ 'theirs.txt': 'theirs' })
  })

  it('to a publisher with an empty store gets the next change on top of what it has', async () => {
    const scratch = await scratchDirectory()
    const store = await openObjectStore(path.join(scratch.directory, 'new.git'), 'main')
    const remote = new NetworkRemote(store, server.url, httpRoute(server.url, null), TIMEOUTS)
    const replica = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, store, remote }),
    })
    const commits = await publisher.commits()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish('main', replica)).toMatchObject({ outcome: 'published' })
    expect((await publisher.commits()).slice(1)).toEqual(commits)
    await expectAllInGit()
    store.close()
    await scratch.remove()
  })
})

async function expectAllInGit(foreign: Record<string, string> = {}) {
  const expected = [...(await expectedFiles(publisher, 'main')), ...Object.entries(foreign)]
  expect(await filesOn(served.directory, 'main')).toEqual(new Map(expected))
  expect((await publisher.history()).problems).toEqual([])
}
