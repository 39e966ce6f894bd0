import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Connection, connect } from './connection.ts'
import { codeOf, isUnavailable } from './errors.ts'
import { openPool, type Pool } from './pool.ts'
import { freePort } from './testing/free-port.ts'
import { stalledServer } from './testing/silent-server.ts'
import { temporaryServer } from './testing/temporary-server.ts'

const failureOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => null,
    (error: unknown) => error,
  )

async function backendOf({ client }: Connection): Promise<number> {
  const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row!.pid
}

/** Ends connections as the server does when it is told to. */
async function terminate(killer: Connection, ...pids: number[]): Promise<void> {
  for (const pid of pids) await killer.client`select pg_terminate_backend(${pid}::int)`
}

describe('a connection', () => {
  let killer: Connection
  let connection: Connection
  beforeEach(async () => {
    killer = await connect(inject('databaseUrl'))
    connection = await connect(inject('databaseUrl'))
  })
  afterEach(async () => {
    await connection.close()
    await killer.close()
  })

  it('that is cut while it is idle knows that it is lost, and is never made anew', async () => {
    await terminate(killer, await backendOf(connection))
    while (!connection.isLost()) await pause(5)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await failureOf(connection.client`select 1`)).toBeInstanceOf(Error)
    }
  })

  it('that is cut within a transaction fails what runs and what is asked next, and keeps nothing', async () => {
    const { client } = connection
    await client.unsafe('begin')
    const pid = await backendOf(connection)
    const sleeping = failureOf(client.unsafe('select pg_sleep(60)'))
    await terminate(killer, pid)
    expect(isUnavailable(await sleeping)).toBe(true)
    expect(isUnavailable(await failureOf(client.unsafe('commit')))).toBe(true)
    while (!connection.isLost()) await pause(5)
  })

  it('that is closed is lost, and can be closed a second time', async () => {
    await connection.close()
    await expect(connection.close()).resolves.toBeUndefined()
    expect(await failureOf(connection.client`select 1`)).toBeInstanceOf(Error)
  })
})

describe('connecting', () => {
  it('fails where nothing listens, where nobody answers, and with a wrong password', async () => {
    const nobody = `postgres://berth:x@127.0.0.1:${await freePort()}/berth`
    expect(codeOf(await failureOf(connect(nobody)))).toBe('ECONNREFUSED')
    const stalled = await stalledServer()
    expect(await failureOf(connect(stalled.url))).toBeInstanceOf(Error)
    await stalled.close()
    const wrong = new URL(inject('databaseUrl'))
    wrong.username = 'nobody-of-that-name'
    expect(await failureOf(connect(wrong.href))).toBeInstanceOf(Error)
  })
})

describe('a pool of real connections', () => {
  let killer: Connection
  let pool: Pool
  beforeEach(async () => {
    killer = await connect(inject('databaseUrl'))
    pool = openPool(() => connect(inject('databaseUrl')), { max: 3, perTenant: 3 })
  })
  afterEach(async () => {
    await pool.close()
    await killer.close()
  })

  const ask = () =>
    pool.lend(async ({ client }) => {
      const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.01)`
      return row!.pid
    })

  /** The server processes that answered several simultaneous queries, and how many queries failed. */
  async function askOften() {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, ask))
    const answered = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    return { answered, failures: outcomes.length - answered.length }
  }

  it('fails only what ran on a connection that was cut, and serves everybody who comes after', async () => {
    const [victim] = await Promise.all([ask(), ask(), ask()])
    const running = Array.from({ length: 3 }, () =>
      pool.lend(async (connection) => {
        const pid = await backendOf(connection)
        if (pid === victim) await terminate(killer, pid)
        await connection.client`select 1`
        return pid
      }),
    )
    const settled = await Promise.allSettled(running)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const { answered, failures } = await askOften()
    expect(failures).toBe(0)
    expect(answered).not.toContain(victim)
    expect(new Set(answered).size).toBeLessThanOrEqual(3)
  })

  it('lends no connection that was cut while it was idle', async () => {
    const before = new Set(await Promise.all([ask(), ask(), ask()]))
    await terminate(killer, ...before)
    const { answered, failures } = await askOften()
    // Until a connection's loss is known, a query on it may fail, once for each connection.
    expect(failures).toBeLessThanOrEqual(3)
    expect(answered.filter((pid) => before.has(pid))).toEqual([])
  })

  it('serves again once the server is back', async () => {
    const server = await temporaryServer()
    let url = server.databaseUrl
    const other = openPool(() => connect(url), { max: 2, perTenant: 2 })
    const read = () => other.lend(({ client }) => client`select 1 as one`)
    await read()
    await server.stop()
    expect(await failureOf(read())).toBeInstanceOf(Error)
    expect(await failureOf(read())).toBeInstanceOf(Error)
    url = inject('databaseUrl')
    expect(await read()).toMatchObject([{ one: 1 }])
    await other.close()
  })
})
