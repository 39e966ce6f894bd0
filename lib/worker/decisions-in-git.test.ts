// What picks and schedulers chose, from the API to the manifests in a clone of the repository that Berth wrote.
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { submitDecisions } from '#lib/http/testing/deciding.ts'
import { FleetHistory } from './fleet-history.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const NAMES = ['c1', 'c2', 'c3', 'c4', 'c5']
const POLICY = '/target-policies/everywhere'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher({ LOG_LEVEL: 'silent' })
  await save(publisher, 'POST', '/teams', team())
  await save(publisher, 'POST', '/schedulers', { name: 'packer' })
  for (const name of NAMES) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/applications', application())
})
afterEach(async () => {
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  expect((await publisher.history()).problems).toEqual([])
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

const MANIFESTS = 'clusters/*/apps/ieb/app1.yaml'

/** The clusters that have a manifest, in a fresh clone; and what the last commit did to manifests. */
async function inClone(by = publisher.world) {
  expect(await publisher.publish('main', by)).toMatchObject({ outcome: 'published' })
  const scratch = await scratchDirectory()
  try {
    const clone = path.join(scratch.directory, 'clone')
    const inside = async (...args: string[]) =>
      (await publisher.git('-C', clone, ...args)).split('\n').filter((line) => line !== '')
    await publisher.git('clone', '--quiet', '--branch', 'main', publisher.directory, clone)
    const last = await inside(
      'log',
      '-1',
      '--format=',
      '--name-status',
      '--no-renames',
      '--',
      MANIFESTS,
    )
    return {
      clusters: (await inside('ls-files', MANIFESTS)).map(clusterOf),
      last: last.map((line) => `${line[0]} ${clusterOf(line)}`).toSorted(),
    }
  } finally {
    await scratch.remove()
  }
}

const clusterOf = (file: string) => /clusters\/([^/]+)\//.exec(file)![1]!

/** As if the portal had been restarted: nothing is in memory. */
const restarted = () => publisher.newWorld({ fleets: new FleetHistory() })

const decide = (...names: readonly string[]) =>
  submitDecisions(publisher, (fleet) => [
    {
      kind: 'decision',
      policy: findByName(fleet.policies, 'everywhere')!.id,
      application: findByName(fleet.applications, 'app1', 'ieb')!.id,
      after: bitsOf(names.map((name) => findByName(fleet.clusters, name)!.id)),
    },
  ])

describe('a clone', () => {
  it('has a manifest on as many clusters as a pick wants, and on another once one is no candidate any more', async () => {
    await save(publisher, 'POST', '/target-policies', { ...policy(), pick: { count: 2 } })
    const picked = await inClone()
    expect(picked.clusters).toHaveLength(2)
    const [first, second] = picked.clusters
    await save(publisher, 'PATCH', `/clusters/${first}`, { metadata: { region: 'west' } })
    const moved = await inClone(restarted())
    const third = moved.clusters.find((name) => name !== second)!
    expect(moved).toEqual({
      clusters: [second!, third].toSorted(),
      last: [`A ${third}`, `D ${first}`].toSorted(),
    })
    // Who is a candidate again takes nobody's place.
    await save(publisher, 'PATCH', `/clusters/${first}`, { metadata: { region: 'east' } })
    await save(publisher, 'POST', '/clusters', cluster('c0'))
    expect((await inClone()).clusters).toEqual(moved.clusters)
  })

  it('has what a scheduler chose, and loses it with what it was chosen for', async () => {
    await save(publisher, 'POST', '/target-policies', { ...policy(), scheduler: 'packer' })
    await decide('c2', 'c4')
    expect((await inClone()).clusters).toEqual(['c2', 'c4'])
    await decide('c1', 'c4')
    expect(await inClone(restarted())).toEqual({ clusters: ['c1', 'c4'], last: ['A c1', 'D c2'] })
    await save(publisher, 'DELETE', '/clusters/c1')
    expect((await inClone()).clusters).toEqual(['c4'])
    await save(publisher, 'DELETE', POLICY)
    expect(await inClone()).toEqual({ clusters: [], last: ['D c4'] })
  })

  it('has everything again where a policy no longer chooses, and what was there where it begins to', async () => {
    await save(publisher, 'POST', '/target-policies', policy())
    await save(publisher, 'PATCH', POLICY, { scheduler: 'packer' })
    expect((await inClone()).clusters).toEqual(NAMES)
    await decide('c3')
    expect((await inClone(restarted())).clusters).toEqual(['c3'])
    await save(publisher, 'PATCH', POLICY, { scheduler: null })
    expect((await inClone()).clusters).toEqual(NAMES)
  })
})

it('a publisher to which the decisions are lost removes no file', async () => {
  await save(publisher, 'POST', '/target-policies', { ...policy(), pick: { count: 3 } })
  expect((await inClone()).clusters).toHaveLength(3)
  const before = await filesOn(publisher.directory, 'main')
  await save(publisher, 'POST', '/clusters', cluster('c6', 'west'))
  const history = new FleetHistory()
  const misled = publisher.newWorld({
    fleets: {
      forget: () => undefined,
      step: async (scope, from, to) => {
        const taken = await history.step(scope, from, to)
        const lost = taken.after.decisions.flatMap((decided, policy) =>
          [...(decided ?? [])].map(([application]): Edit => ({
            kind: 'decision',
            policy,
            application,
            after: null,
          })),
        )
        expect(lost).toHaveLength(1)
        return { ...taken, after: taken.after.with(lost), edits: [...taken.edits, ...lost] }
      },
    },
  })
  expect(await publisher.publish('main', misled)).toMatchObject({ outcome: 'refused' })
  expect(await filesOn(publisher.directory, 'main')).toEqual(before)
  expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
})
