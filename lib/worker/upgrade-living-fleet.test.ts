// A fleet that an older version published is upgraded as its admin would do it: real database, real git, the publisher.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GitRemote } from '#lib/adapters/git/remote.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { WAITS_FOR_UPGRADE } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { giveOlderLayout } from './testing/older-layout.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const DEV = 'fleet/dev'
const PROD = 'fleet/prod'

let publisher: TestPublisher
/** The branch that the remote currently refuses pushes to. */
let unreachable: string | null

function faulty(remote: GitRemote): GitRemote {
  return {
    kind: remote.kind,
    readTips: () => remote.readTips(),
    readTip: (branch) => remote.readTip(branch),
    fetch: (branch, tip) => remote.fetch(branch, tip),
    push: async (branch, expected, tip) =>
      branch === unreachable
        ? { outcome: 'unreachable', message: 'The remote is away.' }
        : remote.push(branch, expected, tip),
  }
}

beforeEach(async () => {
  unreachable = null
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' }, ({ remote }) =>
    faulty(remote),
  )
  await save(publisher, 'POST', '/teams', team())
  await save(publisher, 'POST', '/clusters', cluster('one', 'east', 'dev'))
  await save(publisher, 'POST', '/clusters', cluster('two', 'east', 'prod'))
  await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'prod'))
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy())
  for (const branch of [DEV, PROD]) {
    expect(await publisher.publish(branch)).toMatchObject({ outcome: 'published' })
    await giveOlderLayout(publisher, branch)
  }
})
afterEach(() => publisher.close())

const get = async (path: string) => (await publisher.call(path)).json
const publicationsOf = async (change: number | null) =>
  (await get(`/changes/${change}`)).publications

async function planBoth() {
  for (const branch of [DEV, PROD]) {
    expect(await publisher.publish(branch)).toEqual({ outcome: 'held' })
  }
}

async function confirm(): Promise<number> {
  const { digest, confirmFiles, confirmClusters } = await get('/upgrade')
  const query = `confirmFiles=${confirmFiles}&confirmClusters=${confirmClusters}`
  const headers = { 'berth-impact': digest, 'berth-reason': 'Confined' }
  const answer = await publisher.call(`/upgrade?${query}`, { method: 'POST', headers })
  expect(answer.status, answer.text).toBe(204)
  return Number(answer.headers.get('berth-change'))
}

async function expectUpgraded(...branches: string[]) {
  for (const branch of branches) {
    expect(await filesOn(publisher.directory, branch)).toEqual(
      await expectedFiles(publisher, branch),
    )
  }
}

describe('a living fleet', () => {
  it('is upgraded branch by branch, with every save before, between and after in one commit', async () => {
    const between = await save(publisher, 'POST', '/applications', application('app2'))
    await planBoth()
    const later = await save(publisher, 'PATCH', '/teams/ieb', { quota: { pods: '10' } })
    for (const change of [between, later]) {
      expect(await publicationsOf(change)).toEqual(
        [DEV, PROD].map((branch) => ({
          branch,
          state: 'pending',
          commit: null,
          error: WAITS_FOR_UPGRADE,
        })),
      )
    }
    const upgrade = await confirm()
    expect(await publicationsOf(later)).toMatchObject([{ error: null }, { error: null }])
    unreachable = DEV
    expect(await publisher.publish(DEV)).toMatchObject({ outcome: 'failed' })
    expect(await publisher.publish(PROD)).toMatchObject({
      outcome: 'published',
      changes: [between, later, upgrade],
    })
    expect(await get('/upgrade')).toMatchObject({
      state: 'going-out',
      branches: [
        { branch: DEV, state: 'pending', error: 'The remote is away.' },
        { branch: PROD, state: 'published', waiting: 0 },
      ],
    })
    unreachable = null
    expect(await publisher.publish(DEV)).toMatchObject({ outcome: 'published' })
    expect(await get('/upgrade')).toMatchObject({ state: 'done', change: upgrade })
    await expectUpgraded(DEV, PROD)
    const after = await save(publisher, 'PATCH', '/teams/ieb', { network: 'closed' })
    for (const branch of [DEV, PROD]) {
      expect(await publisher.publish(branch)).toMatchObject({ changes: [after] })
    }
    await expectUpgraded(DEV, PROD)
    expect((await publisher.history()).problems).toEqual([])
  })

  it('tells before it is confirmed what the layout alone does, whatever waits', async () => {
    await planBoth()
    const alone = await get('/upgrade')
    await save(publisher, 'POST', '/applications', application('app2'))
    const { branches, ...counts } = await get('/upgrade')
    expect(counts).toEqual({
      layout: LAYOUT,
      state: 'waiting',
      ready: true,
      digest: alone.digest,
      change: null,
      // For each of three clusters: a policy of its one team, its bootstrap and its root.
      files: { added: 3, removed: 0, modified: 6 },
      clusters: 3,
      confirmFiles: 9,
      confirmClusters: 3,
    })
    expect(branches).toMatchObject([
      { branch: DEV, layout: 1, state: 'waiting', clusters: 1, waiting: 1 },
      { branch: PROD, layout: 1, state: 'waiting', clusters: 2, waiting: 1 },
    ])
  })

  it('shows files that change alike once, and each cluster whose bootstrap changes', async () => {
    await planBoth()
    const { items } = await get('/upgrade/files')
    expect(items).toMatchObject([
      { place: 'bootstrap/<cluster>.yaml', effect: 'modified', files: 3 },
      { place: 'clusters/<cluster>/base/root.yaml', effect: 'modified', files: 3 },
      { place: 'clusters/<cluster>/teams/ieb/network.yaml', effect: 'added', files: 3 },
    ])
    expect(items[2].patch).toContain('+kind: NetworkPolicy')
    expect(items[0].examples).toEqual(['bootstrap/one.yaml'])
    const upgrade = await confirm()
    await publisher.publish(DEV)
    for (const path of ['/upgrade/clusters', `/upgrade/clusters?change=${upgrade}`]) {
      expect((await get(path)).items).toEqual([
        { cluster: 'one', branch: DEV },
        { cluster: 'three', branch: PROD },
        { cluster: 'two', branch: PROD },
      ])
    }
    const csv = await publisher.call('/upgrade/clusters?format=csv')
    expect(csv.text.split('\r\n')).toHaveLength(5)
  })

  it('holds up no branch that is written with the new layout from the start', async () => {
    const change = await save(publisher, 'POST', '/clusters', cluster('four', 'east', 'stage'))
    expect(await publisher.publish('fleet/stage')).toMatchObject({ changes: [change] })
    await expectUpgraded('fleet/stage')
  })

  it('lets a cluster go from a waiting branch to a new one, and back to a waiting one, once it is confirmed', async () => {
    await planBoth()
    const away = await save(publisher, 'PATCH', '/clusters/one', { environment: 'stage' })
    expect(await publisher.publish('fleet/stage')).toMatchObject({ changes: [away] })
    const swap = await save(publisher, 'PATCH', '/clusters/one', { environment: 'prod' })
    expect(await publisher.publish('fleet/stage')).toEqual({ outcome: 'waiting', branch: PROD })
    await planBoth()
    const upgrade = await confirm()
    for (let round = 0; round < 4; round++) {
      for (const branch of [DEV, 'fleet/stage', PROD]) await publisher.publish(branch)
    }
    for (const change of [away, swap, upgrade]) {
      expect((await get(`/changes/${change}`)).state).toBe('published')
    }
    await expectUpgraded(PROD)
    expect((await publisher.history()).problems).toEqual([])
  })

  it('is written whole by whichever process comes first, and then by any', async () => {
    await planBoth()
    await confirm()
    const other = publisher.newWorld()
    expect(await publisher.publish(DEV, other)).toMatchObject({ outcome: 'published' })
    expect(await publisher.publish(PROD)).toMatchObject({ outcome: 'published' })
    const change = await save(publisher, 'POST', '/applications', application('app2'))
    expect(await publisher.publish(DEV)).toMatchObject({ changes: [change] })
    expect(await publisher.publish(PROD, other)).toMatchObject({ changes: [change] })
    await expectUpgraded(DEV, PROD)
    expect((await publisher.history()).problems).toEqual([])
  })

  it.each(['F9', 'F10', 'F11', 'F13', 'F14', 'F15'])(
    'is upgraded by the next process when one dies at %s',
    async (point) => {
      await planBoth()
      await confirm()
      const dying = publisher.newWorld({
        failPoint: (reached) => {
          if (reached === point) throw new Error(`died at ${point}`)
        },
      })
      await publisher.publish(DEV, dying)
      const next = publisher.newWorld()
      for (const branch of [DEV, PROD]) await publisher.publish(branch, next)
      await expectUpgraded(DEV, PROD)
      expect((await publisher.history()).problems).toEqual([])
    },
  )
})
