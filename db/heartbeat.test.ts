import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, type Database, inTenant, outsideTenants } from './client.ts'
import { type Connection, connect } from './connection.ts'
import { DatabaseUnavailable } from './errors.ts'
import { openPool } from './pool.ts'
import { temporaryServer } from './testing/temporary-server.ts'

const run = promisify(execFile)

let server: Awaited<ReturnType<typeof temporaryServer>>
let processes: readonly number[] = []
beforeAll(async () => {
  server = await temporaryServer()
})
afterAll(async () => server.stop())

const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of processes) {
    // Processes whose client has gone end once they are resumed.
    try {
      process.kill(pid, name)
    } catch {}
  }
}
afterEach(() => signal('SIGCONT'))

/** Stops the server, and each of its processes with it. */
async function stopDatabase(backend: number): Promise<void> {
  const parent = await run('ps', ['-o', 'ppid=', '-p', String(backend)])
  const postmaster = parent.stdout.trim()
  const children = await run('ps', ['-o', 'pid=', '--ppid', postmaster])
  processes = [postmaster, ...children.stdout.trim().split(/\s+/)].map(Number)
  signal('SIGSTOP')
}

function openShort(): Database {
  const times = { suspiciousMs: 50, answerMs: 500 }
  return { pool: openPool(() => connect(server.databaseUrl), { max: 2, perTenant: 2 }, times) }
}

const backendOf = ({ client }: Connection) =>
  client<{ pid: number }[]>`select pg_backend_pid() as pid`.then(([row]) => row!.pid)

const select = (db: Database) => outsideTenants(db, (tx) => tx.execute(sql`select 1`))

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof DatabaseUnavailable ? 'unavailable' : error),
  )

describe('a database that stops answering', () => {
  it('fails what runs, what waits and what comes, and is used again once it goes on', async () => {
    const db = openShort()
    await stopDatabase(await db.pool.lend(backendOf))
    const running = [select(db), select(db)].map(outcomeOf)
    const waiting = [select(db), inTenant(db, 1, () => Promise.resolve())].map(outcomeOf)
    expect(await Promise.all([...running, ...waiting])).toEqual(Array(4).fill('unavailable'))
    expect(await outcomeOf(select(db))).toBe('unavailable')
    signal('SIGCONT')
    while ((await outcomeOf(select(db))) !== 'answered') await pause(10)
    await closeDatabase(db)
  })

  it('is not taken for one that is slow', async () => {
    const db = openShort()
    const slow = outsideTenants(db, (tx) => tx.execute(sql`select pg_sleep(2)`))
    expect(await outcomeOf(slow)).toBe('answered')
    await closeDatabase(db)
  })

  it('is not taken for a process that is too busy to hear its answers', async () => {
    const db = openShort()
    const slow = outsideTenants(db, (tx) => tx.execute(sql`select pg_sleep(2)`))
    const until = performance.now() + 1_500
    await pause(200)
    while (performance.now() < until) continue
    expect(await outcomeOf(slow)).toBe('answered')
    await closeDatabase(db)
  })
})
