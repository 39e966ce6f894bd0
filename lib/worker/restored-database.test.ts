// A database that was restored to an older state than Git's: with real rows and a real repository.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOwned } from '#lib/domain/reconcilers/repository-files.ts'
import { answerReadiness } from '#lib/http/api/health.ts'
import { readBacklog } from '#lib/usecases/health/backlog.ts'
import { heldOf, releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { gitOf } from '#lib/usecases/health/readiness.ts'
import { verifyTrailers } from './audit-trailers.ts'
import { inspect } from './inspect.ts'
import { publishBranch } from './publish-branch.ts'
import { application, cluster, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { backUp, type Backup, restore } from './testing/restore.ts'

const BRANCHES = ['prod', 'dev']

let publisher: TestPublisher
/** At change 6. */
let older: Backup
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: '{environment}' })
  await saveSmallFleet(publisher)
  await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))
  await publishAll()
  older = await backUp(publisher)
})
afterEach(() => publisher.close())

async function publishAll(by = publisher.world) {
  const outcomes = []
  for (const branch of BRANCHES) outcomes.push((await publisher.publish(branch, by)).outcome)
  return outcomes
}

/** Five more changes, all of them published. */
async function goOn() {
  await save(publisher, 'POST', '/clusters', cluster('four'))
  await save(publisher, 'POST', '/applications', application('app2'))
  await save(publisher, 'DELETE', '/clusters/two')
  await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
  await save(publisher, 'POST', '/clusters', cluster('five', 'east', 'dev'))
  expect(await publishAll()).toEqual(['published', 'published'])
}

/** A publisher of a process that starts on the database as it is now. */
async function restarted(backup: Backup) {
  await restore(publisher, backup)
  const world = publisher.newWorld()
  return world
}

/** What the loop does when nothing waits. */
async function look(world = publisher.world) {
  const { moved, isStopped } = await inspect(world, publisher.tenant)
  for (const branch of moved) await publishBranch(world, publisher.tenant, branch, { look: true })
  return { moved, isStopped }
}

const diesAt = (point: string) => (at: string) => {
  if (at === point) throw new Error('killed')
}

const stateOf = async () => (await publisher.call('/git-state')).json

const keep = (query = '', headers: Record<string, string> = {}) =>
  publisher.call(`/git-state/keep-database${query}`, { method: 'POST', headers })

async function keepWhatIsCompared() {
  await look()
  const { comparison } = await stateOf()
  const kept = await keep(`?confirmRemovals=${comparison.files.removed}`, {
    'berth-impact': comparison.digest,
  })
  expect(kept.status, kept.text).toBe(200)
  return { comparison, change: Number(kept.headers.get('berth-change')) }
}

async function expectEqual(...others: string[]) {
  for (const branch of BRANCHES) {
    const files = await filesOn(publisher.directory, branch)
    for (const file of others) files.delete(file)
    expect(files).toEqual(await expectedFiles(publisher, branch))
  }
}

/** As `npm run audit:verify` checks a repository. */
const verifyCommits = () =>
  verifyTrailers(publisher.database, publisher.tenant.id, publisher.directory)

async function verified() {
  const verdict = await verifyCommits()
  if (!verdict.ok) throw new Error(verdict.sentence)
  return verdict
}

async function owner(branch: string) {
  return readOwned(await publisher.git('show', `${branch}:.berth/owned`))
}

describe('a database that is older than Git', () => {
  it('accepts no writes before an admin decides, says why, and can be read', async () => {
    await goOn()
    const world = await restarted(older)
    expect(await look(world)).toEqual({ moved: ['dev', 'prod'], isStopped: false })

    const refused = await publisher.call('/clusters', { body: cluster('six') })
    expect(refused).toMatchObject({ status: 409, json: { code: 'database_behind_git' } })
    const dry = await publisher.call('/clusters?dryRun=true', { body: cluster('six') })
    expect(dry.status).toBe(200)
    expect(dry.json.warnings).toContainEqual(
      expect.objectContaining({ code: 'database_behind_git' }),
    )
    expect((await publisher.call('/clusters')).json.items).toHaveLength(3)
    const tags = { 'if-match': '"4711"' }
    const stale = await publisher.call('/clusters/one', { method: 'DELETE', headers: tags })
    expect(stale.json.code).toBe('precondition_failed')
    const gone = await publisher.call('/clusters/one', {
      method: 'DELETE',
      headers: { 'if-match': '*', 'berth-impact': 'of another time' },
    })
    expect(gone.json.code).toBe('database_behind_git')
    expect(await stateOf()).toMatchObject({
      state: 'database_behind_git',
      reason: expect.stringContaining('holds change 11'),
      last_change: 6,
      comparison: null,
    })
    expect((await keep()).json.code).toBe('git_not_compared')
    expect(await (await answerReadiness()).json()).toMatchObject({ ready: true })
    // Asked by itself: a probe gives a database with the tenants of all tests no more than a moment.
    const { state } = gitOf(await readBacklog(publisher.services))
    expect(state).toMatch(/^(?:database_behind_git|repository_taken_over)$/)
  })

  it('is recognised by its audit, although new saves used the numbers again', async () => {
    await goOn()
    const tips = await publisher.git('for-each-ref')
    const world = await restarted(older)
    for (const name of ['six', 'seven', 'eight', 'nine', 'ten', 'eleven']) {
      await save(publisher, 'POST', '/clusters', cluster(name))
    }
    expect(await publishAll(world)).toEqual(['stopped', 'idle'])
    expect((await stateOf()).state).toBe('database_behind_git')
    const refused = await publisher.call('/clusters', { body: cluster('twelve') })
    expect(refused.json.code).toBe('database_behind_git')
    expect(await publisher.git('for-each-ref')).toBe(tips)
  })

  it('is recognised by a branch that it doesn’t know, and clears that', async () => {
    await save(publisher, 'POST', '/clusters', cluster('staged', 'east', 'stage'))
    expect((await publisher.publish('stage')).outcome).toBe('published')
    await publisher.foreignCommit('theirs', (folder) => writeFile(path.join(folder, 'x'), 'x'))
    const world = await restarted(older)
    expect(await look(world)).toEqual({ moved: [], isStopped: true })
    const { change, comparison } = await keepWhatIsCompared()
    expect(comparison.branches.map(({ branch }: { branch: string }) => branch)).toEqual([
      'dev',
      'prod',
      'stage',
    ])
    expect(change).toBe(8)
    expect(await publishAll(world)).toEqual(['published', 'published'])
    expect((await publisher.publish('stage', world)).outcome).toBe('published')
    await expectEqual()
    expect([...(await filesOn(publisher.directory, 'stage')).keys()]).toEqual([
      '.berth/owned',
      'README.md',
    ])
  })

  it('goes back to what was released then', async () => {
    const released = (commit: string, clusters: string[] | null) =>
      submitWave(publisher, (fleet) => ({
        ended: clusters === null ? heldOf(fleet, 'app1') : [],
        begun: [releaseOf(fleet, 'app1', { commit, clusters })],
      }))
    await save(publisher, 'PATCH', '/applications/ieb/app1', { follow: 'versions' })
    await released('1'.repeat(40), ['one'])
    await publishAll()
    const trees = await Promise.all(BRANCHES.map(publisher.tree))
    const backup = await backUp(publisher)
    await released('2'.repeat(40), null)
    expect(await publishAll()).toEqual(['published', 'idle'])
    const world = await restarted(backup)
    await look(world)
    const { comparison } = await keepWhatIsCompared()
    expect(comparison.files).toMatchObject({ added: 0, removed: 0 })
    await publishAll(world)
    await expectEqual()
    const folders = (tree: string) => publisher.git('rev-parse', `${tree}:clusters`)
    const now = await Promise.all(BRANCHES.map(publisher.tree))
    expect(await Promise.all(now.map(folders))).toEqual(await Promise.all(trees.map(folders)))
  })

  it('no longer has its audit compared with commits of the history that an admin gave up', async () => {
    const { commits } = await verified()
    await goOn()
    const before = await verified()
    const world = await restarted(older)
    await look(world)
    expect(await verifyCommits()).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('the chain was rewritten'),
    })
    await keepWhatIsCompared()
    // Not before Git has followed the decision: until then it may be a forged one.
    expect(await verifyCommits()).toMatchObject({ ok: false })
    expect(await publishAll(world)).toEqual(['published', 'published'])
    expect(await verified()).toEqual({
      ok: true,
      commits: commits + BRANCHES.length,
      givenUp: before.commits - commits,
    })
  })

  it('makes Git equal to itself once an admin confirmed what goes, with numbers that were never given', async () => {
    await goOn()
    await publisher.foreignCommit('prod', async (folder) => {
      await writeFile(path.join(folder, 'theirs.txt'), 'theirs')
    })
    const world = await restarted(older)
    await save(publisher, 'POST', '/clusters', cluster('six'))
    expect(await publishAll(world)).toEqual(['stopped', 'idle'])
    expect(await look(world)).toEqual({ moved: [], isStopped: true })

    const { comparison } = await stateOf()
    expect(comparison).toMatchObject({ highest_change: 11 })
    const dev = comparison.branches.find(({ branch }: { branch: string }) => branch === 'dev')
    expect(dev).toMatchObject({ clusters: ['five'], clusters_total: 1 })
    const { removed } = comparison.files
    const dry = await keep('?dryRun=true')
    expect(dry.json.comparison).toEqual(comparison)
    expect((await keep()).json.code).toBe('removals_need_confirmation')
    expect((await keep(`?confirmRemovals=${removed - 1}`)).json).toMatchObject({
      code: 'removals_need_confirmation',
      git_state: { comparison },
    })
    const other = { 'berth-impact': 'of another time' }
    expect((await keep(`?confirmRemovals=${removed}`, other)).json.code).toBe('impact_changed')

    const before = { prod: await listed('prod'), dev: await listed('dev') }
    const kept = await keep(`?confirmRemovals=${removed}`, { 'berth-impact': comparison.digest })
    expect(kept.headers.get('berth-change')).toBe('12')
    expect(kept.json.state).toBe('in_step')
    expect(await save(publisher, 'POST', '/clusters', cluster('seven'))).toBe(13)
    expect(await publishAll(world)).toEqual(['published', 'published'])
    const gone = [...before.prod, ...before.dev]
    const now = new Set([...(await listed('prod')), ...(await listed('dev'))])
    expect(gone.filter((file) => !now.has(file))).toHaveLength(removed)
    expect(await publishAll(world)).toEqual(['published', 'idle'])
    await expectEqual('theirs.txt')
    expect((await owner('prod'))?.generation).toBe(kept.json.generation)
    expect((await publisher.call('/changes/12')).json).toMatchObject({
      action: 'git-state.keep-database',
      state: 'published',
    })
    expect((await publisher.call('/audit?q=git-state')).json.items[0]).toMatchObject({
      action: 'git-state.keep-database',
      change: 12,
    })
    expect((await keep()).json.code).toBe('git_in_step')
    expect(await look(publisher.newWorld())).toEqual({ moved: [], isStopped: false })
  })
})

async function listed(branch: string): Promise<string[]> {
  const files = await publisher.git('ls-tree', '-r', '--name-only', branch)
  return files.split('\n').map((file) => `${branch}:${file}`)
}

describe('a second portal on the same repository', () => {
  it('stops once an admin of the first decided, says so, and can take the repository back', async () => {
    await goOn()
    const living = await backUp(publisher)
    const restored = await restarted(older)
    await look(restored)
    await keepWhatIsCompared()
    expect(await publishAll(restored)).toEqual(['published', 'published'])
    const first = await backUp(publisher)
    const tips = await publisher.git('for-each-ref')

    const second = await restarted(living)
    await save(publisher, 'POST', '/clusters', cluster('twelve'))
    expect(await publishAll(second)).toEqual(['stopped', 'idle'])
    expect(await stateOf()).toMatchObject({
      state: 'repository_taken_over',
      reason: expect.stringContaining('repository_taken_over'),
    })
    const refused = await publisher.call('/clusters', { body: cluster('thirteen') })
    expect(refused.json.code).toBe('repository_taken_over')
    expect(await publisher.git('for-each-ref')).toBe(tips)

    const { change, comparison } = await keepWhatIsCompared()
    expect(comparison.highest_change).toBe(12)
    expect(change).toBe(13)
    expect(await publishAll(second)).toEqual(['published', 'published'])
    await expectEqual()

    const again = await restarted(first)
    await look(again)
    expect((await stateOf()).state).toBe('repository_taken_over')
  })

  it('that went on after the admin saw Git is not overwritten', async () => {
    await goOn()
    const living = await backUp(publisher)
    const restored = await restarted(older)
    await look(restored)
    await look(restored)
    const { comparison } = await stateOf()
    const first = await backUp(publisher)

    const second = await restarted(living)
    await save(publisher, 'POST', '/clusters', cluster('late'))
    expect(await publishAll(second)).toEqual(['published', 'idle'])
    const tip = await publisher.git('rev-parse', 'prod')

    const world = await restarted(first)
    const kept = await keep(`?confirmRemovals=${comparison.files.removed}`)
    expect(kept.status).toBe(200)
    expect((await publisher.publish('prod', world)).outcome).toBe('stopped')
    expect(await publisher.git('rev-parse', 'prod')).toBe(tip)
  })
})

describe('a database of the same history as Git is not taken for an older one', () => {
  it('when a process ended before it knew of its push', async () => {
    await save(publisher, 'POST', '/clusters', cluster('four'))
    const dying = publisher.newWorld({ failPoint: diesAt('F13') })
    expect((await publisher.publish('prod', dying)).outcome).toBe('failed')
    const world = publisher.newWorld()
    expect(await look(world)).toEqual({ moved: ['prod'], isStopped: false })
    expect((await stateOf()).state).toBe('in_step')
    expect((await publisher.publish('prod', world)).outcome).toBe('idle')
    await expectEqual()
  })

  it('when a process ends anywhere while Git is made equal', async () => {
    await goOn()
    const started = await restarted(older)
    await look(started)
    await keepWhatIsCompared()
    for (const point of ['F8', 'F9', 'F10', 'F11', 'F12', 'F13', 'F14', 'F15', 'F16']) {
      await publishAll(publisher.newWorld({ failPoint: diesAt(point) }))
    }
    await publishAll(publisher.newWorld())
    expect((await stateOf()).state).toBe('in_step')
    await expectEqual()
  })

  it('when a branch is deleted, or set back, after Git was made equal', async () => {
    await goOn()
    const world = await restarted(older)
    await look(world)
    const { change } = await keepWhatIsCompared()
    expect(await publishAll(world)).toEqual(['published', 'published'])
    const begun = await publisher.git('rev-parse', 'prod')
    await save(publisher, 'POST', '/clusters', cluster('four'))
    expect((await publisher.publish('prod', world)).outcome).toBe('published')

    await publisher.git('update-ref', 'refs/heads/prod', begun)
    await publisher.git('update-ref', '-d', 'refs/heads/dev')
    const later = publisher.newWorld()
    expect((await look(later)).moved).toEqual(['dev', 'prod'])
    expect(await publishAll(later)).toEqual(['published', 'published'])
    await expectEqual()
    expect((await stateOf()).state).toBe('in_step')
    expect((await publisher.call(`/changes/${change}`)).json.state).toBe('published')
  })
})
