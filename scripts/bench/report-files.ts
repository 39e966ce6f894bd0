// What it takes to make the file of a saved report: the memory of a process that does nothing else, and the time, at two sizes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase, closeDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { openSecrets } from '#lib/secrets/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices } from '#lib/usecases/services.ts'
import { temporaryDataDirectory } from '../testing/portal.ts'
import { LARGE_SIZE, loadLargeFleet, placementsOf } from './large-fleet.ts'
import { portalOf } from './large.ts'
import { count, ratioOf, type Report } from './report.ts'

/** About 100,000 and 300,000 placements. */
const CLUSTERS = [1_000, 3_000]
const REACH_MB = 100

export async function benchReportFiles(report: Report): Promise<void> {
  for (const clusters of CLUSTERS) {
    const { placements, rows, mb, beforeMb, seconds } = await measure(clusters)
    const own = mb - beforeMb
    report.figure({
      what: `the file of a report of ${count(placements)} placements`,
      reach: `at most ${REACH_MB} MB more`,
      figure: `${own.toFixed(0)} MB`,
      reference: `the process before it, ${beforeMb.toFixed(0)} MB`,
      ratio: ratioOf(own, beforeMb),
      isReached: own <= REACH_MB,
    })
    report.note(`${count(rows)} rows in ${seconds.toFixed(1)} s`)
  }
}

async function measure(clusters: number) {
  const data = temporaryDataDirectory()
  const server = await startEmbedded({
    dataDir: data.directory,
    secrets: await openSecrets(data.directory),
  })
  const database = openDatabase(server.databaseUrl, { max: 4 })
  try {
    await migrate(server.ownerUrl)
    const services = createServices(readEnvironment(settings), database, testSecrets)
    installServices(services)
    const { tenant, ask } = await portalOf(database, 'default')
    await loadLargeFleet(services, tenant, { ...LARGE_SIZE, clusters })
    await ask({ path: '/saved-reports', method: 'POST', body: () => ({ name: 'all' }) })
    await ask({ path: '/saved-reports/all/runs', method: 'POST' })
    const child = fork(new URL('./report-file.ts', import.meta.url), [server.databaseUrl])
    const [[made]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
    const placements = await placementsOf(database, tenant.id)
    const [run] = (await (await ask({ path: '/saved-reports/all/runs' })).json()).items
    if (run.state !== 'done') throw new Error(`the report was not made: ${run.note}`)
    return { placements, rows: Number(run.rows), ...made }
  } finally {
    await closeDatabase(database)
    await server.stop()
    data.remove()
  }
}

const settings = {
  LOG_LEVEL: 'silent',
  BERTH_URL: 'http://localhost:3000',
  BERTH_RATE_BURST: '1000000',
}
