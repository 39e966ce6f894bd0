import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branchesWithWork } from '#db/queries/publishing.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import { giveOlderLayout } from './testing/older-layout.ts'
import {
  filesOn,
  createTestPublisher,
  expectedFiles,
  type TestPublisher,
} from './testing/publisher.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveSmallFleet(publisher)
  await publisher.publish()
})
afterEach(() => publisher.close())

const setLayout = (layout: number) =>
  publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`update branches set layout = ${layout} where tenant = ${tenant}`),
  )
const older = () => giveOlderLayout(publisher)

describe('a branch with an older layout', () => {
  it('is not rewritten, and asks for no more work once it is known what the upgrade does to it', async () => {
    const tip = await older()
    expect(await publisher.inScope(branchesWithWork)).toEqual(['main'])
    expect(await publisher.publish()).toEqual({ outcome: 'held' })
    expect(await publisher.inScope(branchesWithWork)).toEqual([])
    expect(await publisher.git('rev-parse', 'main')).toBe(tip)
  })

  it('goes on by itself when the new layout leaves it as it is', async () => {
    await setLayout(1)
    expect(await publisher.publish()).toEqual({ outcome: 'idle' })
    const change = await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [change] })
  })

  it('goes on by itself when it has no content', async () => {
    await setLayout(1)
    await publisher.git('update-ref', '-d', 'refs/heads/main')
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
  })

  it('is refused to a version that writes an older layout than it has', async () => {
    await setLayout(LAYOUT + 1)
    const tip = await publisher.git('rev-parse', 'main')
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toEqual({
      outcome: 'refused',
      message: `A newer version of Berth wrote the branch (layout ${LAYOUT + 1}, this one writes ${LAYOUT}): start that version again.`,
    })
    expect(await publisher.git('rev-parse', 'main')).toBe(tip)
  })
})
