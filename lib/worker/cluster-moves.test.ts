import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publishBranch } from './publish-branch.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  await save(publisher, 'POST', '/teams', team())
  await save(publisher, 'POST', '/clusters', cluster('one', 'east', 'dev'))
  await save(publisher, 'POST', '/clusters', cluster('two', 'east', 'prod'))
  await save(publisher, 'POST', '/applications', application())
  await save(publisher, 'POST', '/applications', application('app2'))
  await save(publisher, 'POST', '/target-policies', policy())
})
afterEach(() => publisher.close())

const move = (name: string, environment: string) =>
  save(publisher, 'PATCH', `/clusters/${name}`, { environment })

async function publishAll() {
  for (let round = 0; round < 4; round++) {
    for (const branch of ['fleet/dev', 'fleet/prod', 'fleet/stage']) {
      const { outcome } = await publisher.publish(branch)
      expect(['published', 'idle', 'waiting']).toContain(outcome)
    }
  }
}

async function expectLiving(branch: string, left: readonly string[] = []) {
  const files = await filesOn(publisher.directory, branch)
  for (const path of files.keys()) {
    if (left.some((name) => path.startsWith(`clusters/${name}/`))) files.delete(path)
  }
  expect(files).toEqual(await expectedFiles(publisher, branch))
}

const rootOf = async (branch: string, name: string) =>
  (await filesOn(publisher.directory, branch)).get(`clusters/${name}/base/root.yaml`)

describe('branches', () => {
  it('have their own clusters, and are published each for itself', async () => {
    expect(await publisher.publish('fleet/prod')).toMatchObject({ changes: [3, 6] })
    expect(await publisher.publish('fleet/dev')).toMatchObject({ changes: [2, 6] })
    await expectLiving('fleet/prod')
    await expectLiving('fleet/dev')
    await save(publisher, 'PATCH', '/clusters/one', { metadata: { region: 'west' } })
    expect(await publisher.publish('fleet/prod')).toEqual({ outcome: 'idle' })
    expect(await publisher.publish('fleet/dev')).toMatchObject({ changes: [7] })
    expect((await publisher.history()).problems).toEqual([])
  })
})

describe('a cluster that moves to another branch', () => {
  it('is there before its old root sends it there, and its old folder stays', async () => {
    await publishAll()
    const before = await filesOn(publisher.directory, 'fleet/dev')
    await move('one', 'prod')
    expect(await publisher.publish('fleet/dev')).toEqual({
      outcome: 'waiting',
      branch: 'fleet/prod',
    })
    expect(await publisher.publish('fleet/prod')).toMatchObject({ outcome: 'published' })
    expect(await publisher.publish('fleet/dev')).toMatchObject({ outcome: 'published' })
    await expectLiving('fleet/prod')
    const left = await filesOn(publisher.directory, 'fleet/dev')
    expect(left.get('clusters/one/base/root.yaml')).toBe(await rootOf('fleet/prod', 'one'))
    before.delete('bootstrap/one.yaml')
    before.set('clusters/one/base/root.yaml', left.get('clusters/one/base/root.yaml')!)
    expect(left).toEqual(before)
    expect((await publisher.history()).problems).toEqual([])
  })

  it('takes what tells its applications with it, in the same file', async () => {
    await publishAll()
    const before = await rootOf('fleet/dev', 'one')
    expect(before).toContain('name: berth-config')
    await move('one', 'prod')
    await publishAll()
    const moved = before!.replaceAll('refs/heads/fleet/dev', 'refs/heads/fleet/prod')
    expect(await rootOf('fleet/dev', 'one')).toBe(moved)
    expect(await rootOf('fleet/prod', 'one')).toBe(moved)
  })

  it('leaves its folder as it was at that moment, whatever is saved before and after and published together', async () => {
    await publishAll()
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'before' })
    await move('one', 'prod')
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'after' })
    await save(publisher, 'DELETE', '/applications/ieb/app2')
    await publishAll()
    await expectLiving('fleet/prod')
    await expectLiving('fleet/dev', ['one'])
    const left = await filesOn(publisher.directory, 'fleet/dev')
    expect(left.get('clusters/one/apps/ieb/app1.yaml')).toContain('before')
    expect([...left.keys()]).toContain('clusters/one/apps/ieb/app2.yaml')
    expect((await publisher.history()).problems).toEqual([])
  })

  it('finds nothing that was deleted in the meantime when it comes back', async () => {
    await publishAll()
    await move('one', 'prod')
    await save(publisher, 'DELETE', '/applications/ieb/app2')
    await publishAll()
    await move('one', 'dev')
    await publishAll()
    await expectLiving('fleet/dev')
    expect((await publisher.history()).problems).toEqual([])
  })

  it('comes back within one batch without a trace', async () => {
    await publishAll()
    await move('one', 'prod')
    await save(publisher, 'DELETE', '/applications/ieb/app2')
    await move('one', 'dev')
    await publishAll()
    await expectLiving('fleet/dev')
    await expectLiving('fleet/prod', ['one'])
    expect((await publisher.history()).problems).toEqual([])
  })

  it('is whole after it came back, and is deleted and made again within one batch', async () => {
    await publishAll()
    await move('one', 'prod')
    await publishAll()
    await move('one', 'dev')
    await publishAll()
    await save(publisher, 'DELETE', '/clusters/one')
    await save(publisher, 'POST', '/clusters', cluster('one', 'east', 'dev'))
    await publishAll()
    await expectLiving('fleet/dev')
    expect((await publisher.history()).problems).toEqual([])
  })

  it('takes the place of another that moves the other way, and neither waits for ever', async () => {
    await publishAll()
    await publisher.call('/apply', {
      body: [kindOf('one', 'prod'), kindOf('two', 'dev')],
      headers: { 'content-type': 'application/json' },
    })
    expect(await publisher.publish('fleet/prod')).toEqual({
      outcome: 'waiting',
      branch: 'fleet/dev',
    })
    await publishAll()
    await expectLiving('fleet/dev', ['one'])
    await expectLiving('fleet/prod', ['two'])
    expect((await publisher.history()).problems).toEqual([])
  })

  it('is not mistaken for one of the same name that was deleted', async () => {
    await publishAll()
    await save(publisher, 'DELETE', '/clusters/one')
    await save(publisher, 'POST', '/clusters', cluster('one', 'east', 'prod'))
    await publishAll()
    await expectLiving('fleet/dev')
    await expectLiving('fleet/prod')
    expect((await publisher.history()).problems).toEqual([])
  })

  it('and is deleted there takes its files with it, on both branches', async () => {
    await publishAll()
    await move('one', 'prod')
    await publishAll()
    await save(publisher, 'DELETE', '/clusters/one')
    await publishAll()
    await expectLiving('fleet/prod')
    await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))
    await publishAll()
    await expectLiving('fleet/dev')
  })

  it('holds up no other branch while the one that it goes to can’t be published', async () => {
    await publishAll()
    await publisher.git('update-ref', 'refs/heads/fleet/stage', await foreignRoot())
    await move('one', 'stage')
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    expect(await publishBranch(publisher.world, publisher.tenant, 'fleet/stage')).toMatchObject({
      outcome: 'refused',
    })
    expect(await publisher.publish('fleet/dev')).toEqual({
      outcome: 'waiting',
      branch: 'fleet/stage',
    })
    expect(await publisher.publish('fleet/prod')).toMatchObject({ outcome: 'published' })
    await expectLiving('fleet/prod')
  })
})

async function foreignRoot(): Promise<string> {
  const blob = await publisher.git('hash-object', '-w', '/etc/hostname')
  await publisher.git('read-tree', '--empty')
  await publisher.git('update-index', '--add', '--cacheinfo', `100644,${blob},index.html`)
  return publisher.git('commit-tree', '-m', 'Theirs', await publisher.git('write-tree'))
}

const kindOf = (name: string, environment: string) => ({
  apiVersion: 'berth.dev/v1',
  kind: 'Cluster',
  metadata: { name, labels: { region: 'east' } },
  spec: { shortName: name, environment },
})
