// What people decide about a branch that they merge into: modes, moves of clusters, edits, closing, and what waits meanwhile.
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { branchesWithWork } from '#db/queries/publishing.ts'
import { pathIsOwned } from '#lib/domain/git/repository-paths.ts'
import { inspect } from './inspect.ts'
import { application, cluster, save } from './testing/fleets.ts'
import { createQuickProposingPublisher, type QuickProposingPublisher } from './testing/proposing.ts'
import { expectedFiles, filesOn } from './testing/publisher.ts'

let publisher: QuickProposingPublisher
afterEach(() => publisher.close())

const begin = async (options: { join?: boolean } = {}) => {
  publisher = await createQuickProposingPublisher(options)
}
const publish = (branch = 'prod', world = publisher.world) => publisher.publish(branch, world)

async function mergeAll(branch = 'prod') {
  await publish(branch)
  await publisher.merge('squash', branch)
  expect(await publish(branch)).toMatchObject({ outcome: 'published' })
  await publish(branch)
  expect(await publisher.pullOf(branch)).toBeNull()
}

async function expectModelInGit(branch = 'prod', foreign: Record<string, string> = {}) {
  const expected = [...(await expectedFiles(publisher, branch)), ...Object.entries(foreign)]
  expect(await filesOn(publisher.directory, branch)).toEqual(new Map(expected))
}

const withWork = () => publisher.inScope(branchesWithWork)

const actionsOf = async (q: string) =>
  (await publisher.call(`/audit?q=${q}`)).json.items.map(
    ({ action, actor, object }: { action: string; actor: { name: string }; object: string }) =>
      `${action} ${object} ${actor.name}`,
  )

const write = (file: string, text: string) => (folder: string) =>
  writeFile(path.join(folder, file), text)

const APP2 = 'clusters/one/apps/ieb/app2.yaml'

describe('a pull request', () => {
  it('of changes that cancel each other out is closed, and they count as published', async () => {
    await begin()
    await mergeAll()
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    await publish()
    const open = await publisher.openOf()
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'master' })
    const tip = await publisher.git('rev-parse', 'prod')
    expect(await publish()).toEqual({ outcome: 'published', commit: tip, changes: [7, 8] })
    expect(open).toMatchObject({ state: 'closed', comments: [expect.stringContaining('nothing')] })
    expect(await publisher.pullOf()).toBeNull()
    expect(await publish()).toEqual({ outcome: 'idle' })
  })

  it('that somebody closed holds the branch, also after a restart, until its changes are undone', async () => {
    await begin()
    await mergeAll()
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    await publish()
    await publisher.closeBy('ann')
    await publisher.askAgain()
    await publish()
    const refs = await publisher.git('for-each-ref')
    expect(await publish('prod', publisher.newWorld())).toEqual({ outcome: 'idle' })
    await save(publisher, 'PATCH', '/clusters/two', { metadata: { region: 'west' } })
    expect(await withWork()).toEqual(['prod'])
    expect(await publish()).toEqual({ outcome: 'idle' })
    expect(await withWork()).toEqual([])
    await save(publisher, 'PATCH', '/clusters/two', { metadata: { region: 'east' } })
    expect(await publish()).toEqual({ outcome: 'idle' })
    expect(await publisher.git('for-each-ref')).toBe(refs)
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'master' })
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [7, 8, 9, 10] })
    expect(await publisher.git('for-each-ref')).toBe(refs)
    expect(await publisher.pullOf()).toBeNull()
    expect(await actionsOf('pull-request')).toEqual([
      'pull-request.closed pull-request/prod Berth',
      'pull-request.open pull-request/prod Berth',
      'pull-request.open pull-request/prod Berth',
    ])
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publish()).toEqual({ outcome: 'proposed' })
  })

  it.each([
    ['opened again', true],
    ['opened anew where the host refuses that', false],
  ])('that somebody closed is %s when they ask for it', async (_, isThere) => {
    await begin()
    await publish()
    const { number } = (await publisher.openOf())!
    await publisher.closeBy('ann')
    await publisher.askAgain()
    await publish()
    if (!isThere) await publisher.git('update-ref', '-d', 'refs/heads/berth/prod')
    await publisher.inScope(({ tx, tenant }) =>
      tx.execute(sql`update pull_requests set reopen_asked_at = clock_timestamp(),
        due_at = clock_timestamp() where tenant = ${tenant}`),
    )
    expect(await withWork()).toEqual(['prod'])
    expect(await publish()).toEqual({ outcome: 'proposed' })
    const open = (await publisher.openOf())!
    expect(open.number === number).toBe(isThere)
    expect(await publisher.pullOf()).toMatchObject({ state: 'open', reopenAskedAt: null })
    await mergeAll()
    await expectModelInGit()
  })

  it('that is not to be joined is left as it is until it is merged, and then comes the next', async () => {
    await begin({ join: false })
    await publish()
    const head = await publisher.git('rev-parse', 'berth/prod')
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publish()).toEqual({ outcome: 'idle' })
    expect(await publisher.pullOf()).toMatchObject({ from: 3, to: 6, count: 3, waiting: 1 })
    await publisher.foreignCommit('prod', write('theirs.txt', 'theirs'))
    await publish()
    expect(await publisher.pullOf()).toMatchObject({ count: 3, waiting: 1 })
    expect(await publisher.git('rev-parse', 'berth/prod')).not.toBe(head)
    expect(await withWork()).toEqual([])
    await publisher.merge('squash')
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6] })
    expect(await withWork()).toEqual(['prod'])
    await mergeAll()
    await expectModelInGit('prod', { 'theirs.txt': 'theirs' })
  })

  it('that somebody edits is overwritten when the host is asked next', async () => {
    await begin()
    await publish()
    await publisher.foreignCommit('berth/prod', write('README.md', 'mine'))
    expect(await publish()).toEqual({ outcome: 'idle' })
    await publisher.askAgain()
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect((await filesOn(publisher.directory, 'berth/prod')).get('README.md')).not.toBe('mine')
    await mergeAll()
    await expectModelInGit()
  })

  it.each(['merge', 'squash', 'rebase', 'fast-forward'] as const)(
    'that somebody edits and merges by %s is corrected, and nothing that it brought is left behind',
    async (method) => {
      await begin()
      await mergeAll()
      await save(publisher, 'POST', '/applications', application('app2'))
      await publish()
      await publisher.foreignCommit('berth/prod', async (folder) => {
        await write('README.md', 'mine')(folder)
        await rm(path.join(folder, 'bootstrap/one.yaml'))
      })
      await publisher.merge(method)
      expect((await filesOn(publisher.directory, 'prod')).has(APP2)).toBe(true)
      await save(publisher, 'DELETE', '/applications/ieb/app2')
      await publish()
      await publish()
      if ((await publisher.openOf()) !== null) {
        const { body } = (await publisher.openOf())!
        const isKnownMerge = method === 'rebase' || method === 'fast-forward'
        if (!isKnownMerge) expect(body).toContain('README.md')
        await mergeAll()
      }
      await expectModelInGit()
      expect((await publisher.states()).every((state) => state.endsWith('published'))).toBe(true)
    },
  )

  it('is looked for anew when its number belongs to another one', async () => {
    await begin()
    await publish()
    await publisher.inScope(({ tx, tenant }) =>
      tx.execute(sql`update pull_requests set number = 4711 where tenant = ${tenant}`),
    )
    await publisher.askAgain()
    await publish()
    expect((await publisher.pullOf())?.number).toBe((await publisher.openOf())?.number)
  })
})

describe('the mode of a branch', () => {
  it('switched to direct publishes what was proposed, and closes the pull request', async () => {
    await begin()
    await publish()
    const open = await publisher.openOf()
    await save(publisher, 'PATCH', '/environments/prod', { publish: 'direct' })
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6] })
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(open?.state).not.toBe('open')
    expect(await publisher.pullOf()).toBeNull()
    expect(await publish()).toEqual({ outcome: 'idle' })
    await expectModelInGit()
    await save(publisher, 'PATCH', '/environments/prod', { publish: 'pull-request' })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publish()).toEqual({ outcome: 'proposed' })
    await mergeAll()
    await expectModelInGit()
  })

  it('is that of the environment whose clusters were there last, once none is there', async () => {
    await begin()
    await mergeAll()
    await save(publisher, 'DELETE', '/clusters/one')
    await save(publisher, 'DELETE', '/clusters/two')
    expect(await publish()).toEqual({ outcome: 'proposed' })
    await mergeAll()
    await expectModelInGit()
  })

  it('that asks for pull requests without a host for them publishes nothing, and says why', async () => {
    await begin()
    const settings = (await publisher.world.repository(publisher.tenant)).settings
    const world = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, settings, host: null }),
    })
    expect(await publish('prod', world)).toMatchObject({
      outcome: 'resting',
      message: expect.stringContaining('no host'),
    })
    expect([...(await filesOn(publisher.directory, 'prod')).keys()]).toHaveLength(2)
  })
})

describe('a cluster that moves', () => {
  it('leaves its branch only after somebody merged it into the other one', async () => {
    await begin()
    await save(publisher, 'POST', '/environments', { name: 'dev', publish: 'pull-request' })
    await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))
    await mergeAll()
    await mergeAll('dev')
    const move = await save(publisher, 'PATCH', '/clusters/one', { environment: 'dev' })
    const later = await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    expect(await publish()).toMatchObject({ outcome: 'waiting', branch: 'dev' })
    expect(await publisher.openOf()).toBeNull()
    await publish('dev')
    expect(await publish()).toMatchObject({ outcome: 'waiting' })
    await publisher.merge('merge', 'dev')
    expect(await publish('dev')).toMatchObject({ outcome: 'published', changes: [move, later] })
    expect(await publish()).toEqual({ outcome: 'proposed' })
    await mergeAll()
    await expectModelInGit('dev')
    // The folder that it left stays until somebody clears it.
    const files = [...(await filesOn(publisher.directory, 'prod'))].filter(
      ([file]) => pathIsOwned(file) && !file.startsWith('clusters/one/'),
    )
    expect(new Map(files)).toEqual(await expectedFiles(publisher, 'prod'))
  })

  it('holds back only itself and what came later', async () => {
    await begin()
    await save(publisher, 'POST', '/environments', { name: 'dev', publish: 'pull-request' })
    await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))
    await mergeAll()
    await mergeAll('dev')
    const first = await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    await save(publisher, 'PATCH', '/clusters/one', { environment: 'dev' })
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(await publisher.pullOf()).toMatchObject({ from: first, to: first, count: 1, waiting: 1 })
  })
})

describe('the refs of pull requests', () => {
  it('are nobody’s unknown branches', async () => {
    await begin()
    await publish()
    expect(await inspect(publisher.newWorld(), publisher.tenant)).toEqual({
      moved: [],
      isStopped: false,
    })
    await publisher.merge('squash')
    expect(await inspect(publisher.world, publisher.tenant)).toEqual({
      moved: ['prod'],
      isStopped: false,
    })
  })
})

describe('a pass over a branch with nothing new', () => {
  it('reads one commit, and asks the host nothing for five minutes', async () => {
    await begin()
    await publish()
    const reads: string[] = []
    const { remote, store } = publisher.repository
    const counting: typeof remote = {
      kind: remote.kind,
      readTips: () => remote.readTips(),
      readTip: (branch) => {
        reads.push(branch)
        return remote.readTip(branch)
      },
      fetch: (branch, tip) => remote.fetch(branch, tip),
      push: () => expect.unreachable(),
    }
    const { settings } = await publisher.world.repository(publisher.tenant)
    const world = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, settings, store, remote: counting }),
      left: publisher.world.left,
      making: () => expect.unreachable(),
    })
    const calls = publisher.calls.length
    expect(await publish('prod', world)).toEqual({ outcome: 'idle' })
    expect(reads).toEqual(['prod'])
    expect(publisher.calls).toHaveLength(calls)
    expect(await withWork()).toEqual([])
    await publisher.inScope(({ tx, tenant }) =>
      tx.execute(sql`update pull_requests set asked_at = asked_at - interval '6 minutes'
        where tenant = ${tenant}`),
    )
    expect(await publish('prod', world)).toEqual({ outcome: 'idle' })
    expect(reads).toEqual(['prod', 'prod', 'berth/prod'])
    expect(publisher.calls.slice(calls)).toEqual(['read'])
  })
})
