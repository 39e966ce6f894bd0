import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MERGE_METHODS } from '#lib/adapters/host/testing/merge.ts'
import { cluster, save } from './testing/fleets.ts'
import { createProposingPublisher, type ProposingPublisher } from './testing/proposing.ts'
import { expectedFiles, filesOn } from './testing/publisher.ts'

let publisher: ProposingPublisher
beforeEach(async () => {
  publisher = await createProposingPublisher()
})
afterEach(() => publisher.close())

const publish = () => publisher.publish('prod')

async function expectModelInGit(foreign: Record<string, string> = {}) {
  const expected = [...(await expectedFiles(publisher, 'prod')), ...Object.entries(foreign)]
  expect(await filesOn(publisher.directory, 'prod')).toEqual(new Map(expected))
}

const openPulls = async () =>
  (await publisher.standIn.pulls()).filter(({ state }) => state === 'open')

async function stateOf() {
  return (await publisher.pullOf())?.state ?? null
}

describe('a branch that people merge into', () => {
  it('begins with what says whose it is, and gets everything else by a pull request', async () => {
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect([...(await filesOn(publisher.directory, 'prod')).keys()]).toEqual([
      '.berth/owned',
      'README.md',
    ])
    const [pull] = await openPulls()
    expect(pull).toMatchObject({ head: 'berth/prod', base: 'prod' })
    expect(await publisher.pullOf()).toMatchObject({
      state: 'open',
      number: pull!.number,
      title: pull!.title,
      from: 3,
      to: 6,
      count: 3,
      waiting: 0,
    })
    expect(await publisher.states()).toEqual(['3 proposed', '4 proposed', '6 proposed'])
    expect(await filesOn(publisher.directory, 'berth/prod')).toEqual(
      await expectedFiles(publisher, 'prod'),
    )
  })

  it.each(MERGE_METHODS)('is published once somebody has merged it by %s', async (method) => {
    await publish()
    const commit = await publisher.merge(method)
    expect(await publish()).toEqual({ outcome: 'published', commit, changes: [3, 4, 6] })
    expect(await publisher.states()).toEqual(['3 published', '4 published', '6 published'])
    await publish()
    expect(await publisher.pullOf()).toBeNull()
    await expectModelInGit()
    expect(await publish()).toEqual({ outcome: 'idle' })

    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publish()).toEqual({ outcome: 'proposed' })
    await save(publisher, 'DELETE', '/clusters/two')
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(await openPulls()).toHaveLength(1)
    expect(await publisher.pullOf()).toMatchObject({ from: 7, to: 8, count: 2 })
    await publisher.merge(method)
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [7, 8] })
    await expectModelInGit()
  })

  it('is held once somebody closed the pull request, until it is opened again', async () => {
    await publish()
    const [pull] = await openPulls()
    await publisher.standIn.closeBy(pull!.number, 'ann')
    await publisher.askAgain()
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(await publisher.pullOf()).toMatchObject({ state: 'closed', closedBy: 'ann' })
    const head = await publisher.git('rev-parse', 'berth/prod')
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publish()).toEqual({ outcome: 'idle' })
    expect(await publisher.states()).toEqual([
      '3 proposed',
      '4 proposed',
      '6 proposed',
      '7 pending',
    ])
    expect(await publisher.git('rev-parse', 'berth/prod')).toBe(head)

    await publisher.host.reopen(pull!.number)
    await publisher.askAgain()
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(await stateOf()).toBe('open')
    await publisher.merge()
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6, 7] })
    await expectModelInGit()
  })

  it('is held no longer once what somebody closed came to it by another way', async () => {
    await publish()
    const [closed] = await openPulls()
    await publisher.standIn.closeBy(closed!.number, 'ann')
    await publisher.askAgain()
    await publish()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publisher.git('update-ref', 'refs/heads/prod', 'refs/heads/berth/prod')
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6] })
    expect(await publish()).toEqual({ outcome: 'proposed' })
    const [next] = await openPulls()
    expect(next!.number).not.toBe(closed!.number)
    expect(await publisher.pullOf()).toMatchObject({ state: 'open', from: 7, count: 1 })
    await publisher.merge()
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [7] })
    await expectModelInGit()
  })

  it('is built upon where somebody else commits to it', async () => {
    await publish()
    await publisher.foreignCommit('prod', (folder) => writeFile(path.join(folder, 'x.txt'), 'x'))
    expect(await publish()).toEqual({ outcome: 'proposed' })
    expect(await openPulls()).toHaveLength(1)
    await publisher.merge('rebase')
    expect(await publish()).toMatchObject({ outcome: 'published', changes: [3, 4, 6] })
    await expectModelInGit({ 'x.txt': 'x' })
  })
})
