import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, type Database, inTenant, openDatabase } from '#db/client.ts'
import { createTenant, type TenantRow } from '#db/queries/tenants.ts'
import { temporaryServer } from '#db/testing/temporary-server.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { requireGit } from '#lib/adapters/git/run-git.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { loadDemoFleet } from '#lib/demo/load.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
/** As a portal starts it. */
const execArgv = ['--import', './lib/runtime/import-formats.ts']

// A database server of its own, because the thread publishes for every tenant that it finds.
let server: Awaited<ReturnType<typeof temporaryServer>>
let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let database: Database
let tenant: TenantRow
beforeAll(async () => {
  server = await temporaryServer()
  scratch = await scratchDirectory()
  database = openDatabase(server.databaseUrl, { max: 4 })
  tenant = await createTenant(database, 'default')
})
afterAll(async () => {
  await closeDatabase(database)
  await server.stop()
  await scratch.remove()
})

const settings = () => ({ BERTH_DATA_DIR: scratch.directory, LOG_LEVEL: 'silent' })

function startThread(workerData: unknown): Worker {
  const env = { ...process.env, ...settings() }
  return new Worker(MAIN, { workerData, env, execArgv })
}

async function unpublished(): Promise<number> {
  return inTenant(database, tenant.id, async (tx) => {
    const [row] = await tx.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from publications where state <> 'published'`,
    )
    return row!.waiting
  })
}

describe('the publisher’s thread', () => {
  it('publishes by the settings of the process until it is told to stop, and then ends', async () => {
    const thread = startThread({ databaseUrl: server.databaseUrl })
    const services = createServices(readEnvironment(settings()), database, testSecrets)
    await loadDemoFleet(services, tenant, { clusters: 6, applications: 4 })
    while ((await unpublished()) > 0) await pause(20)
    const exited = once(thread, 'exit')
    thread.postMessage('stop')
    expect(await exited).toEqual([0])
    const store = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
    const args = ['ls-tree', '-r', '--name-only', 'main']
    const run = { directory: store.directory, args, timeoutMs: 30_000 }
    expect((await requireGit(run)).toString()).toContain('/base/root.yaml')
    store.close()
  })

  it.each([[undefined], [{}], [{ databaseUrl: 1 }]])(
    'does not start when it is told %j and not where the database is',
    async (workerData) => {
      const thread = startThread(workerData)
      const [error] = await once(thread, 'error')
      expect(String(error)).toContain('was not told where the database is')
    },
  )
})
