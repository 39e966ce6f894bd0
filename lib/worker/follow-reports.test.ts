// What a report lets us do is done at the next look, long before the repository is maintained.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchReports } from './follow-reports.ts'
import { maintain } from './maintenance.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { readPulls, reportPulled } from './testing/reporting.ts'
import type { PublisherWorld } from './world.ts'

let publisher: TestPublisher
/** The same, where it is counted how often the remote is asked for a tip. */
let world: PublisherWorld
let asked: number
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  await saveSmallFleet(publisher)
  await save(publisher, 'PUT', '/clusters/one', { ...cluster('one'), environment: 'dev' })
  await publishAll()
  asked = 0
  world = {
    ...publisher.world,
    repository: async (tenant) => {
      const repository = await publisher.world.repository(tenant)
      const { remote } = repository
      const readTip: typeof remote.readTip = (branch) => {
        asked += 1
        return remote.readTip(branch)
      }
      return { ...repository, remote: Object.assign(Object.create(remote), { readTip }) }
    },
  }
})
afterEach(() => publisher.close())

async function publishAll() {
  for (let round = 0; round < 3; round++) {
    for (const branch of ['fleet/dev', 'fleet/prod']) {
      expect(['published', 'idle', 'waiting']).toContain((await publisher.publish(branch)).outcome)
    }
  }
}

const tipOf = async (branch: string) => (await publisher.git('rev-parse', branch)).trim()

it('clears the folder that a cluster left once it reports from where it went', async () => {
  const watch = watchReports(world)
  await save(publisher, 'PATCH', '/clusters/one', { environment: 'prod' })
  await publishAll()
  await watch.look()
  const states = async () =>
    (await publisher.call('/clusters/one/branches')).json.items.map(
      ({ branch, state }: Record<string, string>) => `${state} ${branch}`,
    )
  expect(await states()).toEqual(['current fleet/prod', 'left-behind fleet/dev'])
  await reportPulled(publisher, 'one', await tipOf('fleet/prod'))
  watch.doubt()
  await watch.look()
  expect(await states()).toEqual(['current fleet/prod'])
})

it('finds out what is beneath a commit that isn’t ours, and asks a remote once for one that Git doesn’t hold', async () => {
  const watch = watchReports(world)
  const look = async () => {
    watch.doubt()
    await watch.look()
  }
  const theirs = await publisher.foreignCommit('fleet/dev', (folder) =>
    writeFile(path.join(folder, 'theirs.txt'), 'theirs'),
  )
  await reportPulled(publisher, 'one', theirs)
  await look()
  expect(await readPulls(publisher)).toEqual([{ commit: theirs, change: expect.any(Number) }])

  await reportPulled(publisher, 'one', 'e'.repeat(40))
  asked = 0
  await look()
  expect(asked).toBe(1)
  await look()
  expect(asked).toBe(1)
  await maintain(world)
  expect(asked).toBe(2)
})
