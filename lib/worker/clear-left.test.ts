// Folders that clusters left go by themselves, once the clusters report from where they went.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { maintain } from './maintenance.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { reportPulled } from './testing/reporting.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  await save(publisher, 'POST', '/teams', team())
  await save(publisher, 'POST', '/clusters', cluster('one', 'east', 'dev'))
  await save(publisher, 'POST', '/clusters', cluster('two', 'east', 'dev'))
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy())
  await publishAll()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

async function publishAll() {
  for (let round = 0; round < 3; round++) {
    for (const branch of ['fleet/dev', 'fleet/prod']) {
      expect(['published', 'idle', 'waiting']).toContain((await publisher.publish(branch)).outcome)
    }
  }
}

const goTo = (environment: string) => save(publisher, 'PATCH', '/clusters/one', { environment })
const tipOf = async (branch: string) => (await publisher.git('rev-parse', branch)).trim()
const branches = async (): Promise<string[]> =>
  (await publisher.call('/clusters/one/branches')).json.items.map(
    ({ branch, state }: { branch: string; state: string }) => `${state} ${branch}`,
  )
const changes = async () => (await publisher.call('/changes')).json.total

describe('a folder that a cluster left', () => {
  it('is cleared once the cluster reports a commit of its new branch that holds it', async () => {
    await goTo('prod')
    await publishAll()
    const pulled = await tipOf('fleet/prod')
    await reportPulled(publisher, 'one', pulled)
    await maintain(publisher.world)
    expect(await branches()).toEqual(['current fleet/prod'])
    await publishAll()
    for (const branch of ['fleet/dev', 'fleet/prod']) {
      expect(await filesOn(publisher.directory, branch)).toEqual(
        await expectedFiles(publisher, branch),
      )
    }
    expect((await publisher.history()).problems).toEqual([])
    expect(await tipOf('fleet/prod')).toBe(pulled)
    const before = await changes()
    await maintain(publisher.world)
    expect(await changes()).toBe(before)
  })

  it('is cleared by Berth itself, as a change and in the audit', async () => {
    await goTo('prod')
    await publishAll()
    await reportPulled(publisher, 'one', await tipOf('fleet/prod'))
    await maintain(publisher.world)
    const [change] = (await publisher.call('/changes?limit=1')).json.items
    expect(change).toMatchObject({
      action: 'clusters.clear-branch',
      actor: { kind: 'system', name: 'Berth' },
      reason: 'The cluster reported that it pulls from fleet/prod',
      object: { kind: 'cluster', name: 'one' },
      impact: { placements: { removed: 0 }, files: { removed: 8 }, branches: ['fleet/dev'] },
    })
    expect(change.before).toEqual(change.after)
    const [event] = (await publisher.call('/audit?limit=1')).json.items
    expect(event).toMatchObject({
      action: 'clusters.clear-branch',
      actor: { kind: 'system', name: 'Berth' },
      result: 'accepted',
      object: 'cluster/one',
      change: change.id,
    })
    // The fleet that requests see follows: a later edit builds upon it.
    await save(publisher, 'PATCH', '/clusters/one', { description: 'Moved' })
  })

  it('stays until the cluster says so', async () => {
    const old = await tipOf('fleet/dev')
    await reportPulled(publisher, 'one', old)
    await goTo('prod')
    await publishAll()
    const unproven = [null, old, await tipOf('fleet/dev'), 'e'.repeat(40)]
    for (const commit of unproven) {
      if (commit !== null) await reportPulled(publisher, 'one', commit)
      await maintain(publisher.world)
      expect(await branches()).toEqual(['current fleet/prod', 'left-behind fleet/dev'])
    }
    // What another cluster pulled proves nothing.
    await reportPulled(publisher, 'two', await tipOf('fleet/prod'))
    await maintain(publisher.world)
    expect(await branches()).toContain('left-behind fleet/dev')
  })

  it('stays until the branch that it is on sends the cluster on', async () => {
    await goTo('prod')
    await publisher.publish('fleet/prod')
    await reportPulled(publisher, 'one', await tipOf('fleet/prod'))
    await maintain(publisher.world)
    expect(await branches()).toContain('left-behind fleet/dev')
  })

  it('is never cleared where the cluster is back, whatever it says', async () => {
    await goTo('prod')
    await publishAll()
    const prod = await tipOf('fleet/prod')
    await goTo('dev')
    await publishAll()
    await reportPulled(publisher, 'one', prod)
    await maintain(publisher.world)
    expect(await branches()).toEqual(['current fleet/dev', 'left-behind fleet/prod'])
    await goTo('prod')
    await publishAll()
    // It says that it pulled its new branch as it was when it had been there before.
    await reportPulled(publisher, 'one', prod)
    await maintain(publisher.world)
    expect(await branches()).toEqual(['current fleet/prod', 'left-behind fleet/dev'])
    await reportPulled(publisher, 'one', await tipOf('fleet/prod'))
    await maintain(publisher.world)
    expect(await branches()).toEqual(['current fleet/prod'])
  })
})
