// The database that comes with Berth: a real Postgres server in the data directory, shared by the processes that use it.
//
// The first process that needs the server starts it, later ones find it running by its postmaster.pid, and the last one
// to leave stops it. Each holds a shared advisory lock on a connection of its own while it uses the server, so whoever
// was killed has left, too; a server that was left running is adopted by the next start.
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { APP_ROLE, DATABASE, OWNER_ROLE, prepareDatabase } from './embedded/access.ts'
import type { EmbeddedSecrets } from './embedded/access.ts'
import { serverUser } from './embedded/binaries.ts'
import {
  SUPERUSER,
  disownLeftover,
  initialise,
  makeCluster,
  readPostmaster,
  startServer,
  stopServer,
} from './embedded/cluster.ts'
import type { Cluster } from './embedded/cluster.ts'
import { codeOf, isUnavailable } from './errors.ts'

export type EmbeddedDatabase = {
  /** As the role that owns nothing. */
  readonly databaseUrl: string
  /** As the role that owns the schema: for migrations alone. */
  readonly ownerUrl: string
  /** Whether the server was running already. */
  readonly adopted: boolean
  /** Leaves the server and, if no other process uses it, stops it. Until then this process stays alive. */
  readonly stop: () => Promise<void>
}

export type EmbeddedOptions = {
  readonly dataDir: string
  /** The same at every start: the first one makes the roles with these passwords. */
  readonly secrets: EmbeddedSecrets
  /** Server settings besides Berth's own; used if this call starts the server. */
  readonly settings?: Readonly<Record<string, string>>
}

// Advisory locks of the database `postgres`, where nobody else takes any.
const USERS_LOCK = 1
const SETUP_LOCK = 2

// A start fails while processes of a killed server still hold its memory; they are gone within seconds.
const START_PATIENCE_MS = 10_000
// A running server that doesn't answer yet recovers from a crash.
const RECOVERY_PATIENCE_MS = 120_000
const PAUSE_MS = 100

/**
 * Starts the server in `<dataDir>/postgres`, or adopts the one that runs there, and makes the database and its two roles
 * if they are missing. As root the server runs as the user `postgres`, who must be able to enter `dataDir`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await makeCluster(resolve(options.dataDir, 'postgres'), await serverUser())
  await initialise(cluster, options.secrets.superuserPassword)
  const { keeper, port, adopted } = await reachServer(cluster, options)
  try {
    await keeper`select pg_advisory_lock(${SETUP_LOCK})`
    await prepareDatabase(keeper, options.secrets)
    await keeper`select pg_advisory_unlock(${SETUP_LOCK})`
  } catch (error) {
    await leaveServer(cluster, keeper)
    throw error
  }
  let stopped: Promise<void> | null = null
  return {
    databaseUrl: urlFor(APP_ROLE, options.secrets.appPassword, port),
    ownerUrl: urlFor(OWNER_ROLE, options.secrets.ownerPassword, port),
    adopted,
    stop: () => (stopped ??= leaveServer(cluster, keeper)),
  }
}

function urlFor(role: string, password: string, port: number): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`
}

type Reached = { readonly keeper: Sql; readonly port: number; readonly adopted: boolean }

async function reachServer(cluster: Cluster, options: EmbeddedOptions): Promise<Reached> {
  const begun = Date.now()
  let adopted = true
  for (;;) {
    const running = await readPostmaster(cluster)
    if (running?.alive === true) {
      const keeper = running.port && (await joinServer(cluster, running.port, options.secrets))
      if (keeper) return { keeper, port: running.port, adopted }
      if (Date.now() - begun > RECOVERY_PATIENCE_MS) {
        throw new Error(`The database server in ${cluster.folder} runs, but does not answer`)
      }
      await pause(PAUSE_MS)
      continue
    }
    try {
      await disownLeftover(cluster)
      await startServer(cluster, options.settings ?? {})
      adopted = false
    } catch (error) {
      if (Date.now() - begun > START_PATIENCE_MS) throw error
      await pause(PAUSE_MS)
    }
  }
}

/** Counts this process among the server's users; null when the server can't be reached yet or is being stopped. */
async function joinServer(
  cluster: Cluster,
  port: number,
  secrets: EmbeddedSecrets,
): Promise<Sql | null> {
  const keeper = postgres({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    user: SUPERUSER,
    password: secrets.superuserPassword,
    max: 1,
    // The lock lives as long as this connection.
    max_lifetime: null,
    connect_timeout: 5,
    connection: { application_name: 'berth keeper' },
    // See ./array-types.ts.
    fetch_types: false,
    onnotice: () => undefined,
  })
  try {
    const [row] = await keeper<{ folder: string; joined: boolean }[]>`
      select current_setting('data_directory') as folder,
        pg_try_advisory_lock_shared(${USERS_LOCK}) as joined`
    if (row?.joined === true && row.folder === cluster.dataFolder) return keeper
  } catch (error) {
    if (!isUnavailable(error)) {
      await keeper.end({ timeout: 0 })
      throw codeOf(error) === WRONG_PASSWORD
        ? new Error(wrongPassword(cluster), { cause: error })
        : error
    }
  }
  await keeper.end({ timeout: 0 })
  return null
}

const WRONG_PASSWORD = '28P01'

function wrongPassword(cluster: Cluster): string {
  return `The kept passwords do not open the database in ${cluster.folder}: restore the secrets that belong to it`
}

async function leaveServer(cluster: Cluster, keeper: Sql): Promise<void> {
  try {
    // Only when no other session shares it; and from then on nobody can join.
    const [row] = await keeper<{ last: boolean }[]>`
      select pg_try_advisory_lock(${USERS_LOCK}) as last`
    if (row?.last === true) await stopServer(cluster)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  } finally {
    await keeper.end({ timeout: 0 })
  }
}
