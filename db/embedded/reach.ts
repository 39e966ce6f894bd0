// Connects to a running server, or starts one: the connection counts this process among its users.
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { codeOf, isUnavailable } from '../errors.ts'
import type { EmbeddedSecrets } from './access.ts'
import { SUPERUSER, disownLeftover, readPostmaster, startServer } from './cluster.ts'
import type { DataCluster } from './cluster.ts'
import { asOnlyStarter } from './only-starter.ts'

/** An advisory lock in the database `postgres`, which nothing else uses: each user of the server shares it. */
export const USERS_LOCK = 1

// A start fails while processes of a killed server still occupy its memory; they are gone within seconds.
const START_PATIENCE_MS = 10_000
// A running server that doesn't answer yet is recovering from a crash.
const RECOVERY_PATIENCE_MS = 120_000
const PAUSE_MS = 100

type Options = {
  readonly secrets: EmbeddedSecrets
  readonly settings?: Readonly<Record<string, string>>
}

type Joined = {
  readonly keeper: Sql
  /** Resolves when the connection is lost, usually because the server ended. */
  readonly lost: Promise<void>
}

export type Reached = Joined & {
  readonly port: number
  /** Null: it has none. */
  readonly socketFolder: string | null
  readonly adopted: boolean
}

/** Finds the running server of a directory, or starts it. Throws when it doesn't come up. */
export async function reachServer(cluster: DataCluster, options: Options): Promise<Reached> {
  const begun = Date.now()
  let adopted = true
  for (;;) {
    const running = await readPostmaster(cluster)
    if (running?.alive === true) {
      const { port } = running
      const joined = port === null ? null : await joinServer(cluster, port, options.secrets)
      if (port !== null && joined !== null) {
        // Written after the port, and before the first answer.
        const socketFolder = (await readPostmaster(cluster))?.socketFolder ?? null
        return { ...joined, port, socketFolder, adopted }
      }
      if (Date.now() - begun > RECOVERY_PATIENCE_MS) {
        throw new Error(`The database server in ${cluster.folder} runs, but does not answer`)
      }
      await pause(PAUSE_MS)
      continue
    }
    try {
      const isStarter = await asOnlyStarter(cluster.dataFolder, async () => {
        await disownLeftover(cluster)
        await startServer(cluster, options.settings ?? {})
      })
      if (isStarter) adopted = false
      else await pause(PAUSE_MS)
    } catch (error) {
      if (Date.now() - begun > START_PATIENCE_MS) throw error
      await pause(PAUSE_MS)
    }
  }
}

/** Counts this process among the server's users; null when the server can't be reached yet or is being stopped. */
async function joinServer(
  cluster: DataCluster,
  port: number,
  secrets: EmbeddedSecrets,
): Promise<Joined | null> {
  const { promise: lost, resolve: setLost } = Promise.withResolvers<void>()
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
    onclose: () => setLost(),
  })
  try {
    const [row] = await keeper<{ folder: string; joined: boolean }[]>`
      select current_setting('data_directory') as folder,
        pg_try_advisory_lock_shared(${USERS_LOCK}) as joined`
    if (row?.joined === true && row.folder === cluster.dataFolder) {
      return { keeper, lost }
    }
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

function wrongPassword(cluster: DataCluster): string {
  return `The kept passwords do not open the database in ${cluster.folder}: restore the secrets that belong to it`
}
