// A database that was restored to an older state than what people merged since.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MERGE_METHODS } from '#lib/adapters/host/testing/merge.ts'
import { readOwned } from '#lib/domain/reconcilers/repository-files.ts'
import { inspect } from './inspect.ts'
import { publishBranch } from './publish-branch.ts'
import { application, cluster, save } from './testing/fleets.ts'
import { createQuickProposingPublisher, type QuickProposingPublisher } from './testing/proposing.ts'
import { expectedFiles, filesOn } from './testing/publisher.ts'
import { backUp, type Backup, restore } from './testing/restore.ts'

let publisher: QuickProposingPublisher
/** With everything published. */
let older: Backup
beforeEach(async () => {
  publisher = await createQuickProposingPublisher()
  await mergeAll()
  older = await backUp(publisher)
})
afterEach(() => publisher.close())

const publish = (world = publisher.world) => publisher.publish('prod', world)

async function mergeAll(world = publisher.world) {
  await publish(world)
  await publisher.merge('squash')
  expect(await publish(world)).toMatchObject({ outcome: 'published' })
  await publish(world)
}

async function restarted(backup: Backup) {
  await restore(publisher, backup)
  return publisher.newWorld()
}

async function look(world: QuickProposingPublisher['world']) {
  const { moved, isStopped } = await inspect(world, publisher.tenant)
  for (const branch of moved) await publishBranch(world, publisher.tenant, branch, { look: true })
  return { moved, isStopped }
}

const stateOf = async () => (await publisher.call('/git-state')).json

async function expectModelInGit() {
  expect(await filesOn(publisher.directory, 'prod')).toEqual(await expectedFiles(publisher, 'prod'))
}

async function goOn(method: (typeof MERGE_METHODS)[number]) {
  await save(publisher, 'POST', '/clusters', cluster('three'))
  await publish()
  await save(publisher, 'POST', '/applications', application('app2'))
  await publish()
  const { title, body } = (await publisher.openOf())!
  await publisher.merge(method, 'prod', method === 'squash' ? `${title}\n\n${body}` : undefined)
  expect(await publish()).toMatchObject({ outcome: 'published', changes: [7, 8] })
  await publish()
}

async function keepDatabase() {
  const { comparison } = await stateOf()
  const kept = await publisher.call(
    `/git-state/keep-database?confirmRemovals=${comparison.files.removed}`,
    { method: 'POST', headers: { 'berth-impact': comparison.digest } },
  )
  expect(kept.status, kept.text).toBe(200)
  return Number(kept.headers.get('berth-change'))
}

describe('a database that lacks changes that people merged', () => {
  it.each(MERGE_METHODS)('by %s accepts no writes before an admin decides', async (method) => {
    await goOn(method)
    const world = await restarted(older)
    expect(await look(world)).toEqual({ moved: ['prod'], isStopped: false })
    expect(await stateOf()).toMatchObject({
      state: 'database_behind_git',
      reason: expect.stringContaining('holds change 8'),
    })
    const refused = await publisher.call('/clusters', { body: cluster('six') })
    expect(refused).toMatchObject({ status: 409, json: { code: 'database_behind_git' } })
  })

  it.each(MERGE_METHODS)(
    'proposes to make Git equal to itself once an admin decided so, and goes on after the merge by %s',
    async (method) => {
      await goOn(method)
      const tip = await publisher.git('rev-parse', 'prod')
      const world = await restarted(older)
      await look(world)
      await look(world)
      const change = await keepDatabase()
      expect(await publish(world)).toEqual({ outcome: 'proposed' })
      expect(await publisher.git('rev-parse', 'prod')).toBe(tip)
      expect(await publish(world)).toEqual({ outcome: 'idle' })
      await save(publisher, 'POST', '/clusters', cluster('later'))
      await publish(world)
      await publisher.merge(method)
      expect(await publish(world)).toMatchObject({ outcome: 'published', changes: [change] })
      const owned = readOwned(await publisher.git('show', 'prod:.berth/owned'))
      expect(owned?.generation).toBe((await stateOf()).generation)
      await mergeAll(world)
      await expectModelInGit()
      expect(await look(publisher.newWorld())).toEqual({ moved: [], isStopped: false })
      expect((await stateOf()).state).toBe('in_step')
    },
  )
})

describe('a database that has the changes, but not that they were proposed', () => {
  it.each(MERGE_METHODS)('takes what was merged by %s for published', async (method) => {
    await save(publisher, 'POST', '/clusters', cluster('three'))
    const backup = await backUp(publisher)
    await publish()
    await publisher.merge(method)
    await publish()
    const world = await restarted(backup)
    const tip = await publisher.git('rev-parse', 'prod')
    await publish(world)
    expect(await publisher.states()).toContain('7 published')
    expect(await publisher.git('rev-parse', 'prod')).toBe(tip)
    await expectModelInGit()
  })

  it('finds the pull request that is open, and keeps it', async () => {
    await save(publisher, 'POST', '/clusters', cluster('three'))
    const backup = await backUp(publisher)
    await publish()
    const { number } = (await publisher.openOf())!
    const world = await restarted(backup)
    expect(await publish(world)).toEqual({ outcome: 'proposed' })
    expect(await publisher.pullOf()).toMatchObject({ number, from: 7, to: 7 })
    await mergeAll(world)
    await expectModelInGit()
  })
})

describe('a branch whose history', () => {
  it('was rewritten to before a merge has what is lost proposed again', async () => {
    const before = await publisher.git('rev-parse', 'prod')
    await goOn('merge')
    await publisher.git('update-ref', 'refs/heads/prod', before)
    await look(publisher.world)
    await publish()
    const states = await publisher.states()
    expect(states.filter((state) => state.endsWith('proposed'))).toEqual([
      '7 proposed',
      '8 proposed',
    ])
    await mergeAll()
    await expectModelInGit()
  })

  it('is gone begins again, and has everything proposed', async () => {
    await goOn('merge')
    await publisher.git('update-ref', '-d', 'refs/heads/prod')
    await look(publisher.world)
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(await publisher.pullOf()).toMatchObject({ from: 3, to: 8, count: 5 })
    await mergeAll()
    await expectModelInGit()
  })
})
