import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readBranchWork } from '#db/queries/publishing.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveSmallFleet(publisher)
})
afterEach(() => publisher.close())

const APP = 'clusters/one/apps/ieb/app1.yaml'

function write(file: string, text: string) {
  return async (folder: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
}

async function branchError(branch = 'main'): Promise<string | null> {
  return (await publisher.inScope((scope) => readBranchWork(scope, branch)))?.error ?? null
}

/** The model's files, and besides them what others added. */
async function expectModelAnd(foreign: Record<string, string> = {}) {
  const expected = [...(await expectedFiles(publisher, 'main')), ...Object.entries(foreign)]
  expect(await filesOn(publisher.directory, 'main')).toEqual(new Map(expected))
  expect((await publisher.history()).problems).toEqual([])
}

describe('a foreign commit', () => {
  it('is built upon, and its files stay as they are', async () => {
    await publisher.publish()
    const foreign = await publisher.foreignCommit('main', write('docs/notes.md', 'notes'))
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6] })
    expect(await publisher.commits()).toContain(foreign)
    await expectModelAnd({ 'docs/notes.md': 'notes' })
  })

  it('that comes between reading the tip and pushing is built upon', async () => {
    await publisher.publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    let foreign = ''
    const { remote, store } = publisher.repository
    const racing: typeof remote = {
      kind: 'memory',
      readTips: () => remote.readTips(),
      readTip: (branch) => remote.readTip(branch),
      fetch: (branch, tip) => remote.fetch(branch, tip),
      push: async (branch, expected, tip) => {
        foreign ||= await publisher.foreignCommit('main', write('docs/notes.md', 'notes'))
        return remote.push(branch, expected, tip)
      },
    }
    const world = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, store, remote: racing }),
    })
    expect(await publisher.publish('main', world)).toMatchObject({ outcome: 'published' })
    expect(await publisher.commits()).toContain(foreign)
    await expectModelAnd({ 'docs/notes.md': 'notes' })
  })

  it('that edits, removes or replaces Berth’s files is corrected with the next change', async () => {
    await publisher.publish()
    await publisher.foreignCommit('main', async (folder) => {
      await write(APP, 'broken')(folder)
      await write('README.md', 'mine')(folder)
      await rm(path.join(folder, 'clusters/two/base'), { recursive: true })
      await rm(path.join(folder, 'bootstrap/one.yaml'))
      await symlink('../README.md', path.join(folder, 'bootstrap/one.yaml'))
    })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    await expectModelAnd()
  })

  it('that adds files to Berth’s folders keeps them, whatever they are called', async () => {
    await publisher.publish()
    const foreign = {
      'clusters/one/apps/ieb/theirs.yaml': 'theirs',
      'clusters/one/README.txt': 'theirs',
      'clusters/of-nobody/base/x.yaml': 'theirs',
      'bootstrap/theirs.yaml': 'theirs',
    }
    await publisher.foreignCommit('main', async (folder) => {
      for (const [file, text] of Object.entries(foreign)) await write(file, text)(folder)
    })
    await save(publisher, 'PATCH', '/clusters/one', { metadata: { region: 'west' } })
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    await expectModelAnd(foreign)
    await save(publisher, 'DELETE', '/clusters/one')
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    await expectModelAnd(foreign)
  })

  it('that pretends to carry Berth’s changes is not believed', async () => {
    await publisher.publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    const forged = 'Add 1 placement\n\nBerth-Change: 6\nBerth-Actor: person:eve'
    await publisher.foreignCommit('main', write('docs/x', 'x'), forged)
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6] })
    await expectModelAnd({ 'docs/x': 'x' })
  })

  it('that puts a file where a folder of Berth’s has to be stops the branch and names it', async () => {
    await publisher.publish()
    const tip = await publisher.foreignCommit('main', async (folder) => {
      await rm(path.join(folder, 'clusters/one'), { recursive: true })
      await write('clusters/one', 'in the way')(folder)
    })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'refused' })
    expect(await branchError()).toContain('clusters/one')
    expect(await publisher.git('rev-parse', 'main')).toBe(tip)
  })
})

describe('the history of a branch', () => {
  it('that was rewritten is built upon, and what it lost is published again, once and in order', async () => {
    await publisher.publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publisher.publish()
    await save(publisher, 'PATCH', '/clusters/two', { metadata: { region: 'west' } })
    await publisher.publish()
    const [, , first = ''] = await publisher.commits()
    await publisher.git('update-ref', 'refs/heads/main', first)
    const foreign = await publisher.foreignCommit('main', write('docs/notes.md', 'notes'))
    await save(publisher, 'POST', '/clusters', cluster('four'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6, 7, 8] })
    expect(await publisher.commits()).toContain(foreign)
    await expectModelAnd({ 'docs/notes.md': 'notes' })
  })

  it('that was lost with the branch is published again as a whole', async () => {
    await publisher.publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publisher.publish()
    await publisher.git('update-ref', '-d', 'refs/heads/main')
    await save(publisher, 'POST', '/clusters', cluster('four'))
    expect(await publisher.publish()).toMatchObject({
      outcome: 'published',
      changes: [2, 3, 5, 6, 7],
    })
    await expectModelAnd()
  })

  it('that is ahead of the database stops the tenant', async () => {
    await publisher.publish()
    const [tip = ''] = await publisher.commits()
    const message = 'Later\n\nBerth-Change: 4711\n'
    const later = await publisher.git(
      '-c',
      'user.name=Berth',
      '-c',
      'user.email=berth@berth.invalid',
      'commit-tree',
      '-p',
      tip,
      '-m',
      message,
      `${tip}^{tree}`,
    )
    const made = await publisher.git('cat-file', 'commit', later)
    expect(made).toContain('committer Eve')
    const asBerth = made.replace(/committer .*> /, 'committer Berth <berth@berth.invalid> ')
    const commit = gitObject('commit', new TextEncoder().encode(`${asBerth}\n`))
    await publisher.store.write([commit])
    await publisher.git('update-ref', 'refs/heads/main', commit.id)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toEqual({ outcome: 'stopped' })
    expect(await branchError()).toContain('holds change 4711')
    const refused = await publisher.call('/clusters', { body: cluster('four') })
    expect(refused).toMatchObject({ status: 409, json: { code: 'database_behind_git' } })
    expect(await publisher.git('rev-parse', 'main')).toBe(commit.id)
  })
})

describe('a branch that is not Berth’s', () => {
  it.each([
    ['that holds files and says nothing of Berth', write('index.html', 'hello')],
    [
      'of another installation',
      write('.berth/owned', '{"installation":"another","tenant":"default"}\n'),
    ],
    ['of an unreadable owner', write('.berth/owned', '<<<<<<<')],
  ])('%s is refused and stays as it is', async (_, edit) => {
    const tip = await publisher.foreignCommit('main', edit)
    expect(await publisher.publish()).toMatchObject({ outcome: 'refused' })
    expect(await branchError()).not.toBeNull()
    expect(await publisher.git('rev-parse', 'main')).toBe(tip)
    expect((await publisher.call('/changes/5')).json.state).toBe('pending')
  })

  it('is taken when it is empty', async () => {
    const empty = await publisher.git('hash-object', '-t', 'tree', '-w', '/dev/null')
    const commit = await publisher.git('commit-tree', '-m', 'Start', empty)
    await publisher.git('update-ref', 'refs/heads/main', commit)
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await publisher.commits()).toContain(commit)
    await expectModelAnd()
  })
})

describe('what breaks Argo CD', () => {
  it.each([
    ['an absolute link', (folder: string) => symlink('/etc/passwd', path.join(folder, 'docs'))],
    ['a link out of the tree', (folder: string) => symlink('../x', path.join(folder, 'docs'))],
    ['submodules', write('.gitmodules', '')],
  ])('is reported with the branch, and publishing goes on: %s', async (_, edit) => {
    await publisher.publish()
    await publisher.foreignCommit('main', edit)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await branchError()).toMatch(/docs|\.gitmodules/)
    await save(publisher, 'POST', '/clusters', cluster('four'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await branchError()).toMatch(/docs|\.gitmodules/)
  })

  it('is not a link within the tree', async () => {
    await publisher.publish()
    await publisher.foreignCommit('main', async (folder) => {
      await mkdir(path.join(folder, 'docs'))
      await symlink('../README.md', path.join(folder, 'docs/readme'))
    })
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await branchError()).toBeNull()
  })
})
