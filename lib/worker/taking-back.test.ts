// What people lose is removed from Git: every binding, role, destination and namespaced object of it, in one commit on each
// branch that it touches, and no trace of it is left in the trees.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { createTestPublisher, filesOn, type TestPublisher } from './testing/publisher.ts'
import { rightsInGit } from './testing/rights-in-git.ts'

const BRANCHES = ['fleet/dev', 'fleet/prod']
const CLUSTERS = ['one', 'two', 'three']
const READERS = '00000000-0000-0000-0000-000000000001'
const WRITERS = '00000000-0000-0000-0000-000000000002'
const QUOTA = { pods: '10' }

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  const groups = [
    { id: READERS, role: 'reader' },
    { id: WRITERS, role: 'contributor' },
  ]
  await save(publisher, 'POST', '/teams', team('ieb', { groups, kubectl: 'edit', quota: QUOTA }))
  await save(publisher, 'POST', '/clusters', cluster('one', 'east', 'dev'))
  await save(publisher, 'POST', '/clusters', cluster('two', 'east', 'prod'))
  await save(publisher, 'POST', '/clusters', cluster('three', 'west', 'prod'))
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/target-policies', policy('everywhere', '*'))
  await publishAll()
})
afterEach(async () => {
  expect((await publisher.history()).problems).toEqual([])
  await publisher.close()
})

async function publishAll() {
  for (const branch of BRANCHES) await publisher.publish(branch)
}

const commitCounts = async () =>
  Promise.all(BRANCHES.map(async (branch) => (await publisher.commits(branch)).length))

/** Makes the edit and publishes it; answers how many new commits each branch has. */
async function commitsOf(edit: () => Promise<unknown>): Promise<number[]> {
  const before = await commitCounts()
  await edit()
  await publishAll()
  return (await commitCounts()).map((count, index) => count - before[index]!)
}

const rights = () =>
  rightsInGit(publisher.directory, BRANCHES, {
    clusters: CLUSTERS,
    teams: ['ieb'],
    groups: [READERS, WRITERS],
  })

const onEach = (clusters: readonly string[], lines: readonly string[]) =>
  clusters.flatMap((name) => lines.map((line) => `${name}: ${line}`)).sort()

const OF_READERS = [`${READERS} sees ieb in Argo CD`, `${READERS} views ieb`]
const OF_WRITERS = [
  `${WRITERS} edits ieb`,
  `${WRITERS} sees ieb in Argo CD`,
  `${WRITERS} syncs ieb in Argo CD`,
  `${WRITERS} views ieb`,
]
const ALL = [...OF_READERS, ...OF_WRITERS, 'ieb deploys']

/** Every path and text of both branches. */
async function everything(): Promise<string> {
  const files = await Promise.all(BRANCHES.map((name) => filesOn(publisher.directory, name)))
  return files.flatMap((each) => [...each].flat()).join('\n')
}

const teamFilesOn = async (branch: string, name: string) =>
  [...(await filesOn(publisher.directory, branch)).keys()].filter((path) =>
    path.startsWith(`clusters/${name}/teams/`),
  )

it('what is taken back below was there before', async () => {
  expect(await rights()).toEqual(onEach(CLUSTERS, ALL))
})

describe('one commit on each branch takes back', () => {
  it('a group of a team', async () => {
    const groups = [{ id: READERS, role: 'reader' }]
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', { groups }))).toEqual([
      1, 1,
    ])
    expect(await rights()).toEqual(onEach(CLUSTERS, [...OF_READERS, 'ieb deploys']))
    expect(await everything()).not.toContain(WRITERS)
  })

  it('the last group of a team', async () => {
    const none = { groups: [] }
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', none))).toEqual([1, 1])
    expect(await rights()).toEqual(onEach(CLUSTERS, ['ieb deploys']))
    // Only the binding of the account is left by which the team's Applications are applied.
    expect(await everything()).not.toMatch(/kind: Group|rolebinding-|roles:/)
  })

  it('what contributors may with kubectl', async () => {
    const view = { kubectl: 'view' }
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', view))).toEqual([1, 1])
    const left = ALL.filter((line) => !line.includes('edits'))
    expect(await rights()).toEqual(onEach(CLUSTERS, left))
    expect(await everything()).not.toMatch(/rolebinding-edit|name: edit/)
  })

  it('a role, where a contributor becomes a reader', async () => {
    const groups = [READERS, WRITERS].map((id) => ({ id, role: 'reader' }))
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', { groups }))).toEqual([
      1, 1,
    ])
    const left = ALL.filter((line) => !/edits|syncs/.test(line))
    expect(await rights()).toEqual(onEach(CLUSTERS, left))
  })

  it('clusters, where a boundary is set, then narrowed', async () => {
    const east = { cluster_boundary: 'region=east' }
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', east))).toEqual([0, 1])
    expect(await rights()).toEqual(onEach(['one', 'two'], ALL))
    expect(await teamFilesOn('fleet/prod', 'three')).toEqual([])
    const dev = { cluster_boundary: 'region=east,environment=dev' }
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', dev))).toEqual([0, 1])
    expect(await rights()).toEqual(onEach(['one'], ALL))
    expect(await teamFilesOn('fleet/prod', 'two')).toEqual([])
  })

  it('a repository of a team', async () => {
    const repo = 'https://git.example.com/ieb/app1.git'
    await save(publisher, 'PATCH', '/teams/ieb', { source_repos: [repo, `${repo}-old`] })
    await publishAll()
    const only = { source_repos: [repo] }
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', only))).toEqual([1, 1])
    expect(await everything()).not.toContain(`${repo}-old`)
  })

  it('everything of a team whose last application goes', async () => {
    await save(publisher, 'POST', '/applications', application('app2'))
    await publishAll()
    const remove = (name: string) => save(publisher, 'DELETE', `/applications/ieb/${name}`)
    expect(await commitsOf(() => remove('app2'))).toEqual([1, 1])
    expect(await rights()).toEqual(onEach(CLUSTERS, ALL))
    expect(await commitsOf(() => remove('app1'))).toEqual([1, 1])
    expect(await rights()).toEqual([])
    expect(await everything()).not.toMatch(/ieb/)
  })

  it('a quota that a team no longer has', async () => {
    const none = { quota: null }
    expect(await commitsOf(() => save(publisher, 'PATCH', '/teams/ieb', none))).toEqual([1, 1])
    expect(await everything()).not.toMatch(/kind: ResourceQuota\nmetadata:|quota\.yaml/)
  })
})
