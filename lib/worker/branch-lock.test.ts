import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Connection, connect } from '#db/connection.ts'
import { createTestTenant, testDatabase } from '#db/testing/database.ts'
import { type BranchLock, BranchLocks } from './branch-lock.ts'

const db = testDatabase()
/** Another process: it takes the lock of a branch, says so, and does nothing more. */
const HOLDER = `
  import { connect } from '#db/connection.ts'
  import { BranchLocks } from '#lib/worker/branch-lock.ts'
  const [, databaseUrl, tenant, branch] = process.argv
  const lock = await new BranchLocks(() => connect(databaseUrl)).acquire(Number(tenant), branch)
  process.stdout.write(lock === null ? 'refused' : 'held')
  setInterval(() => undefined, 60_000)`

let tenant: number
let opened: BranchLocks[]
let holders: ChildProcess[]
beforeEach(async () => {
  ;({ tenant } = await createTestTenant(db))
  opened = []
  holders = []
})
afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  await Promise.all(opened.map((locks) => locks.close()))
})

/** The locks of a process, and the connections that they use. */
function newLocks() {
  const connections: Connection[] = []
  const locks = new BranchLocks(async () => {
    const connection = await connect(inject('databaseUrl'))
    connections.push(connection)
    return connection
  })
  opened.push(locks)
  return { locks, connections }
}

async function untilAcquired(locks: BranchLocks, branch: string): Promise<BranchLock> {
  for (;;) {
    const lock = await locks.acquire(tenant, branch)
    if (lock !== null) return lock
    await pause(10)
  }
}

async function startHolder(branch: string): Promise<ChildProcess> {
  const given = [inject('databaseUrl'), String(tenant), branch]
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(holder)
  const [said] = await once(holder.stdout, 'data')
  expect(String(said)).toBe('held')
  return holder
}

/** Ends a connection from the server's side, as a restart of the server does. */
async function cut({ client }: Connection): Promise<void> {
  await expect(client`select pg_terminate_backend(pg_backend_pid())`).rejects.toThrow()
}

describe('the lock of a branch', () => {
  it('belongs to one process until it is released', async () => {
    const { locks } = newLocks()
    const { locks: others } = newLocks()
    const lock = await locks.acquire(tenant, 'main')
    expect(lock?.isLost()).toBe(false)
    expect(await others.acquire(tenant, 'main')).toBeNull()
    await lock?.release()
    expect(await others.acquire(tenant, 'main')).not.toBeNull()
  })

  it('holds up no other branch, and no other tenant’s branch of that name', async () => {
    const { locks } = newLocks()
    const { locks: others } = newLocks()
    const { tenant: another } = await createTestTenant(db)
    expect(await locks.acquire(tenant, 'main')).not.toBeNull()
    expect(await others.acquire(tenant, 'main2')).not.toBeNull()
    expect(await others.acquire(another, 'main')).not.toBeNull()
  })

  it('is free once the process that held it is killed', async () => {
    const { locks } = newLocks()
    const holder = await startHolder('main')
    expect(await locks.acquire(tenant, 'main')).toBeNull()
    holder.kill('SIGKILL')
    expect((await untilAcquired(locks, 'main')).isLost()).toBe(false)
  })

  it('is lost with its connection, and may then be taken by another process', async () => {
    const { locks, connections } = newLocks()
    const { locks: others } = newLocks()
    const lock = await locks.acquire(tenant, 'main')
    await cut(connections[0]!)
    expect(lock?.isLost()).toBe(true)
    expect((await untilAcquired(others, 'main')).isLost()).toBe(false)
    // Releasing a lost lock doesn't take it from its new holder.
    await lock?.release()
    expect(await locks.acquire(tenant, 'main')).toBeNull()
  })

  it('is taken on a new connection after the old one was lost', async () => {
    const { locks, connections } = newLocks()
    await (await locks.acquire(tenant, 'main'))?.release()
    await cut(connections[0]!)
    const [one, other] = await Promise.all([
      locks.acquire(tenant, 'main'),
      locks.acquire(tenant, 'other'),
    ])
    expect([one?.isLost(), other?.isLost()]).toEqual([false, false])
    expect(connections).toHaveLength(2)
  })

  it('is asked for again after there was no connection', async () => {
    let attempts = 0
    const locks = new BranchLocks(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('down')
      return connect(inject('databaseUrl'))
    })
    opened.push(locks)
    await expect(locks.acquire(tenant, 'main')).rejects.toThrow('down')
    expect(await locks.acquire(tenant, 'main')).not.toBeNull()
  })

  it('is released when the locks are closed, whether they were ever used or not', async () => {
    const { locks } = newLocks()
    const { locks: others } = newLocks()
    await locks.acquire(tenant, 'main')
    await locks.close()
    expect((await untilAcquired(others, 'main')).isLost()).toBe(false)
    await expect(newLocks().locks.close()).resolves.toBeUndefined()
  })
})
