import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { applyPatch } from 'diff'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const CLEAR = '/clusters/one/branches/clear'
const DEV = { branch: 'fleet/dev' }
/** Three in `base`, two applications, and the team's three. */
const FILES = 9

let publisher: TestPublisher
const begin = async () => {
  publisher = await movedCluster()
}
const end = async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
}

/** Two clusters of a team with two applications. One has moved from `dev` to `prod`, and its old folder is still there. */
async function movedCluster(): Promise<TestPublisher> {
  const made = await createTestPublisher({ GITOPS_BRANCH: 'fleet/{environment}' })
  await save(made, 'POST', '/teams', team())
  await save(made, 'POST', '/clusters', cluster('one', 'east', 'dev'))
  await save(made, 'POST', '/clusters', cluster('two', 'east', 'dev'))
  await save(made, 'POST', '/applications', application())
  await save(made, 'POST', '/applications', application('app2'))
  await save(made, 'POST', '/target-policies', policy())
  await publishAll(made)
  await save(made, 'PATCH', '/clusters/one', { environment: 'prod' })
  await publishAll(made)
  return made
}

/** Until a round finds nothing left to do. */
async function publishAll(by = publisher) {
  for (let round = 0, wasIdle = false; !wasIdle && round < 3; round++) {
    wasIdle = true
    for (const branch of ['fleet/dev', 'fleet/prod', 'fleet/stage']) {
      const { outcome } = await by.publish(branch)
      expect(['published', 'idle', 'waiting']).toContain(outcome)
      wasIdle &&= outcome === 'idle'
    }
  }
}

const clear = (files: number | null = FILES, headers: Record<string, string> = {}, body = DEV) =>
  publisher.call(files === null ? CLEAR : `${CLEAR}?confirmRemovals=${files}`, { body, headers })

const branchesOf = async (name = 'one') =>
  (await publisher.call(`/clusters/${name}/branches`)).json.items.map(
    ({ branch, state, change }: { branch: string; state: string; change: number }) =>
      `${state} ${branch} ${change}`,
  )

async function expectExactly(...branches: string[]) {
  for (const branch of branches) {
    expect(await filesOn(publisher.directory, branch)).toEqual(
      await expectedFiles(publisher, branch),
    )
  }
  expect((await publisher.history()).problems).toEqual([])
}

describe('clearing the folder that a cluster left', () => {
  beforeEach(begin)
  afterEach(end)

  it('takes that folder away from that branch, and nothing else anywhere', async () => {
    expect(await branchesOf()).toEqual(['current fleet/prod 7', 'left-behind fleet/dev 7'])
    const living = await publisher.git('rev-parse', 'fleet/prod')
    expect(await clear()).toMatchObject({ status: 204, text: '' })
    await publishAll()
    await expectExactly('fleet/dev', 'fleet/prod')
    expect(await publisher.git('rev-parse', 'fleet/prod')).toBe(living)
    expect(await branchesOf()).toEqual(['current fleet/prod 7'])
  })

  it('is a change of the cluster, with who did it and why', async () => {
    const { headers } = await clear(FILES, { 'Berth-Reason': 'it%20reads%20prod' })
    expect(headers.get('berth-change')).toBe('8')
    const change = (await publisher.call('/changes/8')).json
    expect(change).toMatchObject({
      action: 'clusters.clear-branch',
      reason: 'it reads prod',
      actor: { name: 'test admin' },
      object: { kind: 'cluster', name: 'one' },
      impact: { files: { added: 0, removed: FILES, modified: 0 }, branches: ['fleet/dev'] },
      publications: [{ branch: 'fleet/dev', state: 'pending' }],
    })
    expect(change.before).toEqual(change.after)
    const ofCluster = await publisher.call('/changes?kind=cluster&name=one&limit=1')
    expect(ofCluster.json.items[0].id).toBe(8)
    await publishAll()
    expect(await publisher.git('log', '-1', '--format=%s', 'fleet/dev')).toBe(
      'Remove 2 applications from one, remove cluster one',
    )
  })

  it('is previewed to the byte, and says what it means to a cluster that reads the branch', async () => {
    const { json } = await publisher.call(`${CLEAR}?dryRun=true&include=diff`, { body: DEV })
    expect(json).toMatchObject({
      placements: { added: 0, removed: 0, changed: 0, kept: 0 },
      files: { added: 0, removed: FILES, modified: 0 },
      branches: ['fleet/dev'],
      confirmRemovals: FILES,
    })
    expect(json.warnings).toHaveLength(1)
    expect(json.warnings[0].message).toContain('If one still reads fleet/dev, it loses everything')
    const files = await filesOn(publisher.directory, 'fleet/dev')
    for (const { path, patch } of json.diff) {
      expect(applyPatch(files.get(path) ?? '', patch)).toBe('')
    }
    expect(await clear(FILES, { 'Berth-Impact': json.digest })).toMatchObject({ status: 204 })
  })

  it('is refused where the cluster’s environment is protected, and foretold', async () => {
    const body = { name: 'prod', protected: true, deployers: [{ id: 'deployers' }] }
    await save(publisher, 'POST', '/environments', body)
    const { json } = await publisher.call(`${CLEAR}?dryRun=true`, { body: DEV })
    expect(json.stops).toMatchObject([{ code: 'environment_protected', name: 'prod' }])
    expect(await clear()).toMatchObject({ status: 403, json: { code: 'environment_protected' } })
  })

  it('is refused a second time', async () => {
    await clear()
    expect(await clear()).toMatchObject({ status: 409, json: { code: 'branch_not_left' } })
  })

  it('is refused while Git doesn’t send the cluster to its new branch yet', async () => {
    await save(publisher, 'PATCH', '/clusters/two', { environment: 'prod' })
    const { json } = await publisher.call('/clusters/two/branches/clear?dryRun=true', { body: DEV })
    expect(json.code).toBe('branch_move_pending')
    await publishAll()
    const later = await publisher.call('/clusters/two/branches/clear?dryRun=true', { body: DEV })
    expect(later.status).toBe(200)
  })

  it('is done once, however often the request is sent again, even when the cluster is gone since', async () => {
    const key = { 'Idempotency-Key': 'once' }
    const first = await clear(FILES, key)
    const again = await clear(FILES, key)
    await save(publisher, 'DELETE', '/clusters/one')
    const late = await clear(FILES, key)
    for (const { status, headers } of [first, again, late]) {
      expect([status, headers.get('berth-change')]).toEqual([204, '8'])
    }
    expect(await clear(FILES, key, { branch: 'fleet/prod' })).toMatchObject({
      status: 422,
      json: { code: 'idempotency_key_reused' },
    })
    expect(await clear()).toMatchObject({ status: 404 })
  })

  it('reaches no other tenant that has a cluster of that name on that branch', async () => {
    const other = await movedCluster()
    const before = await filesOn(other.directory, 'fleet/dev')
    expect(await clear()).toMatchObject({ status: 204 })
    await publishAll()
    await publishAll(other)
    expect(await filesOn(other.directory, 'fleet/dev')).toEqual(before)
    expect((await other.call('/clusters/one/branches')).json.items).toHaveLength(2)
    expect((await other.call('/changes/8')).status).toBe(404)
    await other.close()
  })
})

/** On one fleet, because nothing changes it. */
describe('clearing a folder', () => {
  beforeAll(begin)
  afterAll(end)

  it.each([null, 0, FILES - 1, FILES + 1])('needs the exact number of files, not %s', async (n) => {
    expect(await clear(n)).toMatchObject({
      status: 409,
      json: { code: 'removals_need_confirmation', impact: { confirmRemovals: FILES } },
    })
    expect(await branchesOf()).toHaveLength(2)
  })

  it('is refused when the impact is not the one that was seen', async () => {
    expect(await clear(FILES, { 'Berth-Impact': 'other' })).toMatchObject({
      status: 409,
      json: { code: 'impact_changed' },
    })
  })

  it.each([
    // case | branch | code
    ['on the branch where the cluster lives', 'fleet/prod', 'branch_in_use'],
    ['on a branch where it never was', 'fleet/stage', 'branch_not_left'],
    ['on a name that is no branch', 'a..\u0000b', 'branch_not_left'],
  ])('is refused %s', async (_, branch, code) => {
    for (const query of ['?dryRun=true', `?confirmRemovals=${FILES}`]) {
      const answer = await publisher.call(`${CLEAR}${query}`, { body: { branch } })
      expect(answer).toMatchObject({ status: 409, json: { code } })
    }
  })
})

describe('a branch on which a folder is cleared', () => {
  beforeEach(begin)
  afterEach(end)

  it('keeps what others have put into the folder', async () => {
    await publisher.foreignCommit('fleet/dev', async (folder) => {
      await mkdir(path.join(folder, 'clusters/one/notes'))
      await writeFile(path.join(folder, 'clusters/one/notes/todo.md'), 'later\n')
    })
    await clear()
    await publishAll()
    const files = await filesOn(publisher.directory, 'fleet/dev')
    expect([...files.keys()].filter((file) => file.includes('/one/'))).toEqual([
      'clusters/one/notes/todo.md',
    ])
  })

  it.each(['together', 'one after the other'])(
    'has the folder again when the cluster comes back, published %s',
    async (when) => {
      await clear()
      if (when !== 'together') await publishAll()
      await save(publisher, 'DELETE', '/applications/ieb/app2')
      await save(publisher, 'PATCH', '/clusters/one', { environment: 'dev' })
      await publishAll()
      await expectExactly('fleet/dev')
      expect(await branchesOf()).toEqual(['current fleet/dev 10', 'left-behind fleet/prod 10'])
    },
  )

  it('can be left and cleared again', async () => {
    await clear()
    await save(publisher, 'PATCH', '/clusters/one', { environment: 'dev' })
    await publishAll()
    await save(publisher, 'PATCH', '/clusters/one', { environment: 'stage' })
    await publishAll()
    expect(await branchesOf()).toEqual([
      'current fleet/stage 10',
      'left-behind fleet/dev 10',
      'left-behind fleet/prod 9',
    ])
    expect(await clear()).toMatchObject({ status: 204 })
    expect(await clear(FILES, {}, { branch: 'fleet/prod' })).toMatchObject({ status: 204 })
    await publishAll()
    await expectExactly('fleet/dev', 'fleet/stage', 'fleet/prod')
  })

  it('holds only the folder of the last stay', async () => {
    await save(publisher, 'PATCH', '/clusters/one', { environment: 'dev' })
    await save(publisher, 'DELETE', '/applications/ieb/app2')
    await publishAll()
    expect(await clear()).toMatchObject({ json: { code: 'branch_in_use' } })
    await save(publisher, 'PATCH', '/clusters/one', { environment: 'stage' })
    await publishAll()
    expect(await clear(FILES - 1)).toMatchObject({ status: 204 })
    await publishAll()
    await expectExactly('fleet/dev', 'fleet/stage')
  })

  it.each(['before', 'after'])(
    'loses it also when the cluster is deleted %s that is published, and created anew there',
    async (when) => {
      await clear()
      if (when === 'after') await publishAll()
      await save(publisher, 'DELETE', '/clusters/one')
      if (when === 'after') await publishAll()
      await save(publisher, 'POST', '/clusters', cluster('one', 'west', 'dev'))
      await publishAll()
      await expectExactly('fleet/dev', 'fleet/prod')
    },
  )

  it('gets the move and then the clearing, each in its commit, when both are found to be lost', async () => {
    const before = await publisher.git('rev-parse', 'fleet/dev~1')
    await clear()
    await publishAll()
    await publisher.git('update-ref', 'refs/heads/fleet/dev', before)
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'v2' })
    await publishAll()
    await expectExactly('fleet/dev', 'fleet/prod')
    const log = await publisher.git('log', '-2', '--reverse', '--format=%s', 'fleet/dev')
    expect(log.split('\n')).toEqual(['Move cluster one', expect.stringMatching(/^Remove 2/)])
  })

  it('is published by a process that has just started', async () => {
    await clear()
    expect(await publisher.publish('fleet/dev', publisher.newWorld())).toMatchObject({
      outcome: 'published',
      changes: [8],
    })
    await expectExactly('fleet/dev')
  })
})
