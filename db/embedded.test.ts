import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openClient } from './testing/open-client.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startEmbedded } from './embedded.ts'
import { codeOf } from './errors.ts'
import { serverUser } from './embedded/binaries.ts'
import { TEST_SECRETS } from './testing/server-files.ts'
import { temporaryDirectory } from './testing/temporary-server.ts'

const PATIENCE_MS = 60_000
const script = join(import.meta.dirname, 'testing', 'embedded-process.ts')

/** As a first start and its stop leave it: a copy takes less than making it anew. */
let madeDir = ''
let dataDir = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  madeDir = await temporaryDirectory()
  const server = await startEmbedded({ dataDir: madeDir, secrets: TEST_SECRETS })
  await server.stop()
}, PATIENCE_MS)

afterAll(() => rm(madeDir, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = await temporaryDirectory()
  // Keeps the owner, who is another user when the tests run as root.
  await promisify(execFile)('cp', ['-a', join(madeDir, 'postgres'), dataDir])
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  if (existsSync(pidFile())) await (await start()).stop()
  await killLeftServers()
  await rm(dataDir, { recursive: true, force: true })
}, PATIENCE_MS)

const start = () => startEmbedded({ dataDir, secrets: TEST_SECRETS })

const printed = z.object({ databaseUrl: z.string(), ownerUrl: z.string(), adopted: z.boolean() })

/** Another process that uses the same directory, in a process group of its own. */
async function startProcess() {
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  children.push(child)
  const [output] = await once(child.stdout ?? child, 'data')
  return { child, started: printed.parse(JSON.parse(String(output))) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/**
 * A server that a killed process was about to start outlives it, without its directory for a minute. The next directory may
 * get the number of that one, by which a server finds that its memory is in use.
 */
async function killLeftServers(): Promise<void> {
  const left = await pidsIn(dataDir)
  for (const pid of left) killIfThere(pid)
  if (left.length > 0) await pause(50).then(killLeftServers)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** The processes that name a directory in their command line; none where there is no /proc. */
async function pidsIn(directory: string): Promise<number[]> {
  const pids = existsSync('/proc')
    ? (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    : []
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, nth) => lines[nth]!.includes(directory)).map(Number)
}

const pidFile = () => join(dataDir, 'postgres', 'data', 'postmaster.pid')

async function postmasterPid(): Promise<number> {
  const text = await readFile(pidFile(), 'utf8')
  return Number(text.split('\n')[0])
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = openClient(url)
  try {
    return [...(await client.unsafe(text))]
  } finally {
    await client.end()
  }
}

const isRefused = (url: string) =>
  query(url, 'select 1').then(
    () => false,
    () => true,
  )

const remember = (url: string) => query(url, 'create table kept as select 42 as answer')
const recall = (url: string) => query(url, 'select answer from kept')

/** As a pool does: tries new connections until one is made. */
async function untilAnswered(url: string, text: string): Promise<unknown[]> {
  for (;;) {
    const rows = await query(url, text).catch(() => null)
    if (rows !== null) return rows
    await pause(50)
  }
}

describe('an embedded server that dies', { timeout: PATIENCE_MS }, () => {
  it('comes back where it was, with its data, each time, and can be left afterwards', async () => {
    const { databaseUrl, ownerUrl, stop } = await start()
    await remember(ownerUrl)
    for (let death = 0; death < 2; death++) {
      const pid = await postmasterPid()
      process.kill(pid, 'SIGKILL')
      expect(await untilAnswered(ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
      expect(await postmasterPid()).not.toBe(pid)
    }
    await stop()
    expect(await isRefused(databaseUrl)).toBe(true)
  })

  it('comes back once for all processes that use it', async () => {
    const { ownerUrl, stop } = await start()
    const { child, started } = await startProcess()
    expect(started.ownerUrl).toBe(ownerUrl)
    await remember(ownerUrl)
    process.kill(await postmasterPid(), 'SIGKILL')
    expect(await untilAnswered(ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
    await stop()
    // The other process may not have joined the new server yet: then it starts another one.
    expect(await untilAnswered(started.ownerUrl, 'select answer from kept')).toEqual([
      { answer: 42 },
    ])
    child.stdin?.end()
    await once(child, 'exit')
    expect(await isRefused(ownerUrl)).toBe(true)
  })
})

describe('the embedded server', { timeout: PATIENCE_MS }, () => {
  it('has a role that owns nothing and may make nothing, and an owner that is no superuser', async () => {
    const { databaseUrl, ownerUrl, stop } = await start()
    const roles = await query(
      databaseUrl,
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication
       from pg_roles where rolname like 'berth%' order by 1`,
    )
    const plain = {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolbypassrls: false,
      rolreplication: false,
    }
    expect(roles).toEqual([
      { rolname: 'berth_app', ...plain },
      { rolname: 'berth_owner', ...plain },
    ])
    await expect(query(databaseUrl, 'create table mine (id int)')).rejects.toThrow('permission')
    await expect(query(databaseUrl, 'create schema mine')).rejects.toThrow('permission')
    await expect(query(databaseUrl, 'set role berth_owner')).rejects.toThrow('permission')
    await expect(query(ownerUrl, 'create table ours (id int)')).resolves.toEqual([])
    await stop()
  })

  it('asks for a password, and listens on this machine alone', async () => {
    const { databaseUrl, stop } = await start()
    await expect(query(databaseUrl.replace(':app@', ':guess@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect(
      await query(
        databaseUrl.replace('berth_app:app@', 'postgres:super@'),
        `select current_setting('listen_addresses') as addresses,
           current_setting('unix_socket_directories') as sockets`,
      ),
    ).toEqual([{ addresses: '127.0.0.1', sockets: join(dataDir, 'postgres') }])
    await stop()
  })

  it('is reached by TCP where the path of a socket would be too long', async () => {
    const long = join(dataDir, 'a'.repeat(100))
    const { databaseUrl, stop } = await startEmbedded({ dataDir: long, secrets: TEST_SECRETS })
    expect(databaseUrl).not.toContain('?')
    expect(await query(databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  })

  it('leaves no more than one socket behind, however often it is killed', async () => {
    for (let death = 0; death < 2; death++) {
      const { child, started } = await startProcess()
      expect(await query(started.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }])
      await kill(child)
      process.kill(await postmasterPid(), 'SIGKILL')
    }
    const { stop } = await start()
    const sockets = (await readdir(join(dataDir, 'postgres'))).filter((name) =>
      name.startsWith('.s.PGSQL.'),
    )
    expect(sockets).toHaveLength(2)
    await stop()
  })

  it('keeps what was written when it is stopped and started', async () => {
    const first = await start()
    await remember(first.ownerUrl)
    await first.stop()
    expect(await isRefused(first.ownerUrl)).toBe(true)
    const second = await start()
    expect([second.adopted, await recall(second.ownerUrl)]).toEqual([false, [{ answer: 42 }]])
    await second.stop()
  })

  it('is shared by the processes of one directory, and stopped by the last one', async () => {
    const { child, started } = await startProcess()
    const second = await start()
    expect([started.adopted, second.adopted]).toEqual([false, true])
    expect(second.databaseUrl).toBe(started.databaseUrl)
    const ended = once(child, 'exit')
    child.stdin?.end()
    await ended
    expect(await isRefused(second.databaseUrl)).toBe(false)
    await second.stop()
    expect(await isRefused(second.databaseUrl)).toBe(true)
  })

  it('is never stopped under a process that joins while another leaves', async () => {
    let last = await start()
    for (let turn = 0; turn < 8; turn++) {
      const [next] = await Promise.all([start(), last.stop()])
      expect(await isRefused(next.databaseUrl)).toBe(false)
      last = next
    }
    await last.stop()
  })

  it('says so when the passwords are not its own', async () => {
    const first = await start()
    await expect(
      startEmbedded({ dataDir, secrets: { ...TEST_SECRETS, superuserPassword: 'another' } }),
    ).rejects.toThrow('The kept passwords do not open the database')
    await first.stop()
  })
})

describe('the embedded server after kill -9', { timeout: PATIENCE_MS }, () => {
  it('of its process lives on, and is adopted and stopped by the next one', async () => {
    const { child, started } = await startProcess()
    await remember(started.ownerUrl)
    await kill(child)
    const next = await start()
    expect([next.adopted, next.databaseUrl]).toEqual([true, started.databaseUrl])
    expect(await recall(next.ownerUrl)).toEqual([{ answer: 42 }])
    await next.stop()
    expect(await isRefused(next.databaseUrl)).toBe(true)
  })

  it('of its process’s whole group lives on and is adopted', async () => {
    const { child, started } = await startProcess()
    await remember(started.ownerUrl)
    const ended = once(child, 'exit')
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL')
    await ended
    const next = await start()
    expect([next.adopted, await recall(next.ownerUrl)]).toEqual([true, [{ answer: 42 }]])
    await next.stop()
  })

  it.each([
    ['its main process', (pid: number) => pid],
    ['all its processes', (pid: number) => -pid],
  ])('of itself (%s) and of its process starts again with what was kept', async (_, target) => {
    const { child, started } = await startProcess()
    await remember(started.ownerUrl)
    process.kill(target(await postmasterPid()), 'SIGKILL')
    await kill(child)
    const next = await start()
    expect([next.adopted, await recall(next.ownerUrl)]).toEqual([false, [{ answer: 42 }]])
    await next.stop()
  })

  it('starts although another process has its number by now', async () => {
    const { child, started } = await startProcess()
    await remember(started.ownerUrl)
    const pid = await postmasterPid()
    process.kill(-pid, 'SIGKILL')
    await kill(child)
    await pause(200)
    // A process of the server's own user: only such a one would be taken for the server's predecessor.
    const sleeper = spawn('sleep', ['60'], { ...(await serverUser()), stdio: 'ignore' })
    children.push(sleeper)
    const leftover = await readFile(pidFile(), 'utf8')
    await writeFile(pidFile(), leftover.replace(String(pid), String(sleeper.pid)))
    const next = await start()
    expect([next.adopted, await recall(next.ownerUrl)]).toEqual([false, [{ answer: 42 }]])
    await next.stop()
  })
})

it('tells what the server says of why it doesn’t start', { timeout: PATIENCE_MS }, async () => {
  const settings = { shared_buffers: 'nonsense' }
  const begun = startEmbedded({ dataDir, secrets: TEST_SECRETS, settings })
  await expect(begun).rejects.toThrow('invalid value for parameter "shared_buffers": "nonsense"')
})

describe('a leftover postmaster.pid', { timeout: PATIENCE_MS }, () => {
  it('that is empty, as after a loss of power, is in nobody’s way', async () => {
    await writeFile(pidFile(), '')
    const { ownerUrl, stop } = await start()
    expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  })

  it('with a running process’s number is in the way of none of many starts at once', async () => {
    await (await start()).stop()
    const sleeper = spawn('sleep', ['60'], { ...(await serverUser()), stdio: 'ignore' })
    children.push(sleeper)
    for (let turn = 0; turn < 4; turn++) {
      await writeFile(pidFile(), `${sleeper.pid}\n${join(dataDir, 'postgres', 'data')}\n`)
      const all = await Promise.all([start(), start(), start(), start()])
      expect(all.filter(({ adopted }) => !adopted)).toHaveLength(1)
      for (const { stop } of all) await stop()
    }
  })
})

describe('the embedded server of an empty directory', { timeout: PATIENCE_MS }, () => {
  beforeEach(() => rm(join(dataDir, 'postgres'), { recursive: true }))

  it('keeps its files in one directory that others cannot read', async () => {
    await (await start()).stop()
    expect(await readdir(dataDir)).toEqual(['postgres'])
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0)
    expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['data', 'server.log'])
  })

  it('is one server when two processes make it at once', async () => {
    const [one, other] = await Promise.all([startProcess(), startProcess()])
    expect(one.started.databaseUrl).toBe(other.started.databaseUrl)
    expect(await readdir(join(dataDir, 'postgres'))).not.toContainEqual(
      expect.stringContaining('draft'),
    )
  })

  it('leaves nothing in the way when it is killed with kill -9 while it is being created', async () => {
    const child = spawn(process.execPath, [script, dataDir], { stdio: 'ignore', detached: true })
    children.push(child)
    await pause(600)
    await kill(child)
    const next = await start()
    await expect(remember(next.ownerUrl)).resolves.toEqual([])
    await next.stop()
  })
})
