// The publisher's thread. It reads the settings of the process; the main thread tells it where the database is.
import { parentPort, workerData } from 'node:worker_threads'
import { closeDatabase, openDatabase, PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices, openServiceSecrets } from '#lib/start/boot.ts'
import { forgetPlans } from './plan-upgrade.ts'
import { openRepositories } from './repositories.ts'
import { runPublisher } from './run-publisher.ts'
import { createWorld } from './world.ts'

/** None is held while waiting for a remote, so a few are enough for any number of branches. */
const CONNECTIONS_MAX = 5

const databaseUrl = databaseUrlOf(workerData)
const stop = new AbortController()
// Any message tells it to stop.
parentPort?.once('message', () => stop.abort())

const database = openDatabase(databaseUrl, { max: CONNECTIONS_MAX, timeouts: PUBLISHER_TIMEOUTS })
const environment = readEnvironment(process.env)
// Reports are read as people read lists.
const services = createServices(environment, database, await openServiceSecrets(environment))
const made = createWorld(services, () => connect(databaseUrl), openRepositories(services))
const world = { ...made, services }
await forgetPlans(world)
await runPublisher(world, databaseUrl, stop.signal)
await closeDatabase(database)
// Git's child processes wait for more work, and would keep the thread alive; they end when their pipes close.
process.exit()

function databaseUrlOf(given: unknown): string {
  if (typeof given === 'object' && given !== null && 'databaseUrl' in given) {
    const { databaseUrl } = given
    if (typeof databaseUrl === 'string') return databaseUrl
  }
  throw new Error('The publisher was not told where the database is')
}
