import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { openClient } from '#db/testing/open-client.ts'
import type { Sql } from 'postgres'
import type { GitRemote } from '#lib/adapters/git/remote.ts'
import { runPublisher } from './run-publisher.ts'
import { cluster, policy, save, saveSmallFleet, team, application } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import { backUp, restore } from './testing/restore.ts'
import type { PublisherWorld } from './world.ts'

let publisher: TestPublisher
const running = new Set<() => Promise<void>>()
beforeEach(async () => {
  publisher = await createTestPublisher({ GITOPS_BRANCH: '{environment}' })
})
afterEach(async () => {
  await Promise.all([...running].map((end) => end()))
  running.clear()
  await publisher.close()
})

function start(over: Partial<PublisherWorld> = {}): () => Promise<void> {
  const aborting = new AbortController()
  const world = publisher.newWorld(over)
  const services = { ...publisher.services, ...world.services }
  const ended = runPublisher({ ...world, services }, inject('databaseUrl'), aborting.signal)
  const end = async () => {
    aborting.abort()
    await ended
  }
  running.add(end)
  return end
}

async function untilPublished(branch: string, change: number | null) {
  for (;;) {
    const commit = await publisher.inScope((scope) => commitOf(scope, branch, change ?? 0))
    if (commit !== null) return commit
    await pause(10)
  }
}

async function commitOf(
  { tx, tenant }: Parameters<Parameters<TestPublisher['inScope']>[0]>[0],
  branch: string,
  change: number,
): Promise<string | null> {
  const [row] = await tx.execute<{ commit: string }>(sql`
    select commit from publications where tenant = ${tenant} and branch = ${branch}
      and change = ${change} and state = 'published'`)
  return row?.commit ?? null
}

/** The ids of the server processes that listen, once there is a new one. */
async function untilListening(client: Sql, known: readonly number[]): Promise<number[]> {
  for (;;) {
    const rows = await client<{ pid: number }[]>`
      select pid from pg_stat_activity
      where application_name = 'berth listener' and query like 'listen%'`
    const fresh = rows.map(({ pid }) => pid).filter((pid) => !known.includes(pid))
    if (fresh.length > 0) return fresh
    await pause(20)
  }
}

async function expectInGit(...branches: string[]) {
  for (const branch of branches) {
    expect(await filesOn(publisher.directory, branch)).toEqual(
      await expectedFiles(publisher, branch),
    )
  }
  expect((await publisher.history()).problems).toEqual([])
}

/** The repository's remote, except that questions about one branch are answered by `readTip`. */
function withBranch(branch: string, readTip: GitRemote['readTip']): Partial<PublisherWorld> {
  const { remote } = publisher.repository
  const special: GitRemote = {
    kind: 'memory',
    readTips: () => remote.readTips(),
    readTip: (asked) => (asked === branch ? readTip(asked) : remote.readTip(asked)),
    fetch: (asked, tip) => remote.fetch(asked, tip),
    push: (asked, expected, tip) => remote.push(asked, expected, tip),
  }
  return { repository: async () => ({ ...publisher.repository, remote: special }) }
}

/** How often somebody asked for it. */
async function timesAnalyzed(owner: Sql): Promise<number> {
  const [row] = await owner<{ times: number }[]>`
    select analyze_count::int as times from pg_stat_user_tables where relname = 'labels'`
  return row!.times
}

/** To more than twice as many rows as it is known to have. */
async function growLabels(of: TestPublisher, turn: number): Promise<void> {
  await of.inScope(async ({ tx, tenant }) => {
    await tx.execute(sql`
      insert into labels (tenant, kind, object, key, value, began)
      select ${tenant}, 'cluster', n, ${`grown-${turn}`}, 'x', 1
      from pg_class, generate_series(1, 2000 + 2 * greatest(reltuples, 0)::int) n
      where oid = 'labels'::regclass`)
    await tx.execute(sql`select pg_stat_force_next_flush()`)
  })
}

describe('the publisher', () => {
  it('publishes what waited before it came, and each save after', async () => {
    await saveSmallFleet(publisher)
    start()
    await untilPublished('prod', 5)
    const change = await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))
    await untilPublished('dev', change)
    await expectInGit('prod', 'dev')
  })

  it('has tables analyzed that grew much, without waiting for autovacuum', async () => {
    const owner = openClient(inject('ownerUrl'))
    const before = await timesAnalyzed(owner)
    start()
    // Where autovacuum comes first, it grows again.
    for (let turn = 0; turn < 3 && (await timesAnalyzed(owner)) === before; turn += 1) {
      await growLabels(publisher, turn)
      await pause(4000)
    }
    expect(await timesAnalyzed(owner)).toBeGreaterThan(before)
    await owner.end()
  })

  it('goes on with other branches while one hangs', async () => {
    await saveSmallFleet(publisher)
    start(withBranch('prod', () => new Promise(() => undefined)))
    const change = await save(publisher, 'POST', '/clusters', cluster('three', 'east', 'dev'))
    await untilPublished('dev', change)
    await expect(commitOnProd()).resolves.toBeNull()
  })

  it('publishes for one tenant while another’s remote never answers for any of its 24 branches', async () => {
    const theirs = await createTestPublisher({ GITOPS_BRANCH: '{environment}' })
    try {
      await save(theirs, 'POST', '/teams', team())
      for (let branch = 0; branch < 24; branch++) {
        await save(theirs, 'POST', '/clusters', cluster(`c${branch}`, 'east', `env-${branch}`))
      }
      const asked = new Set<string>()
      const hung = Promise.withResolvers<void>()
      const silent: GitRemote = {
        kind: 'memory',
        readTips: () => new Promise(() => undefined),
        fetch: () => new Promise(() => undefined),
        push: () => new Promise(() => undefined),
        readTip: (branch) => {
          asked.add(branch)
          if (asked.size === 4) hung.resolve()
          return new Promise(() => undefined)
        },
      }
      start({
        tenants: async () => [theirs.tenant, publisher.tenant],
        repository: async (tenant) =>
          tenant.id === theirs.tenant.id
            ? { ...theirs.repository, remote: silent }
            : publisher.repository,
      })
      await hung.promise
      await saveSmallFleet(publisher)
      await untilPublished('prod', 5)
      await expectInGit('prod')
      expect(asked.size).toBe(4)
    } finally {
      await theirs.close()
    }
  })

  it('makes a branch again that somebody deleted, though nothing waits for it', async () => {
    await saveSmallFleet(publisher)
    expect(await publisher.publish('prod')).toMatchObject({ outcome: 'published' })
    await publisher.git('update-ref', '-d', 'refs/heads/prod')
    start()
    while ((await publisher.git('for-each-ref')) === '') await pause(20)
    await untilPublished('prod', 5)
    await expectInGit('prod')
  })

  it('finds out by itself that the database was put back, and what that means', async () => {
    await saveSmallFleet(publisher)
    await publisher.publish('prod')
    const older = await backUp(publisher)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publisher.publish('prod')
    await restore(publisher, older)
    start()
    const state = async () => (await publisher.call('/git-state')).json
    while ((await state()).comparison === null) await pause(50)
    expect(await state()).toMatchObject({
      state: 'database_behind_git',
      comparison: { highest_change: 6, branches: [{ branch: 'prod', clusters: ['three'] }] },
    })
  })

  it('retries a branch that failed, and one where it found something unexpected', async () => {
    await saveSmallFleet(publisher)
    let asked = 0
    const { remote } = publisher.repository
    start(
      withBranch('prod', async (branch) => {
        asked++
        if (asked === 1) return { outcome: 'unreachable', message: 'out for lunch' }
        if (asked === 2) throw new Error('a bug')
        return remote.readTip(branch)
      }),
    )
    await untilPublished('prod', 5)
    await expectInGit('prod')
  })

  it('listens again after its connection was cut', async () => {
    start()
    const client = openClient(inject('databaseUrl'))
    const [cut] = await untilListening(client, [])
    const [gone] = await client<{ done: boolean }[]>`select pg_terminate_backend(${cut!}) as done`
    expect(gone).toEqual({ done: true })
    await untilListening(client, [cut!])
    await client.end()
    await saveSmallFleet(publisher)
    await untilPublished('prod', 5)
    await expectInGit('prod')
  })

  it('and a second one publish everything once and in order, while saves go on', async () => {
    start()
    start()
    await save(publisher, 'POST', '/teams', team())
    await save(publisher, 'POST', '/applications', application())
    await save(publisher, 'POST', '/target-policies', policy())
    for (const name of ['one', 'two', 'three', 'four']) {
      await save(publisher, 'POST', '/clusters', cluster(name, 'east', 'prod'))
      await save(publisher, 'POST', '/clusters', cluster(`${name}-dev`, 'east', 'dev'))
    }
    for (let round = 0; round < 20; round++) {
      await save(publisher, 'PATCH', '/applications/ieb/app1', { repo_branch: `v${round}` })
      await pause(round * 5)
    }
    await untilPublished('prod', 31)
    await untilPublished('dev', 31)
    await expectInGit('prod', 'dev')
  })

  it('stops when it is told to', async () => {
    const end = start()
    await saveSmallFleet(publisher)
    await end()
    const tips = await publisher.git('for-each-ref')
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await pause(1_200)
    expect(await publisher.git('for-each-ref')).toBe(tips)
  })
})

const commitOnProd = () => publisher.inScope((scope) => commitOf(scope, 'prod', 5))
