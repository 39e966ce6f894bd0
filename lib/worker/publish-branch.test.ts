import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { treeIdOf } from './testing/branch-files.ts'
import { application, cluster, policy, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  treeByGitAdd,
  type TestPublisher,
} from './testing/publisher.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveSmallFleet(publisher)
})
afterEach(async () => {
  expect((await publisher.history()).problems).toEqual([])
  await publisher.close()
})

async function expectModelInGit() {
  const files = await expectedFiles(publisher, 'main')
  expect(await filesOn(publisher.directory, 'main')).toEqual(files)
  expect(await publisher.tree()).toBe(treeIdOf(files))
}

async function auditHashOf(change: number): Promise<string | undefined> {
  const query = sql`select encode(hash, 'hex') as hash from audit_events where change = ${change}`
  const [row] = await publisher.inScope(({ tx }) => tx.execute<{ hash: string }>(query))
  return row?.hash
}

describe('publishing a branch', () => {
  it('puts each save into one commit, byte for byte what plain git adds of the model’s files', async () => {
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [2, 3, 5] })
    await expectModelInGit()
    const files = await expectedFiles(publisher, 'main')
    expect(await publisher.tree()).toBe(await treeByGitAdd(files))
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', changes: [6] })
    await expectModelInGit()
    expect(await publisher.commits()).toHaveLength(2)
  })

  it('has nothing to do when nothing waits', async () => {
    await publisher.publish()
    expect(await publisher.publish()).toEqual({ outcome: 'idle' })
    expect(await publisher.commits()).toHaveLength(1)
  })

  it('says in the commit who changed what, when, why and in which change, and nothing else that people typed', async () => {
    await publisher.publish()
    await publisher.call('/clusters', {
      body: { ...cluster('three'), description: 'Typed text' },
      headers: { 'Berth-Reason': 'Typed%20reason' },
    })
    const actor = (await publisher.call('/changes/6')).json.actor
    await publisher.publish()
    const format = '--format=%an|%ae|%cn|%ce|%at|%ct%n%B'
    const [who, ...message] = (await publisher.git('log', '-1', format, 'main')).split('\n')
    const at = Math.floor(new Date((await publisher.call('/changes/6')).json.at).getTime() / 1000)
    expect(who).toBe(
      `test admin|token-${actor.id}@berth.invalid|Berth|berth@berth.invalid|${at}|${at}`,
    )
    expect(message).toEqual([
      'Add ieb/app1 to three, add cluster three',
      '',
      'change 6, clusters.create: 0 removed, 1 added, 0 changed',
      'reason: Typed reason',
      '',
      'Berth-Change: 6',
      `Berth-Actor: token:${actor.id}`,
      `Berth-Audit: ${await auditHashOf(6)}`,
    ])
  })

  it('names no audit event of a change that is older than the audit', async () => {
    const owner = await connect(inject('ownerUrl'))
    await owner.client`update audit_events set change = null where tenant = ${publisher.tenant.id}`
    await owner.close()
    await publisher.publish()
    const trailers = '--format=%(trailers:only,unfold,key=Berth-Audit)'
    expect((await publisher.git('log', '-1', trailers, 'main')).trim()).toBe('')
    await expectModelInGit()
  })

  it('says and guards the same in a process that starts from what is in the store', async () => {
    await publisher.publish()
    const store = await openObjectStore(publisher.directory, 'main')
    const restarted = publisher.newWorld({
      repository: async () => ({ ...publisher.repository, store, remote: new LocalRemote(store) }),
    })
    const subject = () => publisher.git('log', '-1', '--format=%s', 'main')
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    await publisher.publish('main', restarted)
    expect(await subject()).toBe('Change ieb/app1 on 2 clusters')
    await save(publisher, 'DELETE', '/target-policies/everywhere')
    await publisher.publish('main', restarted)
    expect(await subject()).toBe('Remove ieb/app1 from 2 clusters')
    await expectModelInGit()
    store.close()
  })

  it('is Berth’s own commit when it carries changes of several people', async () => {
    const token = await publisher.token('admin')
    await publisher.call('/clusters', { body: cluster('three'), token })
    await publisher.publish()
    const log = await publisher.git(
      'log',
      '-1',
      '--format=%an <%ae>%n%(trailers:key=Berth-Actor)',
      'main',
    )
    expect(log.split('\n')[0]).toBe('Berth <berth@berth.invalid>')
    expect(log.match(/^Berth-Actor: token:/gm)).toHaveLength(2)
  })

  it('takes away what the model took away, down to the empty folders, and keeps the base', async () => {
    await publisher.publish()
    await save(publisher, 'DELETE', '/target-policies/everywhere')
    await publisher.publish()
    await expectModelInGit()
    const subject = await publisher.git('log', '-1', '--format=%s', 'main')
    expect(subject).toBe('Remove ieb/app1 from 2 clusters')
    await save(publisher, 'DELETE', '/clusters/one')
    await publisher.publish()
    await expectModelInGit()
    expect([...(await filesOn(publisher.directory, 'main')).keys()]).not.toContain(
      'bootstrap/one.yaml',
    )
  })

  it('makes no commit of changes that cancel each other out, and still counts them as published', async () => {
    await publisher.publish()
    const tip = await publisher.git('rev-parse', 'main')
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'master' })
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', commit: tip })
    expect(await publisher.git('rev-parse', 'main')).toBe(tip)
  })

  it('makes the same commit again when it died before anybody knew of it', async () => {
    const ids: string[] = []
    for (const point of ['F10', 'F11']) {
      const dying = publisher.newWorld({ failPoint: dieAt(point) })
      await publisher.publish('main', dying)
      ids.push(await publisher.git('rev-list', '--no-walk', ...(await commitObjects())))
    }
    expect(await publisher.publish()).toMatchObject({ outcome: 'published', commit: ids[0] })
    expect(new Set(ids).size).toBe(1)
  })

  it.each(['F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12', 'F13', 'F14', 'F15', 'F16'])(
    'brings each change into one commit when a publisher dies at %s',
    async (point) => {
      const dying = publisher.newWorld({ failPoint: dieAt(point) })
      await publisher.publish('main', dying)
      await save(publisher, 'POST', '/clusters', cluster('three'))
      await pause(20)
      await publisher.publish()
      expect(await publisher.publish()).toEqual({ outcome: 'idle' })
      await expectModelInGit()
    },
  )

  it('publishes once when two publishers start at the same moment', async () => {
    const other = publisher.newWorld()
    for (let round = 0; round < 5; round++) {
      await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: `v${round}` })
      const outcomes = await Promise.all([publisher.publish(), publisher.publish('main', other)])
      expect(outcomes.filter(({ outcome }) => outcome === 'published')).toHaveLength(1)
    }
    await expectModelInGit()
  })

  it('publishes once when two publishers believe that they hold the lock', async () => {
    const worlds = [0, 1, 2].map(() =>
      publisher.newWorld({ locks: Object.assign(publisher.newWorld().locks, lockFor(false)) }),
    )
    for (let round = 0; round < 8; round++) {
      await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: `v${round}` })
      await Promise.all(worlds.map((world) => publisher.publish('main', world)))
    }
    await publisher.publish()
    await expectModelInGit()
  })

  it('does not push once its lock is gone', async () => {
    const lost = publisher.newWorld()
    Object.assign(lost.locks, lockFor(true))
    await expect(publisher.publish('main', lost)).rejects.toThrow('come to an end')
    expect(await publisher.git('branch', '--list')).toBe('')
    await publisher.publish()
  })

  it('makes no commit of an edit of a policy’s description, which is in no file', async () => {
    await publisher.publish()
    await save(publisher, 'PATCH', '/target-policies/everywhere', { description: 'other' })
    await save(publisher, 'POST', '/target-policies', policy('second'))
    await save(publisher, 'POST', '/applications', application('app2', { metadata: {} }))
    expect(await publisher.publish()).toEqual({ outcome: 'idle' })
    await expectModelInGit()
  })
})

/** A lock that everybody gets. */
function lockFor(lost: boolean) {
  return { acquire: async () => ({ isLost: () => lost, release: async () => undefined }) }
}

function dieAt(wanted: string) {
  return (point: string) => {
    if (point === wanted) throw new Error(`died at ${point}`)
  }
}

async function commitObjects(): Promise<string[]> {
  const objects = await publisher.git(
    'cat-file',
    '--batch-all-objects',
    '--batch-check=%(objecttype) %(objectname)',
  )
  return objects.split('\n').flatMap((line) => {
    const [type, id = ''] = line.split(' ')
    return type === 'commit' ? [id] : []
  })
}
