import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  makeRepository,
  openObjectStore,
  type ObjectStore,
} from '#lib/adapters/git/object-store.ts'
import {
  startGitHttpServer,
  type GitHttpServer,
} from '#lib/adapters/git/testing/git-http-server.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { SELF_SIGNED } from '#lib/adapters/git/testing/self-signed.ts'
import { inspect } from './inspect.ts'
import { publishBranch } from './publish-branch.ts'
import { openRepositories } from './repositories.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { hidePrograms, type Programs } from './testing/programs.ts'
import type { PublisherWorld, Repository } from './world.ts'

const TOKEN = 'correct horse battery'
const BASIC = Buffer.from(`forge-user:${TOKEN}`).toString('base64')
const KEY = 'the text of a private key'

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let served: ObjectStore
let closing: (() => unknown)[]
let programs: Programs

beforeEach(async () => {
  scratch = await scratchDirectory()
  served = await openObjectStore(file('served.git'), 'main')
  closing = [() => served.close()]
  programs = await hidePrograms(scratch.directory)
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  vi.unstubAllEnvs()
  await scratch.remove()
})

const file = (name: string) => path.join(scratch.directory, name)

async function serveHttps(authorization: string): Promise<GitHttpServer> {
  const server = await startGitHttpServer(served.directory, { authorization, tls: SELF_SIGNED })
  closing.push(() => server.close())
  return server
}

/** A publisher that uses the repository of these settings, and everything that it logs. */
async function publisherWith(settings: Record<string, string>) {
  const publisher = await createTestPublisher(
    { BERTH_DATA_DIR: file('data'), ...settings },
    undefined,
    served.directory,
  )
  closing.push(() => publisher.close())
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) })
  const services = { ...publisher.services, log }
  const repositories = openRepositories(services)
  const opened = new Set<Repository>()
  closing.push(() => {
    for (const { store } of opened) store.close()
  })
  const open: PublisherWorld['repository'] = async (tenant) => {
    const repository = await repositories(tenant)
    opened.add(repository)
    return repository
  }
  return { ...publisher, logged, open, world: publisher.newWorld({ services, repository: open }) }
}

async function expectAllInGit(publisher: TestPublisher): Promise<void> {
  expect(await filesOn(served.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  expect((await publisher.history()).problems).toEqual([])
}

/** Every file below a directory, in one text. */
async function textBeneath(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  )
  return texts.join('\n')
}

const behindHttps = (url: string, token = TOKEN) => ({
  GITOPS_REPO_URL: url,
  GITOPS_USERNAME: 'forge-user',
  GITOPS_TOKEN: token,
})

describe('a repository behind https', () => {
  it('is read and pushed to with the token of the settings', async () => {
    await programs.recordGit()
    const server = await serveHttps(`Basic ${BASIC}`)
    const publisher = await publisherWith(behindHttps(server.url))
    await saveSmallFleet(publisher)
    expect(await publisher.publish('main', publisher.world)).toMatchObject({ outcome: 'published' })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish('main', publisher.world)).toMatchObject({ outcome: 'published' })
    await expectAllInGit(publisher)
    expect(server.requests.every(({ authorization }) => authorization === `Basic ${BASIC}`)).toBe(
      true,
    )
  })

  it('gets a token that is in no argument, file, log or answer', async () => {
    await programs.recordGit()
    const server = await serveHttps('Basic another')
    const publisher = await publisherWith(behindHttps(server.url))
    await saveSmallFleet(publisher)
    expect(await publisher.publish('main', publisher.world)).toMatchObject({
      outcome: 'failed',
      message: 'The remote did not accept the credential.',
    })
    const calls = await programs.linesOf('git-calls')
    expect(calls.filter((call) => call.includes('ls-remote'))).not.toEqual([])
    const { text: answer } = await publisher.call('/changes')
    expect(answer).toContain('did not accept the credential')
    const texts = [...calls, ...publisher.logged, answer, await textBeneath(file('data'))]
    for (const secret of [TOKEN, encodeURIComponent(TOKEN), BASIC]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([])
    }
  })

  it('is asked without a name where there is no token', async () => {
    await programs.recordGit()
    const server = await serveHttps('Basic another')
    const publisher = await publisherWith(behindHttps(server.url, ''))
    const { remote } = await publisher.open(publisher.tenant)
    expect(await remote.readTip('main')).toMatchObject({ outcome: 'refused' })
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([null])
  })
})

const behindSsh = () => ({
  GITOPS_REPO_URL: `ssh://git@forge.example.com:2222${served.directory}`,
  GITOPS_SSH_KEY_FILE: file('id'),
  GITOPS_SSH_KNOWN_HOSTS_FILE: file('known-hosts'),
})

describe('a repository behind ssh', () => {
  beforeEach(async () => {
    await programs.recordGit()
    await writeFile(file('id'), KEY)
    await writeFile(file('known-hosts'), 'the key of another host')
  })

  it('is read and pushed to with the key and the known hosts of the settings, and no others', async () => {
    await programs.reachHost()
    const publisher = await publisherWith(behindSsh())
    await saveSmallFleet(publisher)
    expect(await publisher.publish('main', publisher.world)).toMatchObject({ outcome: 'published' })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish('main', publisher.world)).toMatchObject({ outcome: 'published' })
    await expectAllInGit(publisher)
    const calls = await programs.linesOf('ssh-calls')
    expect(calls.some((call) => call.includes('git-receive-pack'))).toBe(true)
    for (const call of calls) {
      expect(call).toContain('-F none -o BatchMode=yes -o IdentitiesOnly=yes')
      expect(call).toContain('-o StrictHostKeyChecking=yes -o UpdateHostKeys=no')
      expect(call).toContain(`-o UserKnownHostsFile=${file('known-hosts')} -i ${file('id')}`)
      expect(call).toContain('-o GlobalKnownHostsFile=none')
      expect(call).toContain('-p 2222')
    }
    const texts = [...calls, ...(await programs.linesOf('git-calls')), ...publisher.logged]
    expect(texts.filter((text) => text.includes(KEY))).toEqual([])
  })

  it('whose host is not the known one gets no push', async () => {
    await programs.install('ssh', 'echo "Host key verification failed." >&2\nexit 255')
    const publisher = await publisherWith(behindSsh())
    await saveSmallFleet(publisher)
    expect(await publisher.publish('main', publisher.world)).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('Host key verification failed'),
    })
    expect(await publisher.git('for-each-ref')).toBe('')
  })

  it.each(['GITOPS_SSH_KEY_FILE', 'GITOPS_SSH_KNOWN_HOSTS_FILE'])(
    'is not opened without %s',
    async (missing) => {
      const publisher = await publisherWith({ ...behindSsh(), [missing]: '' })
      await expect(publisher.open(publisher.tenant)).rejects.toThrow(
        'GITOPS_SSH_KEY_FILE and GITOPS_SSH_KNOWN_HOSTS_FILE have to be set',
      )
    },
  )
})

describe('a repository on this machine', () => {
  it.each([
    ['a path', (directory: string) => directory],
    ['a file address', (directory: string) => `file://${directory}`],
  ])('named by %s is the store itself', async (_, addressOf) => {
    const publisher = await publisherWith({ GITOPS_REPO_URL: addressOf(served.directory) })
    const { store, remote } = await publisher.open(publisher.tenant)
    expect([remote.kind, store.directory]).toEqual(['local', served.directory])
  })

  it('is made in the data directory where no address is set, and is cloned at its one branch', async () => {
    const publisher = await publisherWith({ GITOPS_BRANCH: 'fleet/all' })
    const { store, remote } = await publisher.open(publisher.tenant)
    expect(remote.kind).toBe('local')
    expect(store.directory).toBe(path.join(file('data'), `${publisher.tenant.name}.git`))
    const head = await readFile(path.join(store.directory, 'HEAD'), 'utf8')
    expect(head.trim()).toBe('ref: refs/heads/fleet/all')
  })

  it('is cloned at main where every cluster may have its own branch', async () => {
    const publisher = await publisherWith({ GITOPS_BRANCH: 'fleet/{environment}' })
    const { store } = await publisher.open(publisher.tenant)
    const head = await readFile(path.join(store.directory, 'HEAD'), 'utf8')
    expect(head.trim()).toBe('ref: refs/heads/main')
  })
})

async function published() {
  const publisher = await publisherWith({})
  const directory = file(`data/${publisher.tenant.name}.git`)
  await saveSmallFleet(publisher)
  expect(await publisher.publish('main', publisher.world)).toMatchObject({ outcome: 'published' })
  return { ...publisher, directory }
}

describe('a repository on this machine that somebody removes', () => {
  const comesBack = [
    ['', async () => undefined],
    [' and somebody clones', (directory: string) => makeRepository(directory, 'main')],
  ] as const

  it.each(comesBack)('%s comes back with all that it held', async (_, between) => {
    const publisher = await published()
    const { world, tenant, directory } = publisher
    await rm(directory, { recursive: true })
    await between(directory)
    const { moved } = await inspect(world, tenant)
    expect(moved).toEqual(['main'])
    expect(await publishBranch(world, tenant, 'main', { look: true })).toEqual({ outcome: 'again' })
    expect(await publisher.publish('main', world)).toMatchObject({ outcome: 'published' })
    expect(await filesOn(directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
    await publisher.git('-C', directory, 'fsck', '--strict', '--full')
    expect(await inspect(world, tenant)).toEqual({ moved: [], isStopped: false })
  })
})

describe('opening', () => {
  it('happens once for each tenant', async () => {
    const publisher = await publisherWith({})
    const [one, other] = await Promise.all([
      publisher.open(publisher.tenant),
      publisher.open(publisher.tenant),
    ])
    expect(one).toBe(other)
  })

  it('is tried again after it failed', async () => {
    const publisher = await publisherWith({})
    await writeFile(file('data'), 'no directory')
    await expect(publisher.open(publisher.tenant)).rejects.toThrow('ENOTDIR')
    await rm(file('data'))
    await expect(publisher.open(publisher.tenant)).resolves.toMatchObject({})
  })

  it('names the setting that holds no address, and not what it holds', async () => {
    const publisher = await publisherWith({ GITOPS_REPO_URL: `git://h.example/${BASIC}` })
    const failure: unknown = await publisher.open(publisher.tenant).catch((error) => error)
    expect(String(failure)).toContain('GITOPS_REPO_URL: The repository needs an address')
    expect(String(failure)).not.toContain(BASIC)
  })
})
