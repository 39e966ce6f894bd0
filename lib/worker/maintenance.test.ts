import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createTestTenant } from '#db/testing/database.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { answerMetrics } from '#lib/http/api/health.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { maintain } from './maintenance.ts'
import { cluster, save, saveSmallFleet } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

let publisher: TestPublisher
let scratch: Awaited<ReturnType<typeof scratchDirectory>>
beforeEach(async () => {
  publisher = await createTestPublisher()
  scratch = await scratchDirectory()
  await saveSmallFleet(publisher)
  await publisher.publish()
})
afterEach(async () => {
  await publisher.close()
  await scratch.remove()
})

/** How many objects are loose, each in a file of its own. */
async function looseObjects(): Promise<number> {
  return Number(/^count: (\d+)/.exec(await publisher.git('count-objects', '-v'))?.[1])
}

/**
 * Somebody else's push. Git's own server makes a folder and then moves an object into it; if packing removes the empty
 * folder in between, the whole push is refused and has to be repeated.
 */
async function pushTheirs(branch: string): Promise<void> {
  for (;;) {
    try {
      await publisher.foreignCommit(branch, (folder) =>
        writeFile(path.join(folder, 'theirs.txt'), branch),
      )
      return
    } catch (error) {
      if (!String(error).includes('unable to migrate objects')) throw error
    }
  }
}

describe('maintenance', () => {
  it('packs what publishing wrote, and every object stays readable', async () => {
    expect(await looseObjects()).toBeGreaterThan(0)
    await maintain(publisher.world)
    expect(await looseObjects()).toBe(0)
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
    expect(await publisher.git('fsck', '--strict', '--full', '--no-dangling')).toBe('')
  })

  it('disturbs neither a clone nor a push nor a publication that goes on beside it', async () => {
    const over = new AbortController()
    const maintaining = (async () => {
      while (!over.signal.aborted) await maintain(publisher.world)
    })()
    for (let round = 0; round < 8; round++) {
      await save(publisher, 'POST', '/clusters', cluster(`beside-${round}`))
      const copy = path.join(scratch.directory, `clone-${round}`)
      await Promise.all([
        publisher.publish(),
        publisher.git('clone', '--quiet', '--no-local', publisher.directory, copy),
        pushTheirs(`theirs-${round}`),
      ])
      await publisher.git('-C', copy, 'fsck', '--strict', '--full')
    }
    over.abort()
    await maintaining
    await maintain(publisher.world)
    expect(await looseObjects()).toBe(0)
    expect(await filesOn(publisher.directory, 'main')).toEqual(
      await expectedFiles(publisher, 'main'),
    )
    expect(await publisher.git('show', 'theirs-7:theirs.txt')).toBe('theirs-7')
    expect(await publisher.git('fsck', '--strict', '--full', '--no-dangling')).toBe('')
    expect((await publisher.history()).problems).toEqual([])
  })

  it('packs a repository in one process at a time, and never keeps a branch from being published', async () => {
    const other = publisher.newWorld()
    const lock = await other.locks.acquire(publisher.tenant.id, ' maintenance')
    const before = await looseObjects()
    await maintain(publisher.world)
    expect(await looseObjects()).toBe(before)
    await save(publisher, 'POST', '/clusters', cluster('three'))
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    await lock?.release()
    await maintain(publisher.world)
    expect(await looseObjects()).toBe(0)
  })

  it('forgets outcomes that nobody may ask for again, and no others', async () => {
    const create = (name: string) =>
      publisher.call('/teams', { body: { name }, headers: { 'idempotency-key': name } })
    await create('old')
    const owner = await connect(inject('ownerUrl'))
    await owner.client`update idempotency_keys set created_at = now() - interval '24 hours'
      where tenant = ${publisher.tenant.id}`
    await owner.close()
    await create('fresh')
    expect(await countRows(publisher)).toMatchObject({ idempotency_keys: 2 })
    await maintain(publisher.world)
    expect(await countRows(publisher)).toMatchObject({ idempotency_keys: 1 })
    expect((await create('fresh')).status).toBe(201)
    expect((await create('old')).status).toBe(409)
  })

  it('deletes the scores of clusters that are no more, and no others', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const body = { 'free-gpu': { value: 1, until }, 'free-cpu': { value: 2, until } }
    for (const name of ['one', 'two']) {
      const call = { method: 'PUT', body, headers: { 'if-match': '*' } }
      expect((await publisher.call(`/clusters/${name}/scores`, call)).status).toBe(200)
    }
    await save(publisher, 'DELETE', '/clusters/one')
    await maintain(publisher.world)
    expect(await countRows(publisher)).toMatchObject({ cluster_scores: 2 })
    expect((await publisher.call('/clusters/two/scores')).json).toMatchObject(body)
    await maintain(publisher.world)
    expect(await countRows(publisher)).toMatchObject({ cluster_scores: 2 })
  })
})

const check = async () => (await publisher.call('/git-state')).json.check
const metric = async () =>
  /^berth_git_damaged_repositories (\d+)$/m.exec(await (await answerMetrics()).text())?.[1]

/** As if the last check had been the day before. */
async function aDayPasses() {
  const owner = await connect(inject('ownerUrl'))
  await owner.client`update tenants set store_checked_at = store_checked_at - interval '24 hours'
    where tenant = ${publisher.tenant.id}`
  await owner.close()
}

describe('a repository whose old objects were damaged', () => {
  it('is noticed within a day, in what the page and the metrics tell', async () => {
    const [old = ''] = await publisher.commits()
    await save(publisher, 'POST', '/clusters', cluster('three'))
    await publisher.publish()
    const object = path.join(publisher.directory, 'objects', old.slice(0, 2), old.slice(2))
    const whole = await readFile(object)
    expect(await check()).toBeNull()
    await chmod(object, 0o644)
    await writeFile(object, whole.subarray(0, whole.length / 2))
    await maintain(publisher.world)
    expect((await check()).fault).toContain('The repository is damaged: ')
    expect(Number(await metric())).toBeGreaterThan(0)

    await writeFile(object, whole)
    await maintain(publisher.world)
    expect((await check()).fault).not.toBeNull()
    await aDayPasses()
    await maintain(publisher.world)
    expect((await check()).fault).toBeNull()
  })
})

/** A publisher, and the errors that it logs. */
function worldWith(over: Parameters<TestPublisher['newWorld']>[0]) {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
  return {
    logged,
    world: publisher.newWorld({ services: { ...publisher.services, log }, ...over }),
  }
}

describe('maintenance that fails', () => {
  it('for one tenant is logged, and the next has its turn', async () => {
    const { tenant: id, name } = await createTestTenant(publisher.database)
    const broken = { id, name, installation: '' }
    const { world, logged } = worldWith({
      tenants: async () => [broken, publisher.tenant],
      repository: async (tenant) => {
        if (tenant === broken) throw new Error('no repository')
        return publisher.repository
      },
    })
    await maintain(world)
    expect(logged).toEqual([expect.stringContaining(`"tenant":"${name}"`)])
    expect(await looseObjects()).toBe(0)
    // The lock is free again.
    expect(await publisher.world.locks.acquire(id, ' maintenance')).not.toBeNull()
  })

  it('because the tenants can’t be read is logged', async () => {
    const { world, logged } = worldWith({ tenants: () => Promise.reject(new Error('gone')) })
    await maintain(world)
    expect(logged).toEqual([expect.stringContaining('gone')])
  })
})
