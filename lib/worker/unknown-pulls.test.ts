// Which change a cluster has that pulled a commit of somebody else.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maintain } from './maintenance.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { readPulls, reportPulled } from './testing/reporting.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveSmallFleet(publisher)
  await publisher.publish()
})
afterEach(() => publisher.close())

const push = (name: string) =>
  publisher.foreignCommit('main', (folder) => writeFile(path.join(folder, name), name))

const pulled = async () => (await publisher.call('/clusters/one/report')).json

describe('a commit that isn’t ours', () => {
  it('counts as the newest commit of ours beneath it', async () => {
    await push('theirs.txt')
    const theirs = await push('more.txt')
    await reportPulled(publisher, 'one', theirs)
    expect(await readPulls(publisher)).toEqual([{ commit: theirs, change: null }])
    expect((await pulled()).lacks).toBeNull()
    await maintain(publisher.world)
    expect(await readPulls(publisher)).toEqual([{ commit: theirs, change: 5 }])
    expect(await pulled()).toMatchObject({
      pulled: { commit: theirs, change: null, behind: 0 },
      lacks: { total: 0 },
    })
  })

  it('counts anew for each, and twice is once', async () => {
    await reportPulled(publisher, 'one', await push('first.txt'))
    await maintain(publisher.world)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publisher.publish()
    await reportPulled(publisher, 'one', await push('second.txt'))
    await maintain(publisher.world)
    const known = await readPulls(publisher)
    expect(known.map(({ change }) => change)).toEqual([5, 6])
    await maintain(publisher.world)
    expect(await readPulls(publisher)).toEqual(known)
  })

  it('is looked for on all ways back of a merge', async () => {
    const tip = (await publisher.git('rev-parse', 'main')).trim()
    const tree = (await publisher.git('rev-parse', 'main^{tree}')).trim()
    const person = ['-c', 'user.name=Else', '-c', 'user.email=else@example.com']
    const make = (...parents: string[]) =>
      publisher.git(
        ...person,
        'commit-tree',
        tree,
        '-m',
        'theirs',
        ...parents.flatMap((parent) => ['-p', parent]),
      )
    const root = (await make()).trim()
    const merge = (await make(root, tip)).trim()
    await publisher.git('update-ref', 'refs/heads/main', merge)
    await reportPulled(publisher, 'one', merge)
    await maintain(publisher.world)
    expect(await readPulls(publisher)).toEqual([{ commit: merge, change: 5 }])
  })

  it('that Git doesn’t hold, or that nothing of ours is beneath, stays unknown', async () => {
    const lost = 'e'.repeat(40)
    await reportPulled(publisher, 'one', lost)
    await maintain(publisher.world)
    expect(await readPulls(publisher)).toEqual([{ commit: lost, change: null }])
  })
})

it('a commit of ours that was reported before it was recorded becomes known', async () => {
  const tip = (await publisher.git('rev-parse', 'main')).trim()
  await publisher.inScope(({ tx }) => tx.execute("update publications set commit = 'later'"))
  await reportPulled(publisher, 'one', tip)
  await publisher.inScope(({ tx }) => tx.execute(`update publications set commit = '${tip}'`))
  await maintain(publisher.world)
  expect(await readPulls(publisher)).toEqual([{ commit: tip, change: 5 }])
})
