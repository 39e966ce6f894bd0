// The database that comes with Berth: a real Postgres server in the data directory, shared by the processes that use it.
// The first process that needs the server starts it, later ones find it by its postmaster.pid, and the last one to leave
// stops it. If it dies, a process that uses it starts it again. Each process holds a shared advisory lock on a connection
// of its own while it uses the server, so a killed process counts as gone; a server that was left running is adopted by the
// next start.
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Sql } from 'postgres'
import { APP_ROLE, DATABASE, OWNER_ROLE, prepareDatabase } from './embedded/access.ts'
import type { EmbeddedSecrets } from './embedded/access.ts'
import { serverUser } from './embedded/binaries.ts'
import { initialise, makeCluster, stopServer } from './embedded/cluster.ts'
import type { DataCluster } from './embedded/cluster.ts'
import { keepRunning } from './embedded/keep-running.ts'
import { type Reached, reachServer, USERS_LOCK } from './embedded/reach.ts'
import { isUnavailable } from './errors.ts'
import { withSocket } from './server-address.ts'

export type EmbeddedDatabase = {
  /** For the role that owns nothing. */
  readonly databaseUrl: string
  /** For the role that owns the schema: only for migrations. */
  readonly ownerUrl: string
  readonly adopted: boolean
  /** Resolves when the server died and could not be brought back. */
  readonly gone: Promise<Error>
  /** Leaves the server and stops it if no other process uses it. Until then this process stays alive. */
  readonly stop: () => Promise<void>
}

export type EmbeddedOptions = {
  readonly dataDir: string
  /** The same at every start: the first one creates the roles with these passwords. */
  readonly secrets: EmbeddedSecrets
  /** Server settings besides Berth's own; used if this call starts the server. */
  readonly settings?: Readonly<Record<string, string>>
}

const SETUP_LOCK = 2

/**
 * Starts the server in `<dataDir>/postgres`, or adopts the one that runs there, and creates the database and its two roles
 * if they are missing. When run as root, the server runs as the user `postgres`, who must be able to enter `dataDir`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await makeCluster(resolve(options.dataDir, 'postgres'), await serverUser())
  await initialise(cluster, options.secrets.superuserPassword)
  const reached = await reachServer(cluster, options)
  const { keeper, adopted } = reached
  try {
    await keeper`select pg_advisory_lock(${SETUP_LOCK})`
    await prepareDatabase(keeper, options.secrets)
    await keeper`select pg_advisory_unlock(${SETUP_LOCK})`
  } catch (error) {
    await leaveServer(cluster, keeper)
    throw error
  }
  const running = keepRunning(reached, () => {
    // Other processes of this directory also rely on the port.
    const settings = { ...options.settings, port: String(reached.port) }
    return reachServer(cluster, { ...options, settings })
  })
  let stopped: Promise<void> | null = null
  return {
    databaseUrl: urlFor(APP_ROLE, options.secrets.appPassword, reached),
    ownerUrl: urlFor(OWNER_ROLE, options.secrets.ownerPassword, reached),
    adopted,
    gone: running.gone,
    stop: () => (stopped ??= running.end().then((last) => leaveServer(cluster, last))),
  }
}

/** By its socket where it has one, which takes half as long as TCP. */
function urlFor(role: string, password: string, { port, socketFolder }: Reached): string {
  const url = `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`
  return withSocket(url, socketFolder)
}

async function leaveServer(cluster: DataCluster, keeper: Sql): Promise<void> {
  try {
    // Succeeds only when no other session shares it; after that nobody can join.
    const [row] = await keeper<{ last: boolean }[]>`
      select pg_try_advisory_lock(${USERS_LOCK}) as last`
    if (row?.last === true) await stopServer(cluster)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  } finally {
    await keeper.end({ timeout: 0 })
  }
}
