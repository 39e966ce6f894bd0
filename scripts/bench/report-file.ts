// Makes the report that waits, as the publisher's thread does, and tells the memory of this process.
import { closeDatabase, openDatabase, PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { runReports } from '#lib/worker/run-reports.ts'
import { createWorld } from '#lib/worker/world.ts'

const LOOK_MS = 20

const databaseUrl = process.argv[2]!
const database = openDatabase(databaseUrl, { max: 5, timeouts: PUBLISHER_TIMEOUTS })
const services = createServices(
  readEnvironment({ LOG_LEVEL: 'error', BERTH_URL: 'http://localhost:3000' }),
  database,
  testSecrets,
)
const noRepository = () => Promise.reject(new Error('nothing is published here'))
const world = createWorld(services, () => connect(databaseUrl), noRepository)
const [tenant] = await world.tenants()
const rssMb = () => process.memoryUsage.rss() / 1e6
const beforeMb = rssMb()
let mb = beforeMb
// What `resourceUsage` tells begins with what the process had that started this one.
const looking = setInterval(() => (mb = Math.max(mb, rssMb())), LOOK_MS)
const begun = Date.now()
await runReports({ ...world, services }, tenant!)
const seconds = (Date.now() - begun) / 1000
clearInterval(looking)
process.send!({ beforeMb, mb, seconds })
await world.locks.close()
await closeDatabase(database)
process.disconnect()
