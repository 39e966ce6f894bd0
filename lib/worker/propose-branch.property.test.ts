// Whatever people do to a branch and its pull request, at whatever moment, and whatever the host and this process do meanwhile:
// every change is published once and in order, or held, and what was merged is the model at some change.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { askToReopen, findPullRequest } from '#db/queries/pull-request-lists.ts'
import { readBranchWork } from '#db/queries/publishing.ts'
import { MERGE_METHODS } from '#lib/adapters/host/testing/merge.ts'
import { pathIsOwned } from '#lib/domain/git/repository-paths.ts'
import { HostRests } from './host-rests.ts'
import { inspect } from './inspect.ts'
import { publishBranch } from './publish-branch.ts'
import { application, cluster, save, saveSmallFleet } from './testing/fleets.ts'
import { keptPullsHost, type Trouble } from './testing/kept-pulls-host.ts'
import { askAgain, SETTINGS } from './testing/proposing.ts'
import { createTestPublisher, expectedFiles, filesOn } from './testing/publisher.ts'
import type { PublisherWorld } from './world.ts'

const trials = process.env['BERTH_TRIALS']
const SEQUENCES = Math.ceil(Number(trials ?? 100) / 25)
/** So few are the same each time: what is rare is found by longer runs, and doesn't stop whoever works on something else. */
const SEED = trials === undefined ? { seed: 17 } : {}
const STEPS = { minLength: 40, maxLength: 60 }
const BRANCHES = ['prod', 'dev'] as const
type Branch = (typeof BRANCHES)[number]
const CLUSTERS = ['one', 'two', 'three'] as const
/** Where a process may die: before and after each thing that it does to something outside of it. */
const POINTS = ['F8', 'F11', 'F13', 'P1', 'P2', 'P3'] as const
const DRAIN_MAX = 60

const branch = fc.constantFrom<Branch>(...BRANCHES)

const step = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('pass' as const), branch }), weight: 10 },
  { arbitrary: fc.record({ kind: fc.constant('wake' as const) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('inspect' as const) }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      edit: fc.constantFrom('version', 'region', 'move', 'delete', 'create', 'application'),
      cluster: fc.constantFrom(...CLUSTERS),
      /** Whether a pass over either branch follows. */
      isSeen: fc.boolean(),
    }),
    weight: 9,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      method: fc.constantFrom(...MERGE_METHODS),
      branch,
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'close' as const,
        'close' as const,
        'reopen' as const,
        'ask-reopen' as const,
      ),
      branch,
      isSeen: fc.boolean(),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('foreign' as const, 'foreign-edit' as const, 'pull-edit' as const),
      branch,
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('bring' as const), branch }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('delete-ref' as const), branch }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      branch,
      publish: fc.constantFrom('direct' as const, 'pull-request' as const),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('trouble' as const),
      trouble: fc.constantFrom<Trouble | null>('down', 'reply-lost', 'not-done', null),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('die' as const),
      branch,
      point: fc.constantFrom(...POINTS),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('restart' as const) }), weight: 1 },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

it('every change is published once and in order, or held', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, STEPS), async (join, steps) => {
      const trial = await begin(join)
      try {
        for (const each of steps) await trial.take(each)
        await trial.drain()
      } finally {
        await trial.close()
      }
    }),
    { ...SEED, numRuns: SEQUENCES, endOnFailure: true },
  )
})

async function begin(join: boolean) {
  let kept!: ReturnType<typeof keptPullsHost>
  const publisher = await createTestPublisher(SETTINGS, undefined, null, (directory) => {
    kept = keptPullsHost(directory)
    return { host: kept.host, join }
  })
  const { tenant } = publisher
  for (const name of BRANCHES) {
    await save(publisher, 'POST', '/environments', { name, publish: 'pull-request' })
  }
  await saveSmallFleet(publisher)
  await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))

  const rests = new HostRests()
  const newWorld = (over: Partial<PublisherWorld> = {}) =>
    publisher.newWorld({ hostRests: rests, ...over })
  let world = newWorld()
  /** Branches whose content somebody changed by hand, until Berth has put it right. */
  const edited = new Set<string>()
  let version = 0
  let counter = 0

  async function rowsOf(name: string) {
    return publisher.inScope(({ tx, tenant: id }) =>
      tx.execute<{ change: number; state: string; commit: string | null }>(sql`
        select change::int as change, state, commit from publications
        where tenant = ${id} and branch = ${name} order by change`),
    )
  }

  const openOf = async (name: string) =>
    (await kept.pulls.all()).find(({ base, state }) => base === name && state === 'open') ?? null

  const tipOf = async (name: string) => (await kept.pulls.tip(name)) ?? ''

  async function expectOrder(name: string) {
    const rows = [...(await rowsOf(name))]
    const first = rows.findIndex(({ state }) => state !== 'published')
    const later = first < 0 ? [] : rows.slice(first)
    expect(later.filter(({ state }) => state === 'published' || state === 'failed')).toEqual([])
    const open = (await kept.pulls.all()).filter(
      ({ base, state }) => base === name && state === 'open',
    )
    expect(open.length).toBeLessThanOrEqual(1)
    const work = await publisher.inScope((scope) => readBranchWork(scope, name))
    const row = await publisher.inScope((scope) => findPullRequest(scope, name))
    if (work !== null && rows.some(({ state }) => state === 'proposed')) expect(row).not.toBeNull()
  }

  /** What Berth owns there; folders that clusters left behind are nobody's. */
  async function ownedFiles(commit: string, expected: ReadonlyMap<string, string>) {
    const living = new Set([...expected.keys()].map((file) => file.split('/')[1]))
    const files = await filesOn(publisher.directory, commit)
    return new Map(
      [...files].filter(
        ([file]) =>
          pathIsOwned(file) && (!file.startsWith('clusters/') || living.has(file.split('/')[1])),
      ),
    )
  }

  async function expectModel(name: string, commit: string) {
    const work = await publisher.inScope((scope) => readBranchWork(scope, name))
    const expected = await expectedFiles(publisher, name, work!.publishedChange)
    expect(await ownedFiles(commit, expected)).toEqual(expected)
  }

  async function pass(name: string, by = world, look = false) {
    const held = await publisher.inScope((scope) => findPullRequest(scope, name))
    const head = await tipOf(`berth/${name}`)
    const before = await tipOf(name)
    const outcome = await publishBranch(by, tenant, name, { look })
    await expectOrder(name)
    const after = await publisher.inScope((scope) => findPullRequest(scope, name))
    if (held?.state === 'closed' && after?.state === 'closed' && after.number === held.number) {
      expect(await tipOf(`berth/${name}`)).toBe(head)
    }
    if (outcome.outcome === 'published') {
      const wrote = (await tipOf(name)) !== before
      if (wrote) edited.delete(name)
      if (!edited.has(name)) await expectModel(name, outcome.commit)
    }
    expect(['refused', 'stopped']).not.toContain(outcome.outcome)
    return outcome
  }

  async function edit(what: string, target: string) {
    const clusters = (await publisher.call('/clusters')).json.items as {
      name: string
      environment: string
    }[]
    const found = clusters.find(({ name }) => name === target)
    if (what === 'version') {
      const body = { repo_branch: `v${version++ % 4}` }
      return save(publisher, 'PATCH', '/applications/ieb/app1', body)
    }
    if (what === 'region' && found) {
      const metadata = { region: ['east', 'west'][counter++ % 2] }
      return save(publisher, 'PATCH', `/clusters/${target}`, { metadata })
    }
    if (what === 'application') {
      const there = (await publisher.call('/applications/ieb/app2')).status === 200
      if (there) return save(publisher, 'DELETE', '/applications/ieb/app2')
      return save(publisher, 'POST', '/applications', application('app2'))
    }
    if (what === 'create' && !found) {
      return save(publisher, 'POST', '/clusters', cluster(target, 'east', BRANCHES[counter++ % 2]))
    }
    if (what === 'delete' && found) return save(publisher, 'DELETE', `/clusters/${target}`)
    if (what === 'move' && found) {
      const environment = found.environment === 'prod' ? 'dev' : 'prod'
      return save(publisher, 'PATCH', `/clusters/${target}`, { environment })
    }
    return null
  }

  async function foreign(name: string, file: string) {
    if ((await tipOf(name)) === '') return
    await publisher.foreignCommit(name, async (folder) => {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), `by hand ${counter++}`)
    })
  }

  async function merge(name: string, method: (typeof MERGE_METHODS)[number]) {
    const open = await openOf(name)
    if (open === null) return
    const merging = { by: 'ann', before: async () => undefined }
    await kept.pulls.merge(open.number, method, merging).catch(() => undefined)
  }

  /** Without the host, which may have it closed: whoever may write to the branch takes what is proposed. */
  async function bring(name: string) {
    const row = await publisher.inScope((scope) => findPullRequest(scope, name))
    if (row === null || row.count === 0) return
    const [head, base] = [await tipOf(`berth/${name}`), await tipOf(name)]
    if (head === '' || base === '') return
    const shared = await publisher.git('merge-base', head, base).catch(() => '')
    if (shared === base) await publisher.git('update-ref', `refs/heads/${name}`, head)
  }

  const wake = () => askAgain(publisher)

  async function take(each: Step): Promise<void> {
    await bePublisher(each)
    await bePeople(each)
    await meddle(each)
  }

  async function bePublisher(each: Step): Promise<void> {
    switch (each.kind) {
      case 'pass':
        await pass(each.branch)
        break
      case 'wake':
        await wake()
        break
      case 'inspect': {
        const { moved, isStopped } = await inspect(world, tenant)
        expect(isStopped).toBe(false)
        for (const name of moved) await pass(name, world, true)
        break
      }
      case 'trouble':
        kept.state.trouble = each.trouble
        rests.end(kept.host)
        break
      case 'die': {
        const failPoint = (point: string) => {
          if (point === each.point) throw new Error(`died at ${point}`)
        }
        await pass(each.branch, newWorld({ failPoint }))
        break
      }
      case 'restart':
        world = newWorld()
        break
      default:
        break
    }
  }

  async function bePeople(each: Step): Promise<void> {
    switch (each.kind) {
      case 'edit':
        await edit(each.edit, each.cluster)
        if (each.isSeen) for (const name of BRANCHES) await pass(name)
        break
      case 'merge':
        await merge(each.branch, each.method)
        break
      case 'close': {
        const open = await openOf(each.branch)
        if (open === null) break
        await kept.pulls.edit(open.number, { state: 'closed' }, 'ann')
        if (each.isSeen) {
          await wake()
          await pass(each.branch)
        }
        break
      }
      case 'reopen': {
        const row = await publisher.inScope((scope) => findPullRequest(scope, each.branch))
        if (row !== null) await kept.pulls.edit(row.number, { state: 'open' }, 'ann')
        break
      }
      case 'ask-reopen': {
        const row = await publisher.inScope((scope) => findPullRequest(scope, each.branch))
        // Others are refused by the API.
        if (row?.state !== 'closed' || row.count === 0) break
        await publisher.inScope((scope) => askToReopen(scope, each.branch))
        break
      }
      default:
        break
    }
  }

  async function meddle(each: Step): Promise<void> {
    switch (each.kind) {
      case 'foreign':
        await foreign(each.branch, 'theirs.txt')
        break
      case 'foreign-edit':
        if ((await tipOf(each.branch)) !== '') edited.add(each.branch)
        await foreign(each.branch, 'README.md')
        break
      case 'pull-edit':
        if ((await openOf(each.branch)) === null) break
        await foreign(`berth/${each.branch}`, 'README.md')
        // It may be merged before Berth puts it right.
        edited.add(each.branch)
        break
      case 'bring':
        await bring(each.branch)
        break
      case 'delete-ref':
        await publisher.git('update-ref', '-d', `refs/heads/berth/${each.branch}`)
        break
      case 'mode':
        await save(publisher, 'PATCH', `/environments/${each.branch}`, { publish: each.publish })
        break
      default:
        break
    }
  }

  async function isDone() {
    for (const name of BRANCHES) {
      const rows = await rowsOf(name)
      if (rows.some(({ state }) => state !== 'published')) return false
      if ((await openOf(name)) !== null) return false
    }
    return true
  }

  /** Everything is well again, and somebody merges whatever is proposed. */
  async function drain() {
    kept.state.trouble = null
    rests.end(kept.host)
    world = newWorld()
    await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: 'last' })
    await save(publisher, 'POST', '/clusters', cluster('four', 'east', 'prod'))
    await save(publisher, 'POST', '/clusters', cluster('five', 'east', 'dev'))
    const told: unknown[] = []
    for (let round = 0; !(await isDone()); round++) {
      if (round === DRAIN_MAX) throw new Error(`it doesn't end: ${JSON.stringify(told.slice(-12))}`)
      await wake()
      for (const name of BRANCHES) {
        told.push(name, await pass(name), await rowsOf(name))
        await take({ kind: 'ask-reopen', branch: name, isSeen: false })
        if (round % 3 === 2) await merge(name, 'merge')
      }
    }
    for (const name of BRANCHES) {
      const expected = await expectedFiles(publisher, name)
      expect(await ownedFiles(name, expected)).toEqual(expected)
      const commits = await publisher.git('rev-list', '--all')
      const rows = await rowsOf(name)
      for (const { commit } of rows) expect(commits).toContain(commit)
    }
  }

  return { take, drain, close: () => publisher.close() }
}
