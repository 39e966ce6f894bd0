// Applications that follow versions, from what is submitted to what is in Git.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadModel } from '#db/queries/model.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { heldOf, releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { act, announce, rollOut } from '#lib/http/testing/rollouts.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const APP = '/applications/ieb/app1'
const [V1, V2] = ['1'.repeat(40), '2'.repeat(40)]
const VERSIONS = { follow: 'versions' }
const NEEDS = { depends_on: ['ieb/db'] }

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  for (const name of ['a', 'b']) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/clusters', cluster('s', 'east', 'stage'))
  await save(publisher, 'POST', '/target-policies', policy())
})
afterEach(async () => {
  const branches = await publisher.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')
  for (const branch of branches.split('\n').filter((name) => name !== '')) {
    await publisher.publish(branch)
    expect(await filesOn(publisher.directory, branch)).toEqual(
      await expectedFiles(publisher, branch),
    )
  }
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

/** What Git has for each cluster: a revision, or nothing. */
async function inGit(): Promise<Record<string, string>> {
  expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
  return revisions()
}

async function revisions(): Promise<Record<string, string>> {
  const files = await filesOn(publisher.directory, 'main')
  return Object.fromEntries(
    [...files].flatMap(([path, text]) => {
      const name = /^clusters\/(.+)\/apps\/ieb\/app1\.yaml$/.exec(path)?.[1]
      return name ? [[name, /targetRevision: "?([^"\n]+)/.exec(text)![1]!]] : []
    }),
  )
}

/** In the order in which they began. */
const releasesKept = () =>
  publisher.inScope(async (scope) => {
    const rows = await loadModel(scope, 1_000)
    const kept = rows.flatMap((row) => (row.kind === 'release' ? [row] : []))
    return kept.sort((a, b) => a.object - b.object)
  })

async function changeOf(wave: ReturnType<typeof submitWave>): Promise<number> {
  const outcome = await wave
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('nothing was kept')
  return outcome.change
}

const release = (commit: string, clusters: readonly string[] | null, environment = 'prod') =>
  changeOf(
    submitWave(
      publisher,
      (fleet) => ({
        ended: clusters === null ? heldOf(fleet, 'app1', environment) : [],
        begun: [releaseOf(fleet, 'app1', { commit, clusters, environment })],
      }),
      { rollout: { id: 7, wave: 2 } },
    ),
  )

describe('an application that follows versions', () => {
  it('keeps every byte when it begins to, and when it is released to a set it changes there alone', async () => {
    await save(publisher, 'POST', '/applications', application())
    const before = { revisions: await inGit(), tree: await publisher.tree() }
    expect(before.revisions).toEqual({ a: 'master', b: 'master', s: 'master' })
    const change = await save(publisher, 'PATCH', APP, VERSIONS)
    expect(await publisher.publish()).toMatchObject({ outcome: 'idle' })
    expect((await publisher.call(`/changes/${change}`)).json).toMatchObject({ state: 'unchanged' })
    expect(await releasesKept()).toMatchObject([
      { began: change, body: { environment: 'prod', version: null, clusters: null } },
      { began: change, body: { environment: 'stage', version: null, clusters: null } },
    ])

    const wave = await release(V1, ['a'])
    expect(await inGit()).toEqual({ a: V1, b: 'master', s: 'master' })
    const { json } = await publisher.call(`/changes/${wave}`)
    expect(json).toMatchObject({
      action: 'rollouts.wave',
      actor: { id: 'ann' },
      rollout: { id: 7, wave: 2 },
      impact: {
        placements: { added: 0, removed: 0, changed: 1 },
        files: { added: 0, removed: 0, modified: 1 },
        rollout: { id: 7, wave: 2 },
      },
      state: 'published',
    })
    const ofCluster = async (name: string) =>
      (await publisher.call(`/changes?object=cluster/${name}`)).json.items.map(
        ({ id }: { id: number }) => id,
      )
    expect(await ofCluster('a')).toContain(wave)
    expect(await ofCluster('b')).not.toContain(wave)

    await release(V1, null)
    expect(await inGit()).toEqual({ a: V1, b: V1, s: 'master' })
    expect(await releasesKept()).toMatchObject([
      { body: { environment: 'stage', version: null } },
      { body: { environment: 'prod', version: 1, clusters: null } },
    ])
    await save(publisher, 'PATCH', APP, { follow: 'branch' })
    expect(await inGit()).toEqual(before.revisions)
    expect(await publisher.tree()).toBe(before.tree)
    expect(await releasesKept()).toEqual([])
  })

  it('has no file before it is released, and none is missed where it is placed no more', async () => {
    await save(publisher, 'POST', '/applications', application('app1', VERSIONS))
    expect(await inGit()).toEqual({})
    const dry = await submitWave(
      publisher,
      (fleet) => ({ ended: [], begun: [releaseOf(fleet, 'app1', { commit: V1 })] }),
      { options: { dryRun: true } },
    )
    expect(dry).toMatchObject({
      document: { placements: { changed: 2 }, files: { added: 2, modified: 0, removed: 0 } },
    })
    expect(await releasesKept()).toEqual([])
    await save(publisher, 'PATCH', '/clusters/a', { metadata: { region: 'west' } })
    await publisher.publish()
    await release(V1, null)
    expect(await inGit()).toEqual({ b: V1 })
    await save(publisher, 'PATCH', '/clusters/b', { metadata: { region: 'west' } })
    expect(await inGit()).toEqual({})
  })

  it('loses a file that it had when it ended, if it has begun again and waits for a release by then', async () => {
    await save(publisher, 'POST', '/applications', application('app1', VERSIONS))
    for (const name of ['a', 'b']) await release(V1, [name])
    expect(await inGit()).toEqual({ a: V1, b: V1 })
    for (const region of ['west', 'east']) {
      await save(publisher, 'PATCH', '/clusters/a', { metadata: { region } })
    }
    expect(await inGit()).toEqual({ b: V1 })
    await release(V2, null)
    expect(await inGit()).toEqual({ a: V2, b: V2 })
  })

  it('keeps its file when it ended and began again within a commit, if it has a release', async () => {
    await save(publisher, 'POST', '/applications', application())
    await save(publisher, 'PATCH', APP, VERSIONS)
    await release(V1, ['a'])
    expect(await inGit()).toEqual({ a: V1, b: 'master', s: 'master' })
    for (const region of ['west', 'east']) {
      await save(publisher, 'PATCH', '/clusters/a', { metadata: { region } })
    }
    expect(await inGit()).toEqual({ a: 'master', b: 'master', s: 'master' })
  })

  it('takes what it has along into an environment where it has no release', async () => {
    await save(publisher, 'POST', '/applications', application('app1', VERSIONS))
    await release(V1, null)
    expect(await inGit()).toEqual({ a: V1, b: V1 })
    const dry = await publisher.call('/clusters/a?dryRun=true', {
      method: 'PATCH',
      body: { environment: 'lab' },
      headers: { 'If-Match': '*' },
    })
    expect(dry.json).toMatchObject({ placements: { removed: 0, changed: 0 } })
    await save(publisher, 'PATCH', '/clusters/a', { environment: 'lab' })
    await publisher.publish()
    expect(await revisions()).toEqual({ a: V1, b: V1 })
    expect((await releasesKept()).map(({ body }) => body)).toMatchObject([
      { environment: 'prod', clusters: null },
      { environment: 'lab', version: 1, repoBranch: V1, rollout: null },
    ])
    await release(V2, null)
    expect(await inGit()).toEqual({ a: V1, b: V2 })
  })

  it('comes back with what it had when its deletion is undone', async () => {
    await save(publisher, 'POST', '/applications', application('app1', VERSIONS))
    await release(V1, null)
    await release(V2, ['b'])
    expect(await inGit()).toEqual({ a: V1, b: V2 })
    const deleted = await save(publisher, 'DELETE', APP)
    expect(await inGit()).toEqual({})
    await save(publisher, 'POST', `/changes/${deleted}/revert`)
    expect(await inGit()).toEqual({ a: V1, b: V2 })
  })

  it('takes back with the edit what followed from it', async () => {
    await save(publisher, 'POST', '/applications', application())
    const before = await inGit()
    const followed = await save(publisher, 'PATCH', APP, VERSIONS)
    await save(publisher, 'POST', `/changes/${followed}/revert`)
    expect(await releasesKept()).toEqual([])
    expect(await revisions()).toEqual(before)
  })

  it('can’t follow its branch again before its rollout is over', async () => {
    await save(publisher, 'POST', '/applications', application('app1', VERSIONS))
    await announce(publisher, '1')
    const started = await rollOut(publisher, 'prod', 'v1')
    expect(started.status, started.text).toBe(201)
    const follow = () =>
      publisher.call(APP, {
        method: 'PATCH',
        body: { follow: 'branch' },
        headers: { 'If-Match': '*' },
      })
    expect(await follow()).toMatchObject({ status: 409, json: { code: 'rollout_running' } })
    await act(publisher, started.json.id, 'abort')
    expect((await follow()).status).toBe(200)
    expect(await inGit()).toEqual({ a: 'master', b: 'master', s: 'master' })
  })

  it('is the same for a publisher that follows, that starts late, and that compares everything', async () => {
    await save(publisher, 'POST', '/applications', application())
    await publisher.publish()
    await save(publisher, 'PATCH', APP, VERSIONS)
    await release(V1, ['a'])
    await publisher.publish('main', publisher.newWorld())
    expect(await revisions()).toEqual({ a: V1, b: 'master', s: 'master' })
    await release(V1, null)
    await release(V2, ['b'])
    expect(await inGit()).toEqual({ a: V1, b: V2, s: 'master' })
  })
})

/** Begins the current set; `commit` null: of the branch. */
const releasedTo = (commit: string | null, clusters: readonly string[], environment = 'prod') =>
  changeOf(
    submitWave(publisher, (fleet) => {
      const own = { version: null, rollout: null, commit: 'master' }
      const of = commit === null ? own : { commit }
      const set = releaseOf(fleet, 'app1', { ...of, clusters, environment, current: true })
      return { ended: heldOf(fleet, 'app1', environment), begun: [set] }
    }),
  )

describe('an application that needs others', () => {
  beforeEach(async () => {
    await save(publisher, 'POST', '/applications', application('db', { metadata: {} }))
  })

  it('keeps every byte when it begins to, and gives nothing to clusters that come', async () => {
    const created = await save(publisher, 'POST', '/applications', application())
    const before = { revisions: await inGit(), tree: await publisher.tree() }
    expect(before.revisions).toEqual({ a: 'master', b: 'master', s: 'master' })
    const change = await save(publisher, 'PATCH', APP, NEEDS)
    expect(await publisher.publish()).toMatchObject({ outcome: 'idle' })
    expect(await releasesKept()).toMatchObject([
      { began: change, body: { environment: 'prod', version: null, current: true } },
      { began: change, body: { environment: 'stage', version: null, current: true } },
    ])
    await save(publisher, 'POST', '/clusters', cluster('c'))
    await publisher.publish()
    expect(await revisions()).toEqual(before.revisions)
    for (const region of ['west', 'east']) {
      await save(publisher, 'PATCH', '/clusters/a', { metadata: { region } })
    }
    expect(await inGit()).toEqual({ b: 'master', s: 'master' })
    const { json } = await publisher.call('/placements/ieb/app1/b')
    expect(json.release).toMatchObject({ kind: 'base', environment: 'prod', change: created })
    await save(publisher, 'PATCH', APP, { depends_on: [] })
    expect(await inGit()).toEqual({ a: 'master', b: 'master', c: 'master', s: 'master' })
    expect(await releasesKept()).toEqual([])
  })

  it('has what it follows wherever it is, as soon as that is another', async () => {
    await save(publisher, 'POST', '/applications', application('app1', NEEDS))
    expect(await inGit()).toEqual({})
    await releasedTo(null, ['a'])
    expect(await inGit()).toEqual({ a: 'master' })
    await save(publisher, 'PATCH', APP, { repo_branch: 'next' })
    expect(await inGit()).toEqual({ a: 'next' })
    await save(publisher, 'PATCH', APP, VERSIONS)
    await save(publisher, 'PATCH', APP, { repo_branch: 'other' })
    await publisher.publish()
    expect(await revisions()).toEqual({ a: 'next' })
    await save(publisher, 'PATCH', APP, { follow: 'branch' })
    expect(await inGit()).toEqual({ a: 'other' })
  })

  it('gives its current set to all when it needs none any more, and takes it from none when it needs some', async () => {
    await save(publisher, 'POST', '/applications', application('app1', { ...VERSIONS, ...NEEDS }))
    await releasedTo(V1, ['a'])
    expect(await inGit()).toEqual({ a: V1 })
    await save(publisher, 'PATCH', APP, { depends_on: [] })
    expect(await inGit()).toEqual({ a: V1, b: V1 })
    await release(V2, ['b'])
    expect(await inGit()).toEqual({ a: V1, b: V2 })
    await save(publisher, 'PATCH', APP, NEEDS)
    expect(await publisher.publish()).toMatchObject({ outcome: 'idle' })
    expect((await releasesKept()).map(({ body }) => body)).toMatchObject([
      { repoBranch: V2, current: false },
      { repoBranch: V1, current: true },
    ])
  })

  it('comes back on the clusters where it was when its deletion is undone', async () => {
    await save(publisher, 'POST', '/applications', application('app1', NEEDS))
    await releasedTo(null, ['a'])
    expect(await inGit()).toEqual({ a: 'master' })
    const deleted = await save(publisher, 'DELETE', APP)
    expect(await inGit()).toEqual({})
    await save(publisher, 'POST', `/changes/${deleted}/revert`)
    expect(await inGit()).toEqual({ a: 'master' })
  })

  it('can’t begin or cease to need them before its rollout is over', async () => {
    await save(publisher, 'POST', '/applications', application('app1', VERSIONS))
    await announce(publisher, '1')
    const started = await rollOut(publisher, 'prod', 'v1')
    expect(started.status, started.text).toBe(201)
    const need = (depends_on: readonly string[], query = '') =>
      publisher.call(`${APP}${query}`, {
        method: 'PATCH',
        body: { depends_on },
        headers: { 'If-Match': '*' },
      })
    const running = { status: 409, json: { code: 'rollout_running' } }
    expect(await need(['ieb/db'])).toMatchObject(running)
    await act(publisher, started.json.id, 'abort')
    expect((await need(['ieb/db'])).status).toBe(200)
    const next = await rollOut(publisher, 'prod', 'v1')
    expect(next.status, next.text).toBe(201)
    expect(await need([])).toMatchObject(running)
  })
})
