// One Postgres data directory: how it is made, started, found running and stopped.
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../errors.ts'
import { socketName } from '../server-address.ts'
import { runProgram } from './binaries.ts'
import type { ServerUser } from './binaries.ts'

export const SUPERUSER = 'postgres'

const STOP_PATIENCE_MS = 60_000
const PORT_MAX = 65_535
/** macOS has the shortest `sun_path`, 104 bytes with the one that ends it. */
const SOCKET_MAX = 103
const PAUSE_MS = 50

export type DataCluster = {
  /** Contains the data directory and the log. */
  readonly folder: string
  readonly dataFolder: string
  readonly logFile: string
  readonly user: ServerUser
}

/** Makes the folder, and uses paths without symbolic links, as the server itself does. */
export async function makeCluster(path: string, user: ServerUser): Promise<DataCluster> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await giveTo(user, path)
  const folder = await realpath(path)
  return { folder, dataFolder: join(folder, 'data'), logFile: join(folder, 'server.log'), user }
}

/** Makes the data directory if there is none. An interrupted attempt leaves none; of two at once, one is kept. */
export async function initialise(cluster: DataCluster, superuserPassword: string): Promise<void> {
  if (await isInitialised(cluster)) return
  const draft = await mkdtemp(join(cluster.folder, 'draft-'))
  try {
    await giveTo(cluster.user, draft)
    const passwordFile = join(draft, 'password')
    const dataFolder = join(draft, 'data')
    await writeFile(passwordFile, superuserPassword, { mode: 0o600 })
    await giveTo(cluster.user, passwordFile)
    await runProgram('initdb', initdbArguments(dataFolder, passwordFile), cluster.user)
    await rename(dataFolder, cluster.dataFolder)
  } catch (cause) {
    if (await isInitialised(cluster)) return
    throw new Error(`No database could be made in ${cluster.dataFolder}${hintFor(cluster)}`, {
      cause,
    })
  } finally {
    await removeUnfinished(cluster)
  }
}

/** Whoever still writes there notices at the next file, so a few times are enough. */
const REMOVED_WHOLE = { recursive: true, force: true, maxRetries: 20, retryDelay: PAUSE_MS }

/** Left by this start, by a killed one, or by one that came second at the same time. */
async function removeUnfinished(cluster: DataCluster): Promise<void> {
  if (!(await isInitialised(cluster))) return
  const names = (await readdir(cluster.folder)).filter((name) => name.startsWith('draft-'))
  for (const name of names) await rm(join(cluster.folder, name), REMOVED_WHOLE)
}

function initdbArguments(dataFolder: string, passwordFile: string): string[] {
  return [
    `--pgdata=${dataFolder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code points, the same on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
}

async function isInitialised(cluster: DataCluster): Promise<boolean> {
  return (await readIfThere(join(cluster.dataFolder, 'PG_VERSION'))) !== null
}

async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (user !== null) await chown(path, user.uid, user.gid)
}

function hintFor(cluster: DataCluster): string {
  return cluster.user === null
    ? ''
    : ` (Berth runs as root, so the server runs as the user postgres, who must be able to enter that directory and the one that Berth is installed in: allow that with chmod o+x on each folder above ${cluster.folder}, give another BERTH_DATA_DIR, such as /var/lib/berth, or start Berth as an ordinary user)`
}

export type Postmaster = {
  readonly pid: number
  /** Null: it isn't written yet. */
  readonly port: number | null
  /** Null: it has no socket, or doesn't answer yet. */
  readonly socketFolder: string | null
  readonly alive: boolean
}

/** The contents of postmaster.pid, or null when there is none. */
export async function readPostmaster(cluster: DataCluster): Promise<Postmaster | null> {
  // Lines: process id, directory, start time, port, socket directory, ...; they are added one after the other during the start.
  // https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/utils/pidfile.h
  const text = (await readIfThere(pidFile(cluster))) ?? ''
  const pid = pidIn(text)
  if (pid === null) return null
  const lines = text.split('\n')
  const port = Number(lines[3] ?? '')
  return {
    pid,
    port: port > 0 ? port : null,
    socketFolder: lines[4] || null,
    alive: await isServer(pid, cluster),
  }
}

/**
 * Disarms a leftover postmaster.pid whose number belongs to another process by now, as happens in a container that restarts:
 * the server would take that process for a running predecessor. It accepts a file with the number of the process that starts
 * it, and then still checks by the memory key in the file that none of its predecessor's processes live. An empty file, which
 * a machine that lost its power can leave, is removed: the server takes it for one that another server is about to write.
 * Only for the process that starts the server (./only-starter.ts), as the file may not be a new server's.
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/init/miscinit.c CreateLockFile
 */
export async function disownLeftover(cluster: DataCluster): Promise<void> {
  const text = await readIfThere(pidFile(cluster))
  if (text === null) return
  const pid = pidIn(text)
  if (pid === null) return rm(pidFile(cluster), { force: true })
  if (!isRunning(pid) || (await isServer(pid, cluster))) return
  const draft = `${pidFile(cluster)}.draft`
  await writeFile(draft, text.replace(String(pid), String(process.pid)), { mode: 0o600 })
  await giveTo(cluster.user, draft)
  await rename(draft, pidFile(cluster))
}

function pidIn(text: string): number | null {
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

const pidFile = (cluster: DataCluster) => join(cluster.dataFolder, 'postmaster.pid')

/** Whether that process is this directory's server; without /proc, whether it is any process. */
async function isServer(pid: number, cluster: DataCluster): Promise<boolean> {
  if (!isRunning(pid)) return false
  if (process.platform !== 'linux') return true
  const commandLine = (await readIfThere(`/proc/${pid}/cmdline`)) ?? ''
  return commandLine.split('\0').includes(cluster.dataFolder)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Starts a server on a free port of 127.0.0.1 and waits until it answers. Throws when it doesn't come up. */
export async function startServer(
  cluster: DataCluster,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(await freePort()),
    unix_socket_directories: hasRoomForSocket(cluster) ? cluster.folder : '',
    // Those who may enter the folder are this process and the server.
    unix_socket_permissions: '0700',
    // Logs starts, stops and failures of the server, but no statements: those may contain secrets.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...settings,
  }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  const args = ['start', '-w', '-t', '60', '-s', '-D', cluster.dataFolder, '-l', cluster.logFile]
  try {
    await runProgram('pg_ctl', [...args, '-o', options.join(' ')], cluster.user)
  } catch (cause) {
    const said = await endOfLog(cluster).catch(() => 'its log can’t be read')
    throw new Error(`The database server in ${cluster.folder} doesn’t start: ${said}`, { cause })
  }
  await removeLeftSockets(cluster, all.port)
}

const LOG_TOLD_BYTES = 1000

/** What the server said last: why it doesn’t start. */
async function endOfLog({ logFile }: DataCluster): Promise<string> {
  const log = await open(logFile)
  try {
    const from = Math.max(0, (await log.stat()).size - LOG_TOLD_BYTES)
    const { buffer, bytesRead } = await log.read({
      buffer: Buffer.alloc(LOG_TOLD_BYTES),
      position: from,
    })
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await log.close()
  }
}

/** Addresses of sockets have a length limit; pg_ctl gives settings to a shell, and the server splits folders at commas. */
function hasRoomForSocket({ folder }: DataCluster): boolean {
  const longest = join(folder, socketName(PORT_MAX))
  return process.platform !== 'win32' && longest.length <= SOCKET_MAX && /^[\w./-]+$/.test(longest)
}

/** Killed servers leave them; there is one server a directory. */
async function removeLeftSockets({ folder }: DataCluster, port: string): Promise<void> {
  const own = [socketName(port), `${socketName(port)}.lock`]
  const names = (await readdir(folder)).filter((name) => name.startsWith(socketName('')))
  for (const name of names) if (!own.includes(name)) await rm(join(folder, name), { force: true })
}

/** Ends every session, stops the server and waits until it is gone. Does nothing when there is none. */
export async function stopServer(cluster: DataCluster): Promise<void> {
  const running = await readPostmaster(cluster)
  if (running === null) return
  const isUp = () => isServer(running.pid, cluster)
  // Waits here and not in pg_ctl, which would keep waiting for a server that another process starts right afterwards.
  const args = ['stop', '-W', '-s', '-m', 'fast', '-D', cluster.dataFolder]
  if (await isUp()) await runProgram('pg_ctl', args, cluster.user)
  for (let waitedMs = 0; await isUp(); waitedMs += PAUSE_MS) {
    if (waitedMs > STOP_PATIENCE_MS) {
      throw new Error(`The database server in ${cluster.folder} does not stop`)
    }
    await pause(PAUSE_MS)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return null
    throw error
  }
}
